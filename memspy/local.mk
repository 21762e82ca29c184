# SPDX-License-Identifier: GPL-2.0-or-later

# The tool, and the library that it has loaded into the program. The names are Valgrind's: it looks for
# TOOL-ARCH-OS and vgpreload_TOOL-ARCH-OS.so in its folder. (Off until the first sources are there.)
#toolexec_PROGRAMS += memspy-@VG_ARCH@-@VG_OS@ vgpreload_memspy-@VG_ARCH@-@VG_OS@.so

memspy_@VG_ARCH@_@VG_OS@_SOURCES =
memspy_@VG_ARCH@_@VG_OS@_CPPFLAGS = $(TOOL_CPPFLAGS)
memspy_@VG_ARCH@_@VG_OS@_CFLAGS = $(TOOL_CFLAGS)
memspy_@VG_ARCH@_@VG_OS@_LDADD = libcore-tool.a $(VALGRIND_CORE_LIBS)
memspy_@VG_ARCH@_@VG_OS@_LINK = $(SHELL) $(top_srcdir)/build-aux/link_tool $(READELF) $(VALT_LOAD_ADDRESS) \
	$(CC) $(TOOL_CFLAGS) $(CFLAGS) $(LINK_FLAGS_TOOL) $(LDFLAGS) -o $@

vgpreload_memspy_@VG_ARCH@_@VG_OS@_so_SOURCES =
vgpreload_memspy_@VG_ARCH@_@VG_OS@_so_CPPFLAGS = $(TOOL_CPPFLAGS)
vgpreload_memspy_@VG_ARCH@_@VG_OS@_so_CFLAGS = $(PRELOAD_CFLAGS)
vgpreload_memspy_@VG_ARCH@_@VG_OS@_so_LDFLAGS = $(LINK_FLAGS_PRELOAD)

# For programs that talk to the tool: <valgrind/memspy.h>.
valgrindincludedir = $(includedir)/valgrind
valgrindinclude_HEADERS =
