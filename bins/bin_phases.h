/* bin_phases.h: the intervals of a run that represent its phases, read from the text of a file of phases
 * (docs/phases-format.md).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BINS_BIN_PHASES_H
#define BINS_BIN_PHASES_H

#include "bins/bin_batches.h"

/* The first word of such a file, and the version of its format. Files of version 1 have no end line. */
#define BIN_PHASES_FORMAT "memspy-phases"
enum { BIN_PHASES_VERSION = 2 };

/* An interval that represents a phase. Intervals do not overlap. */
typedef struct {
  uint64_t phase;        /* its number, from 1 */
  uint64_t interval;     /* its number, from 0 */
  uint64_t begin;        /* instructions before it */
  uint64_t instructions; /* in it, at least 1 */
  uint32_t share;        /* of the run's instructions that it represents, in billionths: all add up to 1 */
} bin_representative;

typedef struct {
  bin_representative *intervals; /* by where they begin; at least one, at most BIN_PHASES_MOST */
  uint32_t n_intervals;
  bin_stretch *stretches; /* from the run's begin to its end; none: the file does not have them */
  uint32_t n_stretches;
} bin_representatives;

/* What is wrong with a file. */
typedef struct {
  uint32_t line; /* from 1 */
  char message[200];
} bin_phases_error;

/* Reads a text of n bytes, all of a file. False: *error. The caller ends with bin_phases_clear() in any case. */
bool bin_phases_read(bin_representatives *all, const char *text, size_t n, bin_phases_error *error);

/* Frees what the representatives take; they are none then. */
void bin_phases_clear(bin_representatives *all);

#endif
