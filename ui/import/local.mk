# Traces of other programs.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/import/import.c \
	ui/import/import.h \
	ui/import/import_chunk.h \
	ui/import/import_champsim.c \
	ui/import/import_din.c \
	ui/import/import_drmemtrace.c \
	ui/import/import_formats.c \
	ui/import/import_formats.h \
	ui/import/import_gem5.c \
	ui/import/import_input.c \
	ui/import/import_input.h \
	ui/import/import_lackey.c \
	ui/import/import_main.c \
	ui/import/import_reader.h \
	ui/import/import_readers.def \
	ui/import/import_symbols.c \
	ui/import/import_symbols.h \
	ui/import/import_tables.c \
	ui/import/import_tables.h \
	ui/import/import_text.c \
	ui/import/import_text.h \
	ui/import/import_trace.c \
	ui/import/import_trace.h
