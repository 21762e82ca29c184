# What bins and segments are called.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/names/ui_names.c \
	ui/names/ui_names.h \
	ui/names/ui_types.c \
	ui/names/ui_types.h
