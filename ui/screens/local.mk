# What the session prints.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/screens/ui_advice_screen.c \
	ui/screens/ui_advice_screen.h \
	ui/screens/ui_blame_screen.c \
	ui/screens/ui_blame_screen.h \
	ui/screens/ui_columns.c \
	ui/screens/ui_columns.h \
	ui/screens/ui_curves_screen.c \
	ui/screens/ui_curves_screen.h \
	ui/screens/ui_detail.c \
	ui/screens/ui_detail.h \
	ui/screens/ui_fetches_screen.c \
	ui/screens/ui_fetches_screen.h \
	ui/screens/ui_fields_screen.c \
	ui/screens/ui_fields_screen.h \
	ui/screens/ui_first_screen.c \
	ui/screens/ui_first_screen.h \
	ui/screens/ui_matrix_screen.c \
	ui/screens/ui_matrix_screen.h \
	ui/screens/ui_models_screen.c \
	ui/screens/ui_models_screen.h \
	ui/screens/ui_phases_screen.c \
	ui/screens/ui_phases_screen.h \
	ui/screens/ui_processors.c \
	ui/screens/ui_processors.h \
	ui/screens/ui_ranked.c \
	ui/screens/ui_ranked.h \
	ui/screens/ui_ranks_screen.c \
	ui/screens/ui_ranks_screen.h \
	ui/screens/ui_references_screen.c \
	ui/screens/ui_references_screen.h \
	ui/screens/ui_screen.c \
	ui/screens/ui_screen.h \
	ui/screens/ui_served.c \
	ui/screens/ui_served.h \
	ui/screens/ui_sharing.c \
	ui/screens/ui_sharing.h \
	ui/screens/ui_source_screen.c \
	ui/screens/ui_source_screen.h \
	ui/screens/ui_time_screen.c \
	ui/screens/ui_time_screen.h \
	ui/screens/ui_written.c \
	ui/screens/ui_written.h
