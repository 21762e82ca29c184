/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_batches.h: what an account counted in samples of a run, and how much the samples differ.
 *
 * A run that is sampled is simulated in pieces. What is counted in a piece that only fills caches is taken back; what
 * is counted in a sample stays, and is added to one of BIN_BATCHES batches, in turn. Each batch is a sample of the
 * whole run, with a period so many times as long, so that how much the batches differ tells how far a count, multiplied
 * by all instructions over those of the samples, may be off: of a cell, and of any sum of cells.
 *
 * Where the samples are intervals that represent the run's phases, each count of an interval is multiplied by its
 * weight, a whole number, so that all that adds up still does: the account is that of a run that goes through the
 * interval so many times. Counts of the whole run are those times all instructions over the account's. Each interval is
 * a batch, where phases have several; where they have one, that does not tell how far another one is off. */
#pragma once

#include "bins/bin_account.h"

enum { BIN_BATCHES = 16 };

typedef struct {
  uint64_t samples;
  uint64_t instructions; /* of all processors, in these samples */
} bin_batch;

/* An interval that represents a phase of the run. */
typedef struct {
  uint64_t phase;           /* number of the phase, from 1 */
  uint64_t interval, begin; /* its number, from 0; the instructions of the run before it */
  uint64_t share;           /* of the run's instructions that it represents, in BIN_PHASE_WHOLE-ths (bin_format.h) */
  uint64_t weight;          /* by which counts of the interval are multiplied, at least 1 */
  uint64_t instructions;    /* of all processors, in the interval, not multiplied; 0: the run did not come to it */
} bin_phase;

/* Intervals that follow each other and are of one phase. */
typedef struct {
  uint64_t phase, instructions;
} bin_stretch;

typedef struct bin_batches bin_batches;

/* For an account that has counted nothing yet, which must outlive it. Free with bin_batches_free(). */
bin_batches *bin_batches_new(bin_account *account);

/* The same for a run whose n phases, at least one, are represented; they are copied. `instructions` of each must be 0.
 */
bin_batches *bin_batches_new_of_phases(bin_account *account, const bin_phase *phases, unsigned n);
void bin_batches_free(bin_batches *batches);

/* Takes back all that the account has counted since the last of these calls; caches, causes and bins stay. References
 * pending at sites and runs of blocks must be flushed. */
void bin_batches_drop(bin_batches *batches);

/* Keeps what it has counted since: that is a sample. Where it has no instructions it is none, and is taken back. The
 * same must be flushed. */
void bin_batches_keep(bin_batches *batches);

/* The same of what was counted in the interval of the phase of that number: multiplies it. What
 * is kept of a phase later is added. */
void bin_batches_keep_phase(bin_batches *batches, unsigned number);

/* How many phases there are, 0 of a run without; and one of them. */
unsigned bin_batches_phases(const bin_batches *batches);
const bin_phase *bin_batches_phase(const bin_batches *batches, unsigned number);

/* For the profile: how many batches have samples, or, by phase, how many intervals there are where some phase has
 * several, else 0. */
unsigned bin_batches_count(const bin_batches *batches);

/* A batch, number below BIN_BATCHES, of a run without phases. */
const bin_batch *bin_batches_get(const bin_batches *batches, unsigned number);

/* What a batch or interval has of the cell of that number, not multiplied; there may be nothing: misses, and the cycles
 * that they stalled. */
uint64_t bin_batches_misses(const bin_batches *batches, unsigned number, uint32_t cell);
uint64_t bin_batches_stall(const bin_batches *batches, unsigned number, uint32_t cell);

/* Instructions that the program executed in all, in samples or not: noted for the profile. */
void bin_batches_executed(bin_batches *batches, uint64_t instructions);
uint64_t bin_batches_all_instructions(const bin_batches *batches);
