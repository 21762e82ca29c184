# The machines that can be simulated by name.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/machines/ui_machines.c \
	ui/machines/ui_machines.h \
	ui/machines/ui_machines_main.c \
	ui/machines/ui_machines_output.c \
	ui/machines/ui_machines_output.h
