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

/* Makes the references of a pattern, with nobody to blame, and adds misses to from[COH_SOURCES]. */
void coh_play(coh_system *system, const coh_pattern *pattern, uint64_t *from);

#endif
