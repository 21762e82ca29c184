# The matrix that the user looks at: items, ranks, filters, names that the user gave.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/view/view.c \
	ui/view/view.h \
	ui/view/view_callers.c \
	ui/view/view_callers.h \
	ui/view/view_cells.c \
	ui/view/view_cells.h \
	ui/view/view_curves.c \
	ui/view/view_curves.h \
	ui/view/view_estimate.c \
	ui/view/view_estimate.h \
	ui/view/view_filter.c \
	ui/view/view_filter.h \
	ui/view/view_items.c \
	ui/view/view_items.h \
	ui/view/view_keys.c \
	ui/view/view_keys.h \
	ui/view/view_keys_file.c \
	ui/view/view_labels.h \
	ui/view/view_levels.c \
	ui/view/view_levels.h \
	ui/view/view_loader.c \
	ui/view/view_loader.h \
	ui/view/view_metric.c \
	ui/view/view_metric.h \
	ui/view/view_metric_sums.def \
	ui/view/view_ranks.c \
	ui/view/view_ranks.h \
	ui/view/view_rows.c \
	ui/view/view_rows.h \
	ui/view/view_stages.c \
	ui/view/view_stages.h \
	ui/view/view_select.c \
	ui/view/view_select.h \
	ui/view/view_timeline.c \
	ui/view/view_timeline.h
