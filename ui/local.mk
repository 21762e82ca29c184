# SPDX-License-Identifier: GPL-2.0-or-later

# All of the analyser but main(). Tests link it too. Each room beneath adds its files; they are listed from the
# ground up: a room includes headers of itself and of those before it.
ui_sources =
# What the build makes of files that are not C.
ui_built_sources =
include ui/base/local.mk
include ui/cluster/local.mk
include ui/profile/local.mk
include ui/view/local.mk
include ui/names/local.mk
include ui/uses/local.mk
include ui/analysis/local.mk
include ui/advice/local.mk
include ui/screens/local.mk
include ui/export/local.mk
include ui/db/local.mk
include ui/results/local.mk
include ui/diff/local.mk
include ui/merge/local.mk
include ui/report/local.mk
include ui/runs/local.mk
include ui/import/local.mk
include ui/trace/local.mk
include ui/phases/local.mk
include ui/replay/local.mk
include ui/whatif/local.mk
include ui/machines/local.mk
include ui/blocks/local.mk
include ui/samples/local.mk
include ui/attribute/local.mk
include ui/launch/local.mk
include ui/session/local.mk
include ui/budgets/local.mk
# What brings rooms together.
ui_sources += ui/ui_db_main.c ui/ui_print_tables.c ui/ui_print_tables.h ui/ui_samples_main.c

# The GLib that configure asks for: what is newer is not used, and what has become deprecated since is no fault.
ui_glib_cppflags = -DGLIB_VERSION_MIN_REQUIRED=GLIB_VERSION_2_72 -DGLIB_VERSION_MAX_ALLOWED=GLIB_VERSION_2_72
ui_cppflags = $(HOSTED_CPPFLAGS) $(INSTALL_CPPFLAGS) $(ui_glib_cppflags) $(LIBCLANG_CPPFLAGS) -DVERSION='"$(VERSION)"'
ui_cflags = $(AM_CFLAGS) $(GLIB_CFLAGS) $(GIO_CFLAGS) $(READLINE_CFLAGS) $(LIBDW_CFLAGS) $(SQLITE_CFLAGS) $(ZLIB_CFLAGS) $(ZSTD_CFLAGS) \
	$(CAPSTONE_CFLAGS)
ui_libs = $(GIO_LIBS) $(GLIB_LIBS) $(READLINE_LIBS) $(LIBDW_LIBS) $(SQLITE_LIBS) $(ZLIB_LIBS) $(ZSTD_LIBS) $(CAPSTONE_LIBS) -lm
# (The freestanding rooms call ui_plat.c.)
ui_ldadd = ui/libui.a libcore-hosted.a ui/libui.a $(ui_libs)

noinst_LIBRARIES += ui/libui.a
ui_libui_a_SOURCES = $(ui_sources)
nodist_ui_libui_a_SOURCES = $(ui_built_sources)
ui_libui_a_CPPFLAGS = $(ui_cppflags)
# (A frame that is larger belongs on the heap: the stack can be small. -Wvla, for the same reason.)
ui_libui_a_CFLAGS = $(ui_cflags) -Wframe-larger-than=16384 -Wvla
# These contain folders that configure chose; another choice compiles them again.
ui/launch/libui_a-launch_tool.$(OBJEXT) ui/cluster/libui_a-cluster_launcher.$(OBJEXT): config.status

# The command memspy. (It cannot be built at the top: memspy/ is a folder of the build tree.)
bin_PROGRAMS += ui/memspy
ui_memspy_SOURCES = ui/ui_main.c
ui_memspy_CPPFLAGS = $(ui_cppflags)
ui_memspy_CFLAGS = $(ui_cflags)
ui_memspy_LDADD = $(ui_ldadd)
