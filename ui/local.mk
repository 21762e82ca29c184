# SPDX-License-Identifier: GPL-2.0-or-later

# The command memspy. (It cannot be built at the top: memspy/ is a folder of the build tree.)
#bin_PROGRAMS += ui/memspy
ui_memspy_SOURCES =
ui_memspy_CPPFLAGS = $(HOSTED_CPPFLAGS) $(INSTALL_CPPFLAGS)
ui_memspy_CFLAGS = $(AM_CFLAGS) $(GLIB_CFLAGS) $(GIO_CFLAGS) $(JSON_CFLAGS) $(READLINE_CFLAGS)
ui_memspy_LDADD = libcore-hosted.a $(JSON_LIBS) $(GIO_LIBS) $(GLIB_LIBS) $(READLINE_LIBS)
