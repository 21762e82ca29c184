# Which data lines and instructions of a program use, from sources or machine code.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/uses/uses.h \
	ui/uses/uses_allocators.c \
	ui/uses/uses_allocators.h \
	ui/uses/uses_by_source.h \
	ui/uses/uses_cells.c \
	ui/uses/uses_cells.h \
	ui/uses/uses_code.c \
	ui/uses/uses_code.h \
	ui/uses/uses_decode.c \
	ui/uses/uses_decode.h \
	ui/uses/uses_flow.c \
	ui/uses/uses_flow.h \
	ui/uses/uses_image.c \
	ui/uses/uses_image.h \
	ui/uses/uses_maker.c \
	ui/uses/uses_maker.h \
	ui/uses/uses_objects.c \
	ui/uses/uses_places.c \
	ui/uses/uses_places.h \
	ui/uses/uses_query.c \
	ui/uses/uses_registers.c \
	ui/uses/uses_registers.h \
	ui/uses/uses_shape.c \
	ui/uses/uses_shape.h \
	ui/uses/uses_statics.c \
	ui/uses/uses_statics.h \
	ui/uses/uses_strides.c \
	ui/uses/uses_strides.h \
	ui/uses/uses_typed.c \
	ui/uses/uses_typed.h

# What reads sources, or what says that none are read. (What is not built is in the tarball all the same.)
if WITH_LIBCLANG
ui_sources += \
	ui/uses/uses_by_source.c \
	ui/uses/uses_clang.c \
	ui/uses/uses_clang.def \
	ui/uses/uses_clang.h \
	ui/uses/uses_clang_expression.c \
	ui/uses/uses_clang_expression.h \
	ui/uses/uses_clang_kinds.c \
	ui/uses/uses_clang_kinds.h \
	ui/uses/uses_clang_state.c \
	ui/uses/uses_clang_state.h \
	ui/uses/uses_clang_unit.c \
	ui/uses/uses_clang_unit.h \
	ui/uses/uses_clang_walk.c \
	ui/uses/uses_clang_walk.h \
	ui/uses/uses_flags.c \
	ui/uses/uses_flags.h
else
ui_sources += ui/uses/uses_no_source.c
endif
