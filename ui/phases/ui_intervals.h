/* ui_intervals.h: the intervals of a run, read from a file of basic-block vectors: those of --bbv-file, of Valgrind's
 * exp-bbv, and of other tools that write for SimPoint (docs/phases-format.md).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_INTERVALS_H
#define UI_UI_INTERVALS_H

#include <glib.h>

#include "ui/phases/ui_projection.h"

typedef struct {
  uint64_t begin, instructions; /* of the run; the first interval begins at 0 */
} UiInterval;

typedef struct {
  unsigned n;            /* at least 1 */
  uint64_t instructions; /* of all */
  UiInterval *intervals; /* in the order of the run; none is without instructions */
  UiPoint *points;       /* of each: its vector, as shares of its instructions, projected */
} UiIntervals;

#define UI_PHASES_ERROR ui_phases_error_quark()
GQuark ui_phases_error_quark(void);

typedef enum {
  UI_PHASES_ERROR_READ,   /* the file cannot be read */
  UI_PHASES_ERROR_INVALID /* it holds no vectors, or wrong ones */
} UiPhasesError;

/* Reads the file, or a pipe. `seed`: of the projection. Consecutive intervals are joined until they have `shortest`
 * instructions. NULL: it cannot be read, a line of it is wrong, or it is a file of the tool's that was cut; *error
 * names the file, and the line. The caller ends with ui_intervals_free(). */
UiIntervals *ui_intervals_read(const char *path, uint64_t shortest, uint64_t seed, GError **error);

/* Instructions of the longest one. */
uint64_t ui_intervals_longest(const UiIntervals *intervals);

/* Frees them; NULL is allowed. */
void ui_intervals_free(UiIntervals *intervals);

#endif
