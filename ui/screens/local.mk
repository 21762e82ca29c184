# What the session prints.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/screens/screen.c \
	ui/screens/screen.h \
	ui/screens/screen_advice.c \
	ui/screens/screen_advice.h \
	ui/screens/screen_callers.c \
	ui/screens/screen_callers.h \
	ui/screens/screen_columns.c \
	ui/screens/screen_columns.h \
	ui/screens/screen_curves.c \
	ui/screens/screen_curves.h \
	ui/screens/screen_detail.c \
	ui/screens/screen_detail.h \
	ui/screens/screen_evictors.c \
	ui/screens/screen_evictors.h \
	ui/screens/screen_fetches.c \
	ui/screens/screen_fetches.h \
	ui/screens/screen_fields.c \
	ui/screens/screen_fields.h \
	ui/screens/screen_first.c \
	ui/screens/screen_first.h \
	ui/screens/screen_matrix.c \
	ui/screens/screen_matrix.h \
	ui/screens/screen_models.c \
	ui/screens/screen_models.h \
	ui/screens/screen_phases.c \
	ui/screens/screen_phases.h \
	ui/screens/screen_processors.c \
	ui/screens/screen_processors.h \
	ui/screens/screen_ranked.c \
	ui/screens/screen_ranked.h \
	ui/screens/screen_ranks.c \
	ui/screens/screen_ranks.h \
	ui/screens/screen_references.c \
	ui/screens/screen_references.h \
	ui/screens/screen_served.c \
	ui/screens/screen_served.h \
	ui/screens/screen_sharing.c \
	ui/screens/screen_sharing.h \
	ui/screens/screen_source.c \
	ui/screens/screen_source.h \
	ui/screens/screen_stages.c \
	ui/screens/screen_stages.h \
	ui/screens/screen_time.c \
	ui/screens/screen_time.h \
	ui/screens/screen_written.c \
	ui/screens/screen_written.h
