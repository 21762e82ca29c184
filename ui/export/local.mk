# A profile in formats of other programs.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/export/ui_export.c \
	ui/export/ui_export.h \
	ui/export/ui_export_callgrind.c \
	ui/export/ui_export_collapsed.c \
	ui/export/ui_export_csv.c \
	ui/export/ui_export_formats.def \
	ui/export/ui_export_json.c \
	ui/export/ui_export_json.h \
	ui/export/ui_export_json_models.c \
	ui/export/ui_export_json_models.h \
	ui/export/ui_export_json_place.c \
	ui/export/ui_export_json_place.h \
	ui/export/ui_export_json_program.c \
	ui/export/ui_export_json_program.h \
	ui/export/ui_export_json_ranks.c \
	ui/export/ui_export_json_ranks.h \
	ui/export/ui_export_json_references.c \
	ui/export/ui_export_json_references.h \
	ui/export/ui_export_json_sampling.c \
	ui/export/ui_export_json_sampling.h \
	ui/export/ui_export_json_timeline.c \
	ui/export/ui_export_json_timeline.h \
	ui/export/ui_export_main.c \
	ui/export/ui_export_perfetto.c \
	ui/export/ui_export_speedscope.c
