/* spy_vectors.h: basic-block vectors (--bbv-file): the number of instructions of each code block in each interval of
 * the run, on each processor (a thread's number, of the first 64). Intervals include all threads, and have a fixed
 * number of instructions or cycles.
 *
 * Translated code (translate/spy_block_counts.h) adds to the blocks' counters and subtracts from the rest of an
 * interval of instructions. Intervals of cycles end between slices, which end with them (sample/spy_sample.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Whether code that is translated now must count its instructions. */
Bool spy_vectors_are_wanted(void);

/* Creates the file, before the program's first instruction. If that fails, the error is reported, and nothing is
 * counted. */
void spy_vectors_begin(void);

/* Call before a thread runs. */
void spy_vectors_run(ThreadId tid);

/* The index in spy_vectors_counts of the code block whose first instruction is at `start`. */
UInt spy_vectors_block(Addr start);

/* The running thread's counters, by block: instructions in the current interval. They move when blocks are added, and
 * when another thread runs. */
extern ULong *spy_vectors_counts;

/* Instructions left in the interval; 0 or less: it is over. Constant with intervals of cycles. */
extern Long spy_vectors_left;

/* Called by translated code at the end of an interval: writes its vector and begins the next one. */
void spy_vectors_next(void);

/* Whether intervals are of cycles, and the file exists. */
Bool spy_vectors_are_of_cycles(void);

/* Ends the intervals of cycles that are over at `now`, the smallest clock of the processors with work. Returns the
 * cycles left in the current interval, at least 1. */
ULong spy_vectors_cycles(ULong now);

/* Writes the last, possibly incomplete interval, and completes the file. False: the file is incomplete, which was
 * reported. */
Bool spy_vectors_finish(void);

/* The process is about to execute another program, from the file `path` (NULL: unknown): completes the file, with the
 * suffix ".exec". */
void spy_vectors_exec(const HChar *path);

/* In a child after fork: the file stays the parent's. A child with another file name (%p) creates one. */
void spy_vectors_forked(void);
