/* spy_outside.h: the simulated time in which nothing is collected, since the program has stopped collection
 * (MEMSPY_STOP, --collect-atstart=no), or after which it has set the counts to zero (MEMSPY_ZERO). The clocks go on, so
 * that the threads keep their order, but no count contains this time.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Begins the run with or without collection. */
void spy_outside_start(Bool collect);

/* Starts or stops collection, at a clock in cycles. */
void spy_outside_switch(Bool collect, ULong clock);

/* The counts were set to zero at a clock in cycles: the time before this clock is no longer collected time. */
void spy_outside_zero(ULong clock);

/* Returns how many of the cycles from clock `from` to clock `to` are collected. */
ULong spy_outside_collected(ULong from, ULong to);
