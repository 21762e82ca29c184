# SPDX-License-Identifier: GPL-2.0-or-later

# All of the analyser but main(). Tests link it too.
ui_sources = \
	ui/ui_cells.c \
	ui/ui_cells.h \
	ui/ui_check.c \
	ui/ui_check.h \
	ui/ui_child.c \
	ui/ui_child.h \
	ui/ui_commands.c \
	ui/ui_commands.h \
	ui/ui_counts.c \
	ui/ui_counts.h \
	ui/ui_detail.c \
	ui/ui_detail.h \
	ui/ui_export.c \
	ui/ui_json.c \
	ui/ui_json.h \
	ui/ui_lines.c \
	ui/ui_lines.h \
	ui/ui_machine.c \
	ui/ui_machine.h \
	ui/ui_names.c \
	ui/ui_names.h \
	ui/ui_nearest.c \
	ui/ui_nearest.h \
	ui/ui_output.c \
	ui/ui_output.h \
	ui/ui_plat.c \
	ui/ui_processors.c \
	ui/ui_processors.h \
	ui/ui_profile.c \
	ui/ui_profile.h \
	ui/ui_reader.c \
	ui/ui_run.c \
	ui/ui_screen.c \
	ui/ui_screen.h \
	ui/ui_select.c \
	ui/ui_select.h \
	ui/ui_session.c \
	ui/ui_session.h \
	ui/ui_sharing.c \
	ui/ui_sharing.h \
	ui/ui_show.c \
	ui/ui_subcommand.c \
	ui/ui_subcommand.h \
	ui/ui_text.c \
	ui/ui_text.h \
	ui/ui_tool.c \
	ui/ui_tool.h \
	ui/ui_view.c \
	ui/ui_view.h

ui_cppflags = $(HOSTED_CPPFLAGS) $(INSTALL_CPPFLAGS) -DVERSION='"$(VERSION)"'
ui_cflags = $(AM_CFLAGS) $(GLIB_CFLAGS) $(READLINE_CFLAGS)
# (The freestanding rooms call ui_plat.c.)
ui_ldadd = ui/libui.a libcore-hosted.a ui/libui.a $(GLIB_LIBS) $(READLINE_LIBS)

noinst_LIBRARIES += ui/libui.a
ui_libui_a_SOURCES = $(ui_sources)
ui_libui_a_CPPFLAGS = $(ui_cppflags)
ui_libui_a_CFLAGS = $(ui_cflags)

# The command memspy. (It cannot be built at the top: memspy/ is a folder of the build tree.)
bin_PROGRAMS += ui/memspy
ui_memspy_SOURCES = ui/ui_main.c
ui_memspy_CPPFLAGS = $(ui_cppflags)
ui_memspy_CFLAGS = $(ui_cflags)
ui_memspy_LDADD = $(ui_ldadd)

EXTRA_DIST += docs/export.schema.json docs/make-format-tables docs/profile-sample.memspy
