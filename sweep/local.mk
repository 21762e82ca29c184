# Many machines at once: what each of a sweep would have missed.
#
# SPDX-License-Identifier: GPL-2.0-or-later

CORE_SOURCES += \
	sweep/sweep_access_loop.c \
	sweep/sweep_access_loop.h \
	sweep/sweep_engine.c \
	sweep/sweep_engine.h \
	sweep/sweep_group.c \
	sweep/sweep_group.h \
	sweep/sweep_group_batch.h \
	sweep/sweep_group_state.h \
	sweep/sweep_group_use.c \
	sweep/sweep_group_use.h \
	sweep/sweep_lru_group.c \
	sweep/sweep_lru_group.h \
	sweep/sweep_mru_filter.c \
	sweep/sweep_mru_filter.h \
	sweep/sweep_plan.c \
	sweep/sweep_plan.h \
	sweep/sweep_simulate.c \
	sweep/sweep_simulate.h \
	sweep/sweep_specification.c \
	sweep/sweep_specification.h \
	sweep/sweep_stack.c \
	sweep/sweep_stack.h
