/* coh_play.h: a machine simulated for its counts alone: nobody is told where the misses are.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_PLAY_H
#define COHERENCE_COH_PLAY_H

#include "coherence/coh_pattern.h"

enum { COH_SOURCES = COH_FROM_CACHE + 1 };

/* The counts of all processors together. */
typedef struct {
  coh_counts counts;
  uint64_t from[COH_SOURCES]; /* references that missed in the D1, by where the line was found: coh_source */
} coh_tally;

/* What the references that were played missed. All zero: nothing. */
typedef struct {
  uint64_t from[COH_SOURCES]; /* as in a tally */
  coh_cell_misses *cells;     /* by number, as far as there is room */
  uint32_t room;
} coh_played;

/* Makes the references of a pattern, with nobody to blame, and adds what they miss. */
void coh_play(coh_system *system, const coh_pattern *pattern, coh_played *played);

/* Adds misses of a cell that were counted elsewhere. */
void coh_played_add_cell(coh_played *played, uint32_t cell, const coh_cell_misses *misses);

/* What the references of a cell missed. */
coh_cell_misses coh_played_cell(const coh_played *played, uint32_t cell);

/* Sets all counts to zero; frees what it took and does the same. */
void coh_played_zero(coh_played *played);
void coh_played_clear(coh_played *played);

#endif
