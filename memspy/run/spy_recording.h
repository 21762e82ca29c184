/* spy_recording.h: recording as a whole: threads fill their queues, the drain empties them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_RECORDING_H
#define MEMSPY_SPY_RECORDING_H

#include "memspy/record/spy_record.h"

/* Called by translated code when the cursor is in the second half; `guest` is the guest state pointer. */
void spy_recording_full(void *guest);

/* The same where the run is sampled: or the thread has executed all that it may without recording. Returns
 * SPY_RECORDING_LEAVES if it skips from here on, or its slice is over. */
enum { SPY_RECORDING_LEAVES = 1 };
ULong spy_recording_look(void *guest);

/* Called where translated code is to end the slice, before a block at `at` with atomic instructions or a system call
 * there: spy_turns.at is that address if it is the thread's turn again. */
void spy_recording_turn(Addr at);

/* A thread is about to run. Where the core chooses the threads, the queue of the one that ran before is drained.
 * Returns whether the thread is new: its queue has just been made, and its stack is not known yet. */
Bool spy_recording_run(ThreadId tid);

/* A thread ended: its queue is drained and may be another thread's next. */
void spy_recording_end(ThreadId tid);

/* Appends an event to the queue of the running thread; before there is one, applies it at once. Missing words
 * are 0. */
void spy_recording_event(spy_event event, ULong a, ULong b, ULong c);

/* The handler of a signal has returned, and its frame brought the cursor back that stood there when it was made: the
 * queue is empty, but may begin elsewhere by now. */
void spy_recording_returned(ThreadId tid);

/* Empties the queue of the running thread: what is in it is drained now, or by the helper (run/spy_helper.h). */
void spy_recording_hand_over(void);

/* Drains what the running thread has queued, and what the helper has not drained yet. */
void spy_recording_drain(void);

/* The running thread binds a thread to processors (spy_schedule_allow()). If it is the only one, it goes there at once.
 */
void spy_recording_allow(ThreadId tid, ULong processors);

/* Drains what all threads have queued: before the counts of all are read. */
void spy_recording_finish(void);

/* Words that threads have recorded since recording ended (run/spy_stop.h): those of the last blocks. */
ULong spy_recording_late_words(void);

/* Throws away what is queued, for a child after fork. */
void spy_recording_forget(void);

#endif
