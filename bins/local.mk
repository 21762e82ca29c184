# SPDX-License-Identifier: GPL-2.0-or-later

CORE_SOURCES += \
	bins/bin_format.c \
	bins/bin_format.def \
	bins/bin_format.h \
	bins/bin_writer.c \
	bins/bin_writer.h
