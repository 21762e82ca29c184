# A profile in formats of other programs.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/export/export.c \
	ui/export/export.h \
	ui/export/export_annotate.c \
	ui/export/export_annotate.h \
	ui/export/export_annotate_main.c \
	ui/export/export_callgrind.c \
	ui/export/export_collapsed.c \
	ui/export/export_csv.c \
	ui/export/export_formats.def \
	ui/export/export_json.c \
	ui/export/export_json.h \
	ui/export/export_json_callers.c \
	ui/export/export_json_callers.h \
	ui/export/export_json_models.c \
	ui/export/export_json_models.h \
	ui/export/export_json_place.c \
	ui/export/export_json_place.h \
	ui/export/export_json_program.c \
	ui/export/export_json_program.h \
	ui/export/export_json_ranks.c \
	ui/export/export_json_ranks.h \
	ui/export/export_json_references.c \
	ui/export/export_json_references.h \
	ui/export/export_json_sampling.c \
	ui/export/export_json_sampling.h \
	ui/export/export_json_stages.c \
	ui/export/export_json_stages.h \
	ui/export/export_json_timeline.c \
	ui/export/export_json_timeline.h \
	ui/export/export_main.c \
	ui/export/export_perfetto.c \
	ui/export/export_pprof.c \
	ui/export/export_speedscope.c \
	ui/export/export_stack.c \
	ui/export/export_stack.h \
	ui/export/export_stacks.c \
	ui/export/export_stacks.h
