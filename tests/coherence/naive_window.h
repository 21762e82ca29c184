/* naive_window.h: the window of coherence/coh_window.h, instruction by instruction, with all misses of the program kept
 * in one list. Slow and simple; coh_window.c states the rules.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stddef.h>

#include "coherence/coh_window.h"

enum { NAIVE_MISSES = 1000 };

/* A miss of the program so far, in program order. */
typedef struct {
  coh_window_miss what;
  bool blocks;        /* the reorder buffer contains it until it completes */
  bool buffered;      /* the store buffer contains it until it completes */
  uint64_t line;      /* ticks: the line comes, and a line fill buffer is free */
  uint64_t completed; /* ticks */
  uint64_t waited;    /* cycles that the processor waited for it */
} naive_miss;

typedef struct {
  coh_window_config config;
  naive_miss misses[NAIVE_MISSES];
  size_t n;
  uint64_t instruction; /* that entered last */
  uint64_t clock;       /* ticks */
  uint64_t stalled;     /* ticks, of the clock */
} naive_window;

/* Starts with an empty window. */
void naive_window_start(naive_window *w, const coh_window_config *config);

/* Lets all instructions up to a number enter. */
void naive_window_run(naive_window *w, uint64_t instruction);

/* Lets an instruction enter that misses. The result is valid until the next start. */
const naive_miss *naive_window_miss(naive_window *w, const coh_window_miss *miss);

/* Waits for everything after an instruction. */
void naive_window_drain(naive_window *w, uint64_t instruction);
