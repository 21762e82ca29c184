/* spy_vectors.h: basic-block vectors (--bbv-file): the number of instructions of each code block in each interval of
 * the run, on each processor. (Here, a processor is the number of a thread, among the first 64.) Intervals include all
 * threads, and have a fixed number of instructions or cycles.
 *
 * Translated code (translate/spy_block_counts.h) adds to the counters of blocks. If intervals are of instructions, it
 * also subtracts from the number of instructions left in the interval. Intervals of cycles end between slices: at the
 * end of an interval, the slices of threads end, too (sample/spy_sample.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Returns whether code that is translated from now on must count its instructions. */
Bool spy_vectors_are_wanted(void);

/* Creates the file, before the program's first instruction. If that fails, the error is reported, and nothing is
 * counted. */
void spy_vectors_begin(void);

/* Call before a thread runs. */
void spy_vectors_run(ThreadId tid);

/* Returns the index in spy_vectors_counts of the code block whose first instruction is at `start`. */
UInt spy_vectors_block(Addr start);

/* The counters of the running thread, by code block. A counter is the number of the block's instructions that the
 * thread executed in the current interval. The array moves when blocks are added, and changes when another thread
 * runs. */
extern ULong *spy_vectors_counts;

/* The number of instructions left in the interval. At 0 or less, the interval has ended. The number is constant if
 * intervals are of cycles. */
extern Long spy_vectors_left;

/* Called by translated code at the end of an interval: writes its vector and begins the next one. */
void spy_vectors_next(void);

/* Returns whether intervals are of cycles, and the file exists. */
Bool spy_vectors_are_of_cycles(void);

/* Completes the intervals of cycles whose end is not later than `now`, the smallest clock of the processors with work.
 * Returns the cycles left in the current interval, at least 1. */
ULong spy_vectors_cycles(ULong now);

/* Writes the last interval, which can be incomplete, and completes the file. Returns False if the file is incomplete;
 * the error was reported. */
Bool spy_vectors_finish(void);

/* Call when the process is about to execute another program, from the file `path` (NULL: unknown). Completes the file,
 * with the suffix ".exec". */
void spy_vectors_exec(const HChar *path);

/* Call in a child after fork. The file remains the parent's. If the child has another file name (%p), it creates its
 * own file. */
void spy_vectors_forked(void);
