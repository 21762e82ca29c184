/* spy_sample.h: samples of a run (--sample, --sample-phases): only these are simulated.
 *
 * Before a planned sample (spy_plan.h), the program's references fill the caches (the warm-up); then they are counted
 * (the sample). Between samples, blocks of the program only count their instructions; allocations and mappings are
 * still recorded, and the processors' clocks advance by an estimate from the samples so far.
 *
 * The number of instructions that a thread may execute until the next look is in its shadow area, next to the cursor of
 * its queue. While it is not negative, blocks are plain; else their recording aliases run (spy_alias.h, spy_enter.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_batches.h"
#include "memspy/core/spy_valgrind.h"

/* The first: the offset, in the shadow area, of the number of instructions left. The second: the value of that field
 * while the thread records. */
enum { SPY_SAMPLE_OFFSET = 8 };
#define SPY_SAMPLE_RECORDS (1ULL << 63)

/* Whether the run is sampled; set by spy_sample_start(), after options and before the program runs. */
extern Bool spy_sample_on;
static inline Bool spy_sample_is_on(void) { return spy_sample_on; }
void spy_sample_start(void);

/* The length of a slice between samples: this number of simulated slices. */
enum { SPY_SAMPLE_SLICE = 32 };

/* The instructions that a thread has left. */
Long spy_sample_left(ThreadId tid);

/* Queues the instructions that a thread executed without recording. Call before its queue is read. */
void spy_sample_settle(ThreadId tid);

/* A thread has a new queue, gets the lock, or takes turns from now on: sets the instructions that it may execute, in
 * slices of `cycles`; 0: it takes no turns. */
void spy_sample_new(ThreadId tid, ULong cycles);
void spy_sample_grant(ThreadId tid, ULong cycles);

/* Whether a thread records now; always true if the run is not sampled. */
Bool spy_sample_records(ThreadId tid);

/* Call when the handler of a signal has returned. The signal's frame has then restored the instructions left when it
 * was created. */
void spy_sample_returned(ThreadId tid);

/* Call when a thread has executed all instructions left. Returns whether it continues without recording, with another
 * slice. */
Bool spy_sample_goes_on(ThreadId tid, ULong cycles);

/* Call when the thread begins to record: finds its open calls in its stack. */
void spy_sample_begin(ThreadId tid);

/* Returns the slice for one of `n` threads: `cycles`, or less if a sample is too short to give each thread several
 * slices. */
ULong spy_sample_slice(ULong cycles, UInt n);

/* The number of words, at most `most`, that the running thread may record after the records in [at, end), which are not
 * handed over yet. Since one word can be a whole block, this limit makes the phase too long by at most one block. 0:
 * the phase is over. */
ULong spy_sample_words(ULong most, const ULong *at, const ULong *end);

/* Call after a thread's records in [at, end) have been handed over. If the phase is over, makes the thread look at its
 * next block. */
void spy_sample_recorded(ThreadId tid, const ULong *at, const ULong *end);

/* Call when a running thread that skips has got a block and the place where the block's address is stored must be
 * found. Makes the thread record for a short time, without counting, from its next look on. False: it does not record,
 * since the next warm-up is near. */
Bool spy_sample_look(ThreadId tid);

/* Restarts a current look for a further block. */
void spy_sample_look_on(void);

/* Whether the look, the warm-up or the sample is over; if so, ends it with the counts of all simulated references.
 * After a look, call it when all records have been simulated. */
Bool spy_sample_is_over(void);
Bool spy_sample_was_look(void);
void spy_sample_next(void);

/* Before a profile, when all records have been simulated, and blocks' counts are flushed: moves the counts that belong
 * to the profile to the account. */
void spy_sample_settle_counts(void);

/* The counts of the samples; NULL: the run is not sampled. */
const bin_batches *spy_sample_batches(void);

/* Call after all counts were set to zero. */
void spy_sample_zero(void);

/* As spy_sample_zero(), in a child after fork, which has no intervals of phases. */
void spy_sample_forked(void);

/* Call at the end of the run: reports the phases that the run did not reach. */
void spy_sample_say_missed(void);

/* The instructions of the run so far. */
ULong spy_sample_position(void);
