/* sweep_simulate.h: simulates a machine without callbacks, if only its counts are needed.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "sweep/sweep_access_loop.h"

enum { SWEEP_SOURCES = COH_FROM_CACHE + 1 };

/* Returns the sum of the counts of all processors. */
typedef struct {
  coh_counts counts;
  uint64_t from[SWEEP_SOURCES]; /* number of D1 misses, by source (coh_source) */
} sweep_tally;

/* The misses of simulated access loops. All fields are 0 at first. */
typedef struct {
  uint64_t from[SWEEP_SOURCES]; /* number of D1 misses, by source (coh_source) */
  sweep_cell_misses *cells;     /* misses of each cell, by the number of the cell; `room` elements */
  uint32_t room;
} sweep_played;

/* Simulates the references of an access loop, and adds their misses to *played. */
void sweep_simulate(coh_system *system, const sweep_access_loop *pattern, sweep_played *played);

/* Adds misses of a cell that the caller counted elsewhere. */
void sweep_played_add_cell(sweep_played *played, uint32_t cell, const sweep_cell_misses *misses);

/* Returns the misses of a cell's references. */
sweep_cell_misses sweep_played_cell(const sweep_played *played, uint32_t cell);

/* sweep_played_zero() sets all counts to zero; sweep_played_clear() also frees the memory. */
void sweep_played_zero(sweep_played *played);
void sweep_played_clear(sweep_played *played);
