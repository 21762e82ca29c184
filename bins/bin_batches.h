/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_batches.h: the counts of the samples of a run, and their variation among samples.
 *
 * A sampled run is simulated in pieces. The counts of a warm-up piece, which only fills caches, are discarded. The
 * counts of a sample are kept, and also added to one of BIN_BATCHES batches, in turn. Each batch is a sample of the
 * whole run, with a period BIN_BATCHES times as long. The variation among batches therefore estimates the error of a
 * count of a cell, or of any sum of cells, that is scaled by all instructions over the instructions of the samples.
 *
 * If the samples are intervals that represent the run's phases, each count of an interval is multiplied by its weight.
 * Weights are integers, so that sums of counts still hold: the account is that of a run that goes through the interval
 * `weight` times. Counts of the whole run are the account's counts times all instructions over the account's
 * instructions. If phases have several intervals, each interval is a batch. If each phase has one interval, there is no
 * estimate of the error. */
#pragma once

#include "bins/bin_account.h"

enum { BIN_BATCHES = 16 };

typedef struct {
  uint64_t samples;
  uint64_t instructions; /* instructions of all processors in the batch's samples */
} bin_batch;

/* An interval that represents a phase of the run. */
typedef struct {
  uint64_t phase;           /* number of the phase, from 1 */
  uint64_t interval, begin; /* number of the interval, from 0; number of instructions before it */
  uint64_t share;        /* share of the run's instructions that it represents, in 1/BIN_PHASE_WHOLE (bin_format.h) */
  uint64_t weight;       /* factor of the interval's counts, at least 1 */
  uint64_t instructions; /* instructions of all processors in it, without the factor; 0: the run did not reach it */
} bin_phase;

/* Consecutive intervals of one phase. */
typedef struct {
  uint64_t phase, instructions;
} bin_stretch;

typedef struct bin_batches bin_batches;

/* Returns new batches of an account without counts, which must outlive them. Free with bin_batches_free(). */
bin_batches *bin_batches_new(bin_account *account);

/* As bin_batches_new(), but for a run that is sampled by phase. `phases`: `n` intervals, at least one, with
 * instructions 0; they are copied. */
bin_batches *bin_batches_new_of_phases(bin_account *account, const bin_phase *phases, unsigned n);
void bin_batches_free(bin_batches *batches);

/* Discards the account's counts since the last drop or keep; caches, causes and bins stay. Pending references of sites
 * and runs of blocks must be flushed. */
void bin_batches_drop(bin_batches *batches);

/* Keeps the account's counts since the last drop or keep as a sample. Discards them if they have no instructions.
 * Pending references of sites and runs of blocks must be flushed. */
void bin_batches_keep(bin_batches *batches);

/* As bin_batches_keep(), but for counts of the interval `number`, which it multiplies by the interval's weight. Further
 * calls for an interval add to it. */
void bin_batches_keep_phase(bin_batches *batches, unsigned number);

/* Returns the number of intervals that represent phases (0: the run is not sampled by phase), or one of them. */
unsigned bin_batches_phases(const bin_batches *batches);
const bin_phase *bin_batches_phase(const bin_batches *batches, unsigned number);

/* For the profile. Returns the number of batches with samples; for a run sampled by phase, the number of intervals if a
 * phase has several, otherwise 0. */
unsigned bin_batches_count(const bin_batches *batches);

/* Returns a batch, number below BIN_BATCHES, of a run without phases. */
const bin_batch *bin_batches_get(const bin_batches *batches, unsigned number);

/* Returns the misses, or their stall in cycles, of a cell in a batch or interval, without the weight. `cell`: number of
 * the cell. */
uint64_t bin_batches_misses(const bin_batches *batches, unsigned number, uint32_t cell);
uint64_t bin_batches_stall(const bin_batches *batches, unsigned number, uint32_t cell);

/* Sets or returns, for the profile, the instructions of the whole run, inside and outside of samples. */
void bin_batches_executed(bin_batches *batches, uint64_t instructions);
uint64_t bin_batches_all_instructions(const bin_batches *batches);
