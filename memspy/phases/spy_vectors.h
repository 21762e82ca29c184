/* spy_vectors.h: basic-block vectors (--bbv-file): how many instructions of each code block the program executes in
 * each interval of the run, on each processor: a thread's number, of the first 64. Intervals are of all threads
 * together: of so many instructions, or of so many cycles.
 *
 * Translated code (translate/spy_counted.h) adds to the blocks' counters and takes from what is left of an interval of
 * instructions. Intervals of cycles end between slices, which end with them (sample/spy_sample.h).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_VECTORS_H
#define MEMSPY_SPY_VECTORS_H

#include "memspy/core/spy_valgrind.h"

/* Whether code that is translated now is to count. */
Bool spy_vectors_are_wanted(void);

/* Opens the file, before the program's first instruction. A file that cannot be made is reported, and nothing is
 * counted. */
void spy_vectors_begin(void);

/* That thread runs from now on. */
void spy_vectors_run(ThreadId tid);

/* Which of spy_vectors_counts is that of the code block whose first instruction is at `start`. */
UInt spy_vectors_block(Addr start);

/* The running thread's counters, by block: instructions executed in this interval. They move when blocks are made, and
 * when another thread runs. */
extern ULong *spy_vectors_counts;

/* Instructions that are left of the interval; 0 or less: it is over. Of cycles it is never over by them. */
extern Long spy_vectors_left;

/* For translated code, when the interval is over: writes its vector and begins the next one. */
void spy_vectors_next(void);

/* Whether intervals are of cycles, and there is a file to write them to. */
Bool spy_vectors_are_of_cycles(void);

/* No processor that has something to do is behind the clock `now`: ends intervals of cycles that are over. Returns the
 * cycles that are left of the next one, at least 1. */
ULong spy_vectors_cycles(ULong now);

/* Writes what the last interval has so far, and completes the file. False: there is no complete file, which was
 * reported. */
Bool spy_vectors_finish(void);

/* The process is about to become another program, from the file `path` (NULL: not known): the file is completed, and
 * its name gets the suffix ".exec". */
void spy_vectors_exec(const HChar *path);

/* In a child after fork: the file is the parent's. A child whose file would have another name (%p) makes one. */
void spy_vectors_forked(void);

#endif
