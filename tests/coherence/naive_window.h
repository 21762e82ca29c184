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
  bool blocks;        /* it is in the reorder buffer until it completes */
  bool buffered;      /* it is in the store buffer until it completes */
  bool forwarded;     /* the store buffer supplies the load */
  uint64_t entered;   /* ticks: time at which its instruction entered */
  bool in_buffer;     /* it takes a line fill buffer */
  uint64_t line;      /* ticks: time at which the line arrives, and its line fill buffer becomes free */
  uint64_t completed; /* ticks: time at which the miss completes */
  uint64_t waited;    /* cycles that the processor waited for it */
} naive_miss;

typedef struct {
  coh_window_config config;
  naive_miss misses[NAIVE_MISSES];
  size_t n;
  uint64_t instruction; /* number of the instruction that entered last */
  uint64_t clock;       /* time in ticks */
  uint64_t stalled;     /* ticks of all stalls */
} naive_window;

/* Starts with an empty window. */
void naive_window_start(naive_window *w, const coh_window_config *config);

/* Lets all instructions up to a number enter. */
void naive_window_run(naive_window *w, uint64_t instruction);

/* Lets an instruction that misses enter. The result is valid until the next start. */
const naive_miss *naive_window_miss(naive_window *w, const coh_window_miss *miss);

/* Returns whether the store buffer supplies a load of a word now. */
bool naive_window_forwards(const naive_window *w, uint64_t word);

/* Waits after an instruction until all misses have completed. */
void naive_window_drain(naive_window *w, uint64_t instruction);
