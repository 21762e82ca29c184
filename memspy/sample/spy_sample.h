/* spy_sample.h: samples of a run (--sample, --sample-phases). Only the samples and their warm-ups are simulated.
 *
 * Before a planned sample (spy_plan.h), the program's references fill the caches, and are not counted (the warm-up).
 * Then the references are counted (the sample). Between samples, blocks of the program only count their instructions;
 * allocations and mappings are still recorded, and the processors' clocks advance by an estimate from the samples so
 * far.
 *
 * The number of instructions that a thread may execute before it must test again whether to record is in its shadow
 * area, next to the cursor of its queue. While this number is not negative, the plain forms of blocks run; otherwise,
 * their recording aliases run (spy_alias.h, spy_enter.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_batches.h"
#include "memspy/core/spy_valgrind.h"

/* SPY_SAMPLE_OFFSET is the offset, in the shadow area, of the number of instructions that the thread has left.
 * SPY_SAMPLE_RECORDS is the value of this number while the thread records. */
enum { SPY_SAMPLE_OFFSET = 8 };
#define SPY_SAMPLE_RECORDS (1ULL << 63)

/* Whether the run is sampled. spy_sample_start() sets it, after options were parsed and before the program runs. */
extern Bool spy_sample_on;
static inline Bool spy_sample_is_on(void) { return spy_sample_on; }
void spy_sample_start(void);

/* The length of a slice between samples, as a multiple of the length of a simulated slice. */
enum { SPY_SAMPLE_SLICE = 32 };

/* Returns the number of instructions that a thread may still execute before it must test again. */
Long spy_sample_left(ThreadId tid);

/* Queues the number of instructions that a thread executed without recording. Call it before the thread's queue is
 * read. */
void spy_sample_settle(ThreadId tid);

/* The next functions set the number of instructions that a thread may execute. Call them when the thread has a new
 * queue (_new()), gets the lock, or takes turns from now on. `cycles` is the length of its slices; 0 means that it
 * takes no turns. */
void spy_sample_new(ThreadId tid, ULong cycles);
void spy_sample_grant(ThreadId tid, ULong cycles);

/* Returns whether a thread records now; always true if the run is not sampled. */
Bool spy_sample_records(ThreadId tid);

/* Call when the handler of a signal has returned. The signal's frame has then restored the number of instructions left
 * from the time when the frame was created. */
void spy_sample_returned(ThreadId tid);

/* Call when a thread has no instructions left (spy_sample_left()). Returns whether it continues without recording, with
 * another slice. */
Bool spy_sample_goes_on(ThreadId tid, ULong cycles);

/* Finds the open calls of a thread on its stack. Call it when the thread begins to record. */
void spy_sample_begin(ThreadId tid);

/* Returns the slice for one of `n` threads: `cycles`, or less if a sample is too short to give each thread several
 * slices. */
ULong spy_sample_slice(ULong cycles, UInt n);

/* Returns the number of words, at most `most`, that the running thread may record after the records in [at, end), which
 * are not handed over yet. One word can be a whole block, so with this limit the current phase (warm-up, sample or
 * look) becomes too long by at most one block. Returns 0 if the phase has ended. */
ULong spy_sample_words(ULong most, const ULong *at, const ULong *end);

/* Call after a thread's records in [at, end) have been handed over. If the phase has ended, makes the thread notice the
 * end of the phase at its next block. */
void spy_sample_recorded(ThreadId tid, const ULong *at, const ULong *end);

/* Call when a running thread that skips has got a block and the place where the block's address is stored must be
 * found. Makes the thread record for a short time, without counting, from its next test on (a "look"). Returns False if
 * the thread will not record, because the next warm-up is near. */
Bool spy_sample_look(ThreadId tid);

/* Extends the current look for a further block. */
void spy_sample_look_on(void);

/* The first function returns whether the look, the warm-up or the sample has ended. The second returns whether it was a
 * look. The third ends it, with the counts of all simulated references. After a look, call the third function when all
 * records have been simulated. */
Bool spy_sample_is_over(void);
Bool spy_sample_was_look(void);
void spy_sample_next(void);

/* Moves the counts that belong to the profile to the account. Call it before a profile is written, when all records
 * have been simulated and the counts of blocks are flushed. */
void spy_sample_settle_counts(void);

/* Returns the counts of the samples, or NULL if the run is not sampled. */
const bin_batches *spy_sample_batches(void);

/* Call after all counts were set to zero. */
void spy_sample_zero(void);

/* As spy_sample_zero(), but in a child after fork, which has no intervals of phases. */
void spy_sample_forked(void);

/* Call at the end of the run: reports the phases that the run did not reach. */
void spy_sample_say_missed(void);

/* Returns the number of instructions of the run so far. */
ULong spy_sample_position(void);
