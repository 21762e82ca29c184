# What if data lay elsewhere: traces replayed with their addresses changed.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/whatif/ui_whatif_change.c \
	ui/whatif/ui_whatif_change.h \
	ui/whatif/ui_whatif_changes.def \
	ui/whatif/ui_whatif_conflicts.c \
	ui/whatif/ui_whatif_conflicts.h \
	ui/whatif/ui_whatif_fields.c \
	ui/whatif/ui_whatif_fields.h \
	ui/whatif/ui_whatif_layout.c \
	ui/whatif/ui_whatif_layout.h \
	ui/whatif/ui_whatif_main.c \
	ui/whatif/ui_whatif_map.c \
	ui/whatif/ui_whatif_map.h \
	ui/whatif/ui_whatif_order.c \
	ui/whatif/ui_whatif_order.h \
	ui/whatif/ui_whatif_place.c \
	ui/whatif/ui_whatif_place.h \
	ui/whatif/ui_whatif_placements.c \
	ui/whatif/ui_whatif_placements.h \
	ui/whatif/ui_whatif_plan.c \
	ui/whatif/ui_whatif_plan.h \
	ui/whatif/ui_whatif_replay.c \
	ui/whatif/ui_whatif_replay.h \
	ui/whatif/ui_whatif_schedules.c \
	ui/whatif/ui_whatif_schedules.h \
	ui/whatif/ui_whatif_steps.c \
	ui/whatif/ui_whatif_steps.h \
	ui/whatif/ui_whatif_suggest.c \
	ui/whatif/ui_whatif_suggest.h \
	ui/whatif/ui_whatif_suggestions.def \
	ui/whatif/ui_whatif_try.c \
	ui/whatif/ui_whatif_try.h \
	ui/whatif/ui_whatif_try_show.c \
	ui/whatif/ui_whatif_try_show.h \
	ui/whatif/ui_whatif_vary.c \
	ui/whatif/ui_whatif_vary.h \
	ui/whatif/ui_whatif_vary_show.c \
	ui/whatif/ui_whatif_words.c \
	ui/whatif/ui_whatif_words.h
