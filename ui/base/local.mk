# What all of the analyser stands on: text, JSON, files that are written whole.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/base/ui_cache.c \
	ui/base/ui_cache.h \
	ui/base/ui_child.c \
	ui/base/ui_child.h \
	ui/base/ui_champsim.h \
	ui/base/ui_choice.c \
	ui/base/ui_choice.h \
	ui/base/ui_config.c \
	ui/base/ui_config.h \
	ui/base/ui_dispatch.c \
	ui/base/ui_dispatch.h \
	ui/base/ui_error.c \
	ui/base/ui_error.h \
	ui/base/ui_fail.c \
	ui/base/ui_fail.h \
	ui/base/ui_help.c \
	ui/base/ui_help.h \
	ui/base/ui_input.c \
	ui/base/ui_input.h \
	ui/base/ui_json.c \
	ui/base/ui_json.h \
	ui/base/ui_json_seal.c \
	ui/base/ui_json_seal.h \
	ui/base/ui_nearest.c \
	ui/base/ui_nearest.h \
	ui/base/ui_newest.c \
	ui/base/ui_newest.h \
	ui/base/ui_number.h \
	ui/base/ui_out_name.c \
	ui/base/ui_out_name.h \
	ui/base/ui_output.c \
	ui/base/ui_output.h \
	ui/base/ui_output_files.c \
	ui/base/ui_output_files.h \
	ui/base/ui_plat.c \
	ui/base/ui_progress.c \
	ui/base/ui_progress.h \
	ui/base/ui_same_file.c \
	ui/base/ui_same_file.h \
	ui/base/ui_search.h \
	ui/base/ui_short_name.c \
	ui/base/ui_short_name.h \
	ui/base/ui_stack.c \
	ui/base/ui_stack.h \
	ui/base/ui_strip.c \
	ui/base/ui_strip.h \
	ui/base/ui_subcommand.c \
	ui/base/ui_subcommand.h \
	ui/base/ui_subcommands.def \
	ui/base/ui_text.c \
	ui/base/ui_text.h \
	ui/base/ui_watcher.c \
	ui/base/ui_watcher.h
