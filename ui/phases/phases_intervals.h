/* SPDX-License-Identifier: GPL-2.0-or-later
 * phases_intervals.h: reads the intervals of a run from a file of basic-block vectors, written by --bbv-file, by
 * Valgrind's exp-bbv, or by another tool for SimPoint (docs/phases-format.md). */
#pragma once

#include <glib.h>

#include "ui/phases/phases_projection.h"

typedef struct {
  uint64_t begin, instructions; /* in instructions of the run, from 0 */
} PhasesInterval;

typedef struct {
  unsigned n;                /* at least 1 */
  uint64_t instructions;     /* sum of all intervals */
  PhasesInterval *intervals; /* in the order of the run; none is empty */
  PhasesPoint *points;       /* by interval: its projected vector of shares of instructions */
} PhasesIntervals;

#define PHASES_ERROR phases_error_quark()
GQuark phases_error_quark(void);

typedef enum {
  PHASES_ERROR_READ,   /* the file cannot be read */
  PHASES_ERROR_INVALID /* the file has no vectors, or invalid ones */
} PhasesError;

/* Reads a file or pipe. seed: selects the projection. Consecutive intervals are joined until they have `shortest`
 * instructions. Returns NULL and sets *error, with file and line, if the file cannot be read, a line is invalid, or a
 * file of the tool is truncated. The caller frees the result with phases_intervals_free(), which accepts NULL. */
PhasesIntervals *phases_intervals_read(const char *path, uint64_t shortest, uint64_t seed, GError **error);

/* Returns the instructions of the longest interval. */
uint64_t phases_intervals_longest(const PhasesIntervals *intervals);

void phases_intervals_free(PhasesIntervals *intervals);
