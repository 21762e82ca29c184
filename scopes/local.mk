# SPDX-License-Identifier: GPL-2.0-or-later

CORE_SOURCES += \
	scopes/scope_code.c \
	scopes/scope_code.h \
	scopes/scope_decode.c \
	scopes/scope_decode.h \
	scopes/scope_loops.c \
	scopes/scope_loops.h \
	scopes/scope_stack.c \
	scopes/scope_stack.h
