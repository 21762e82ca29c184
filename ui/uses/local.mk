# Which data lines and instructions of a program use, from sources or machine code.
#
# SPDX-License-Identifier: GPL-2.0-or-later

ui_sources += \
	ui/uses/ui_uses.h \
	ui/uses/ui_uses_allocators.c \
	ui/uses/ui_uses_allocators.h \
	ui/uses/ui_uses_by_source.h \
	ui/uses/ui_uses_cells.c \
	ui/uses/ui_uses_cells.h \
	ui/uses/ui_uses_code.c \
	ui/uses/ui_uses_code.h \
	ui/uses/ui_uses_decode.c \
	ui/uses/ui_uses_decode.h \
	ui/uses/ui_uses_flow.c \
	ui/uses/ui_uses_flow.h \
	ui/uses/ui_uses_image.c \
	ui/uses/ui_uses_image.h \
	ui/uses/ui_uses_maker.c \
	ui/uses/ui_uses_maker.h \
	ui/uses/ui_uses_objects.c \
	ui/uses/ui_uses_places.c \
	ui/uses/ui_uses_places.h \
	ui/uses/ui_uses_query.c \
	ui/uses/ui_uses_registers.c \
	ui/uses/ui_uses_registers.h \
	ui/uses/ui_uses_shape.c \
	ui/uses/ui_uses_shape.h \
	ui/uses/ui_uses_statics.c \
	ui/uses/ui_uses_statics.h \
	ui/uses/ui_uses_strides.c \
	ui/uses/ui_uses_strides.h \
	ui/uses/ui_uses_typed.c \
	ui/uses/ui_uses_typed.h

# What reads sources, or what says that none are read. (What is not built is in the tarball all the same.)
if WITH_LIBCLANG
ui_sources += \
	ui/uses/ui_uses_by_source.c \
	ui/uses/ui_uses_clang.c \
	ui/uses/ui_uses_clang.def \
	ui/uses/ui_uses_clang.h \
	ui/uses/ui_uses_clang_expression.c \
	ui/uses/ui_uses_clang_expression.h \
	ui/uses/ui_uses_clang_kinds.c \
	ui/uses/ui_uses_clang_kinds.h \
	ui/uses/ui_uses_clang_state.c \
	ui/uses/ui_uses_clang_state.h \
	ui/uses/ui_uses_clang_unit.c \
	ui/uses/ui_uses_clang_unit.h \
	ui/uses/ui_uses_clang_walk.c \
	ui/uses/ui_uses_clang_walk.h \
	ui/uses/ui_uses_flags.c \
	ui/uses/ui_uses_flags.h
else
ui_sources += ui/uses/ui_uses_no_source.c
endif
