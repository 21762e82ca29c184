# The machines that can be simulated by name.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/machines/machines.c \
	ui/machines/machines.h \
	ui/machines/machines_main.c \
	ui/machines/machines_measure.c \
	ui/machines/machines_measure.h \
	ui/machines/machines_measure_output.c \
	ui/machines/machines_output.c \
	ui/machines/machines_output.h \
	ui/machines/machines_probe.c \
	ui/machines/machines_probe.h \
	ui/machines/machines_probe_code.c \
	ui/machines/machines_tlb.c \
	ui/machines/machines_tlb.h
