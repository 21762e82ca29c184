# Running a program under the tool.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/launch/ui_attach.c \
	ui/launch/ui_child.c \
	ui/launch/ui_child.h \
	ui/launch/ui_processes.c \
	ui/launch/ui_processes.h \
	ui/launch/ui_names_main.c \
	ui/launch/ui_run.c \
	ui/launch/ui_run_files.c \
	ui/launch/ui_run_files.h \
	ui/launch/ui_tool.c \
	ui/launch/ui_tool.h
