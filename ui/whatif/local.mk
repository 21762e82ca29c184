# What if data lay elsewhere: traces replayed with their addresses changed.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/whatif/whatif_change.c \
	ui/whatif/whatif_change.h \
	ui/whatif/whatif_changes.def \
	ui/whatif/whatif_conflicts.c \
	ui/whatif/whatif_conflicts.h \
	ui/whatif/whatif_fields.c \
	ui/whatif/whatif_fields.h \
	ui/whatif/whatif_layout.c \
	ui/whatif/whatif_layout.h \
	ui/whatif/whatif_main.c \
	ui/whatif/whatif_map.c \
	ui/whatif/whatif_map.h \
	ui/whatif/whatif_order.c \
	ui/whatif/whatif_order.h \
	ui/whatif/whatif_place.c \
	ui/whatif/whatif_place.h \
	ui/whatif/whatif_placements.c \
	ui/whatif/whatif_placements.h \
	ui/whatif/whatif_plan.c \
	ui/whatif/whatif_plan.h \
	ui/whatif/whatif_replay.c \
	ui/whatif/whatif_replay.h \
	ui/whatif/whatif_schedules.c \
	ui/whatif/whatif_schedules.h \
	ui/whatif/whatif_sources.c \
	ui/whatif/whatif_sources.h \
	ui/whatif/whatif_steps.c \
	ui/whatif/whatif_steps.h \
	ui/whatif/whatif_suggest.c \
	ui/whatif/whatif_suggest.h \
	ui/whatif/whatif_suggestions.def \
	ui/whatif/whatif_try.c \
	ui/whatif/whatif_try.h \
	ui/whatif/whatif_try_show.c \
	ui/whatif/whatif_try_show.h \
	ui/whatif/whatif_vary.c \
	ui/whatif/whatif_vary.h \
	ui/whatif/whatif_vary_show.c \
	ui/whatif/whatif_words.c \
	ui/whatif/whatif_words.h
