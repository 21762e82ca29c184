/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_intervals.h: reads the intervals of a run from a file of basic-block vectors, written by --bbv-file, by Valgrind's
 * exp-bbv, or by another tool for SimPoint (docs/phases-format.md). */
#pragma once

#include <glib.h>

#include "ui/phases/ui_projection.h"

typedef struct {
  uint64_t begin, instructions; /* in instructions of the run, from 0 */
} UiInterval;

typedef struct {
  unsigned n;            /* at least 1 */
  uint64_t instructions; /* sum of all intervals */
  UiInterval *intervals; /* in the order of the run; none is empty */
  UiPoint *points;       /* by interval: its projected vector of shares of instructions */
} UiIntervals;

#define UI_PHASES_ERROR ui_phases_error_quark()
GQuark ui_phases_error_quark(void);

typedef enum {
  UI_PHASES_ERROR_READ,   /* the file cannot be read */
  UI_PHASES_ERROR_INVALID /* the file has no vectors, or invalid ones */
} UiPhasesError;

/* Reads a file or pipe. seed: selects the projection. Consecutive intervals are joined until they have `shortest`
 * instructions. Returns NULL and sets *error, with file and line, if the file cannot be read, a line is invalid, or a
 * file of the tool is truncated. The caller frees the result with ui_intervals_free(), which accepts NULL. */
UiIntervals *ui_intervals_read(const char *path, uint64_t shortest, uint64_t seed, GError **error);

/* The instructions of the longest interval. */
uint64_t ui_intervals_longest(const UiIntervals *intervals);

void ui_intervals_free(UiIntervals *intervals);
