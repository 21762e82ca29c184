/* spy_representatives.h: the file of --sample-phases: which intervals of a run represent its phases, as `memspy phases
 * -o` writes it (docs/phases-format.md).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_REPRESENTATIVES_H
#define MEMSPY_SPY_REPRESENTATIVES_H

#include "memspy/core/spy_valgrind.h"

/* An interval that represents a phase. Intervals do not overlap. */
typedef struct {
  ULong interval;     /* its number, from 0 */
  ULong begin;        /* instructions before it */
  ULong instructions; /* in it, at least 1 */
  UInt share;         /* the phase's part of the run's instructions, in billionths: all add up to 1 */
} spy_representative;

/* Reads the file `name`. Returns its representatives by where they begin, *n of them, at least one; they stay for ever.
 * A line that is wrong ends the run with a message that names the file and the line. NULL: it cannot be read, and
 * *wrong says why. */
const spy_representative *spy_representatives_read(const HChar *name, UInt *n, const HChar **wrong);

#endif
