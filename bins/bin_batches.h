/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_batches.h: the counts of the samples of a run, and their variation among samples.
 *
 * A sampled run of the program is simulated in pieces. The counts of a warm-up piece, which only fills caches, are
 * discarded. The counts of a sample are kept, and also added to one of BIN_BATCHES batches, in turn. Each batch is a
 * sample of the whole run, with a period BIN_BATCHES times as long. A count of a cell, or of any sum of cells, is
 * scaled by the ratio of all instructions to the instructions of the samples. The variation among batches estimates the
 * error of the scaled count.
 *
 * If the samples are intervals that represent the run's phases, each count of an interval is multiplied by its weight.
 * Weights are integers, so that sums of counts remain consistent: the account is that of a run that executes each
 * interval `weight` times. Counts of the whole run are the account's counts, times the ratio of all instructions to the
 * account's instructions. If phases have several intervals, each interval is a batch. If each phase has one interval,
 * there is no estimate of the error. */
#pragma once

#include "bins/bin_account.h"

enum { BIN_BATCHES = 16 };

typedef struct {
  uint64_t samples;
  uint64_t instructions; /* number of instructions of all processors in the batch's samples */
} bin_batch;

/* An interval that represents a phase of the program's run. */
typedef struct {
  uint64_t phase;           /* number of the phase, from 1 */
  uint64_t interval, begin; /* number of the interval, from 0; number of instructions of the run before the interval */
  uint64_t share;           /* share of the run's instructions that the interval represents, in 1/BIN_PHASE_WHOLE
                            (bin_format.h) */
  uint64_t weight;          /* factor of the interval's counts, at least 1 */
  uint64_t instructions; /* number of instructions of all processors in the interval, without the factor; 0: the run did
                            not reach it */
} bin_phase;

/* Consecutive intervals of one phase. */
typedef struct {
  uint64_t phase, instructions;
} bin_stretch;

typedef struct bin_batches bin_batches;

/* Returns new batches of an account that has no counts yet. The account must outlive the batches. Free with
 * bin_batches_free(). */
bin_batches *bin_batches_new(bin_account *account);

/* As bin_batches_new(), but for a run that is sampled by phase. `phases` has `n` intervals, at least one, with
 * `instructions` 0. The array is copied. */
bin_batches *bin_batches_new_of_phases(bin_account *account, const bin_phase *phases, unsigned n);
void bin_batches_free(bin_batches *batches);

/* Discards the counts that the account got since the last call of bin_batches_drop() or bin_batches_keep(). Caches,
 * causes and bins stay. Pending references of sites and of block runs must be flushed. */
void bin_batches_drop(bin_batches *batches);

/* Keeps the counts that the account got since the last call of bin_batches_drop() or bin_batches_keep() as a sample.
 * Discards them if they have no instructions. Pending references of sites and of block runs must be flushed. */
void bin_batches_keep(bin_batches *batches);

/* As bin_batches_keep(), but for the counts of the interval `number`, which are multiplied by the interval's weight.
 * Further calls for the same interval add to its counts. */
void bin_batches_keep_phase(bin_batches *batches, unsigned number);

/* The next two functions return the number of intervals that represent phases (0: the run is not sampled by phase), and
 * one of these intervals. */
unsigned bin_batches_phases(const bin_batches *batches);
const bin_phase *bin_batches_phase(const bin_batches *batches, unsigned number);

/* Returns, for the profile, the number of batches with samples. For a run sampled by phase, returns the number of
 * intervals if some phase has several, otherwise 0. */
unsigned bin_batches_count(const bin_batches *batches);

/* Returns the batch `number`, below BIN_BATCHES, of a run that is not sampled by phase. */
const bin_batch *bin_batches_get(const bin_batches *batches, unsigned number);

/* The next functions return the misses, and their stall in cycles, of a cell in a batch or interval, without the
 * weight. `cell` is the number of the cell. */
uint64_t bin_batches_misses(const bin_batches *batches, unsigned number, uint32_t cell);
uint64_t bin_batches_stall(const bin_batches *batches, unsigned number, uint32_t cell);

/* The next two functions set and return, for the profile, the number of instructions of the whole run, inside and
 * outside of samples. */
void bin_batches_executed(bin_batches *batches, uint64_t instructions);
uint64_t bin_batches_all_instructions(const bin_batches *batches);
