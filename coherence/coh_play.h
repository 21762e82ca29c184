/* coh_play.h: simulates a machine for its counts alone, without callbacks. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_pattern.h"

enum { COH_SOURCES = COH_FROM_CACHE + 1 };

/* The counts of all processors together. */
typedef struct {
  coh_counts counts;
  uint64_t from[COH_SOURCES]; /* D1 misses by coh_source */
} coh_tally;

/* The misses of simulated patterns. All zero: none. */
typedef struct {
  uint64_t from[COH_SOURCES]; /* as in a tally */
  coh_cell_misses *cells;     /* by number, up to the room */
  uint32_t room;
} coh_played;

/* Makes the references of a pattern, without requesters, and adds their misses to *played. */
void coh_play(coh_system *system, const coh_pattern *pattern, coh_played *played);

/* Adds misses of a cell that were counted elsewhere. */
void coh_played_add_cell(coh_played *played, uint32_t cell, const coh_cell_misses *misses);

/* Returns the misses of a cell's references. */
coh_cell_misses coh_played_cell(const coh_played *played, uint32_t cell);

/* coh_played_zero() sets all counts to zero; coh_played_clear() also frees the memory. */
void coh_played_zero(coh_played *played);
void coh_played_clear(coh_played *played);
