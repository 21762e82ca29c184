# What the session prints.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/screens/screen_advice_screen.c \
	ui/screens/screen_advice_screen.h \
	ui/screens/screen_blame_screen.c \
	ui/screens/screen_blame_screen.h \
	ui/screens/screen_columns.c \
	ui/screens/screen_columns.h \
	ui/screens/screen_curves_screen.c \
	ui/screens/screen_curves_screen.h \
	ui/screens/screen_detail.c \
	ui/screens/screen_detail.h \
	ui/screens/screen_fetches_screen.c \
	ui/screens/screen_fetches_screen.h \
	ui/screens/screen_fields_screen.c \
	ui/screens/screen_fields_screen.h \
	ui/screens/screen_first_screen.c \
	ui/screens/screen_first_screen.h \
	ui/screens/screen_matrix_screen.c \
	ui/screens/screen_matrix_screen.h \
	ui/screens/screen_models_screen.c \
	ui/screens/screen_models_screen.h \
	ui/screens/screen_phases_screen.c \
	ui/screens/screen_phases_screen.h \
	ui/screens/screen_processors.c \
	ui/screens/screen_processors.h \
	ui/screens/screen_ranked.c \
	ui/screens/screen_ranked.h \
	ui/screens/screen_ranks_screen.c \
	ui/screens/screen_ranks_screen.h \
	ui/screens/screen_references_screen.c \
	ui/screens/screen_references_screen.h \
	ui/screens/screen.c \
	ui/screens/screen.h \
	ui/screens/screen_served.c \
	ui/screens/screen_served.h \
	ui/screens/screen_sharing.c \
	ui/screens/screen_sharing.h \
	ui/screens/screen_source_screen.c \
	ui/screens/screen_source_screen.h \
	ui/screens/screen_time_screen.c \
	ui/screens/screen_time_screen.h \
	ui/screens/screen_written.c \
	ui/screens/screen_written.h
