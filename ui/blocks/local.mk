# Basic blocks of the code that a trace is of, and what each of them misses.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/blocks/blocks.c \
	ui/blocks/blocks.h \
	ui/blocks/blocks_block_path.c \
	ui/blocks/blocks_block_path.h \
	ui/blocks/blocks_block_sources.c \
	ui/blocks/blocks_block_sources.h \
	ui/blocks/blocks_block_strides.c \
	ui/blocks/blocks_block_strides.h \
	ui/blocks/blocks_main.c \
	ui/blocks/blocks_output.c \
	ui/blocks/blocks_output.h
