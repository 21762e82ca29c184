/* spy_sample.h: a run of which only samples are simulated.
 *
 * Some stretches of the program (spy_plan.h) first fill the caches (the warm-up) and then are counted (the sample).
 * Between them blocks of the program count their instructions and do nothing else: what the program allocates and maps
 * is noted as always, and the processors' clocks go on as the samples so far let expect.
 *
 * What a thread may execute until the next look stands in its shadow area, beside the cursor of its queue. While it is
 * not negative blocks are plain; else they are run by their alias (spy_alias.h, spy_enter.h), which records.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_SAMPLE_H
#define MEMSPY_SPY_SAMPLE_H

#include "bins/bin_batches.h"
#include "memspy/core/spy_valgrind.h"

/* Offset in the shadow area of the instructions left, and what stands there while the thread records. */
enum { SPY_SAMPLE_OFFSET = 8 };
#define SPY_SAMPLE_RECORDS (1ULL << 63)

/* Whether the run is sampled; set by spy_sample_start(), after options and before the program runs. */
extern Bool spy_sample_on;
static inline Bool spy_sample_is_on(void) { return spy_sample_on; }
void spy_sample_start(void);

/* A slice between samples, where nothing is counted, is so many times as long as one that is simulated. */
enum { SPY_SAMPLE_SLICE = 32 };

/* The instructions that a thread has left. */
Long spy_sample_left(ThreadId tid);

/* Queues what a thread has executed without recording. To be called before its queue is looked at. */
void spy_sample_settle(ThreadId tid);

/* The thread has a queue now; it gets the lock, or takes turns from now on: sets what it may execute, in slices of so
 * many cycles; 0: it takes no turns. */
void spy_sample_new(ThreadId tid, ULong cycles);
void spy_sample_grant(ThreadId tid, ULong cycles);

/* Whether a thread records now: always where the run is not sampled. */
Bool spy_sample_records(ThreadId tid);

/* The handler of a signal has returned, and its frame brought back what was left when it was made. */
void spy_sample_returned(ThreadId tid);

/* A thread has executed all that was left. Returns whether it goes on without recording: another slice. */
Bool spy_sample_goes_on(ThreadId tid, ULong cycles);

/* The thread records from here on: its calls are those that its stack says. */
void spy_sample_begin(ThreadId tid);

/* A slice of so many cycles, of one of so many threads: where it is recorded, a shorter one if samples are so short
 * that no thread would have many in one. */
ULong spy_sample_slice(ULong cycles, UInt n);

/* How many of `most` words the running thread may record behind the records of [at, end), which it has not handed over
 * yet, so that the phase is not over by more than a block of code: a word may stand for a whole one. 0: it is over. */
ULong spy_sample_words(ULong most, const ULong *at, const ULong *end);

/* The records of [at, end), of a thread, have been handed over to be simulated. If the phase is over by that, the
 * thread's next block is to look. */
void spy_sample_recorded(ThreadId tid, const ULong *at, const ULong *end);

/* A running thread that skips has got a block, and what holds its address is to be seen: it records for a moment, from
 * its next look on; nothing of that counts. False: it does not, as the next warm-up is near. */
Bool spy_sample_look(ThreadId tid);

/* Something new is to be looked for while a thread records: a look, if that is what is recorded, begins anew. */
void spy_sample_look_on(void);

/* Whether the look, the warm-up or the sample is over; ends it: what counts as part of it is what has been simulated.
 * After a look that is to be all that is recorded. */
Bool spy_sample_is_over(void);
Bool spy_sample_was_look(void);
void spy_sample_next(void);

/* Before a profile, when all that is recorded has been simulated, and blocks' counts are flushed: what counts is in the
 * account, what does not is not. */
void spy_sample_settle_counts(void);

/* What the samples have counted; NULL: the run is not sampled. */
const bin_batches *spy_sample_batches(void);

/* All counts were set to zero. */
void spy_sample_zero(void);

/* In a child after fork: the same; intervals that represent phases are the parent's. */
void spy_sample_forked(void);

/* At the end of the run: reports phases that it did not come to. */
void spy_sample_say_missed(void);

/* Instructions of the run so far. */
ULong spy_sample_position(void);

#endif
