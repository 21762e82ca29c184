/* SPDX-License-Identifier: GPL-2.0-or-later
 * phases_intervals.h: reads the intervals of a program's execution from a file of basic-block vectors. The file was
 * written by --bbv-file, by Valgrind's exp-bbv, or by another tool for SimPoint (docs/phases-format.md). */
#pragma once

#include <glib.h>

#include "ui/phases/phases_projection.h"

typedef struct {
  uint64_t begin, instructions; /* start of the interval: number of instructions executed before it */
} PhasesInterval;

typedef struct {
  unsigned n;                /* at least 1 */
  uint64_t instructions;     /* number of instructions of all intervals */
  PhasesInterval *intervals; /* all intervals, in the order of execution; each has at least one instruction */
  /* indexed by interval: the projection of its vector, whose elements are shares of the interval's instructions */
  PhasesPoint *points;
} PhasesIntervals;

#define PHASES_ERROR phases_error_quark()
GQuark phases_error_quark(void);

typedef enum {
  PHASES_ERROR_READ,   /* the file cannot be read */
  PHASES_ERROR_INVALID /* the file has no vectors, or an invalid line */
} PhasesError;

/* Reads a file or pipe of basic-block vectors. seed: selects the projection. shortest: consecutive intervals are joined
 * until they have this number of instructions. If the file cannot be read, a line is invalid, or a file of the tool is
 * truncated, returns NULL and sets *error, with file and line. The caller frees the result with
 * phases_intervals_free(), which accepts NULL. */
PhasesIntervals *phases_intervals_read(const char *path, uint64_t shortest, uint64_t seed, GError **error);

/* Returns the number of instructions of the longest interval. */
uint64_t phases_intervals_longest(const PhasesIntervals *intervals);

void phases_intervals_free(PhasesIntervals *intervals);
