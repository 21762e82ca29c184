/* naive_window.h: a slow and simple model of the window of coherence/coh_window.h. It simulates instruction by
 * instruction, and keeps all misses of the program in one list. coh_window.c states the rules.
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
  uint64_t line;      /* when the line arrives and a line fill buffer is free, in ticks */
  uint64_t completed; /* ticks */
  uint64_t waited;    /* cycles that the processor waited for it */
} naive_miss;

typedef struct {
  coh_window_config config;
  naive_miss misses[NAIVE_MISSES];
  size_t n;
  uint64_t instruction; /* the instruction that entered last */
  uint64_t clock;       /* ticks */
  uint64_t stalled;     /* how long the clock was stopped, in ticks */
} naive_window;

/* Starts with an empty window. */
void naive_window_start(naive_window *w, const coh_window_config *config);

/* All instructions up to a number enter. */
void naive_window_run(naive_window *w, uint64_t instruction);

/* An instruction that misses enters. The result is valid until the next start. */
const naive_miss *naive_window_miss(naive_window *w, const coh_window_miss *miss);

/* Waits until everything after an instruction is complete. */
void naive_window_drain(naive_window *w, uint64_t instruction);
