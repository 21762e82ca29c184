# Basic blocks of the code that a trace is of, and what each of them misses.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/blocks/ui_block_path.c \
	ui/blocks/ui_block_path.h \
	ui/blocks/ui_block_sources.c \
	ui/blocks/ui_block_sources.h \
	ui/blocks/ui_block_strides.c \
	ui/blocks/ui_block_strides.h \
	ui/blocks/ui_blocks.c \
	ui/blocks/ui_blocks.h \
	ui/blocks/ui_blocks_main.c \
	ui/blocks/ui_blocks_output.c \
	ui/blocks/ui_blocks_output.h
