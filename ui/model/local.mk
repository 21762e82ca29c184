# A profile in memory, and how the user sees it.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/model/ui_cells.c \
	ui/model/ui_cells.h \
	ui/model/ui_check.c \
	ui/model/ui_check.h \
	ui/model/ui_check_fetches.c \
	ui/model/ui_check_fetches.h \
	ui/model/ui_check_intervals.c \
	ui/model/ui_check_intervals.h \
	ui/model/ui_check_ranks.c \
	ui/model/ui_check_ranks.h \
	ui/model/ui_check_references.c \
	ui/model/ui_check_references.h \
	ui/model/ui_check_samples.c \
	ui/model/ui_check_samples.h \
	ui/model/ui_counts.c \
	ui/model/ui_counts.h \
	ui/model/ui_curves.c \
	ui/model/ui_curves.h \
	ui/model/ui_digits.h \
	ui/model/ui_estimate.c \
	ui/model/ui_estimate.h \
	ui/model/ui_filter.c \
	ui/model/ui_filter.h \
	ui/model/ui_full_name.c \
	ui/model/ui_full_name.h \
	ui/model/ui_items.c \
	ui/model/ui_items.h \
	ui/model/ui_keys.c \
	ui/model/ui_keys.h \
	ui/model/ui_keys_file.c \
	ui/model/ui_labels.h \
	ui/model/ui_layout.c \
	ui/model/ui_layout.h \
	ui/model/ui_levels.c \
	ui/model/ui_levels.h \
	ui/model/ui_lines.c \
	ui/model/ui_lines.h \
	ui/model/ui_loader.c \
	ui/model/ui_loader.h \
	ui/model/ui_machine.c \
	ui/model/ui_machine.h \
	ui/model/ui_metric.c \
	ui/model/ui_metric.h \
	ui/model/ui_of_samples.c \
	ui/model/ui_of_samples.h \
	ui/model/ui_profile.c \
	ui/model/ui_profile.h \
	ui/model/ui_quoted.c \
	ui/model/ui_quoted.h \
	ui/model/ui_ranks.c \
	ui/model/ui_ranks.h \
	ui/model/ui_reader.c \
	ui/model/ui_resolved.c \
	ui/model/ui_resolved.h \
	ui/model/ui_scale.c \
	ui/model/ui_scale.h \
	ui/model/ui_select.c \
	ui/model/ui_select.h \
	ui/model/ui_view.c \
	ui/model/ui_view.h \
	ui/model/ui_write.c \
	ui/model/ui_write.h
