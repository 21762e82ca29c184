/* spy_representatives.h: the file of --sample-phases: which intervals of a run represent its phases, as `memspy phases
 * -o` writes it (docs/phases-format.md).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_REPRESENTATIVES_H
#define MEMSPY_SPY_REPRESENTATIVES_H

#include "bins/bin_batches.h"
#include "memspy/core/spy_valgrind.h"

/* An interval that represents a phase. Intervals do not overlap. */
typedef struct {
  ULong phase;        /* its number, from 1 */
  ULong interval;     /* its number, from 0 */
  ULong begin;        /* instructions before it */
  ULong instructions; /* in it, at least 1 */
  UInt share;         /* of the run's instructions that it represents, in billionths: all add up to 1 */
} spy_representative;

typedef struct {
  const spy_representative *intervals; /* by where they begin; at least one */
  UInt n_intervals;
  const bin_stretch *stretches; /* from the run's begin to its end; none: the file does not say */
  UInt n_stretches;
} spy_representatives;

/* Reads the file `name` into *all, which stays for ever. A line that is wrong ends the run with a message that names
 * the file and the line. False: it cannot be read, and *wrong says why. */
Bool spy_representatives_read(const HChar *name, spy_representatives *all, const HChar **wrong);

#endif
