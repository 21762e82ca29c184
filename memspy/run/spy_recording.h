/* spy_recording.h: controls recording: threads fill their queues, and the drain empties them.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_record.h"

/* Translated code calls it when the cursor is in the second half of the queue. `guest` is the guest state. */
void spy_recording_full(void *guest);

/* As spy_recording_full(), but in a sampled run. Translated code also calls it when the thread has executed all
 * instructions that it may execute without recording. Returns SPY_RECORDING_LEAVES if the thread skips from now on, or
 * if its slice has ended. */
enum { SPY_RECORDING_LEAVES = 1 };
ULong spy_recording_look(void *guest);

/* Ends the slice. Translated code calls it before a block at `at` that has atomic instructions or a system call. If the
 * thread still has the turn, sets spy_turns.at to this address. */
void spy_recording_turn(Addr at);

/* Call before a thread runs. If the core chooses the threads, drains the queue of the previous thread. Returns whether
 * the thread is new: its queue has just been made, and its stack is unknown. */
Bool spy_recording_run(ThreadId tid);

/* Call when a thread has ended: drains its queue, which can then be reused. */
void spy_recording_end(ThreadId tid);

/* Call when thread `tid`, whose queue is empty, receives a signal. The thread need not be the running one. */
void spy_recording_interrupt(ThreadId tid);

/* Appends an event to the queue of the running thread. Before the first queue exists, applies the event immediately.
 * Words that the event does not have are 0. */
void spy_recording_event(spy_event event, ULong a, ULong b, ULong c);

/* Call when the handler of a signal has returned. The signal's frame has restored the cursor, so the empty queue can
 * now begin at another place. */
void spy_recording_returned(ThreadId tid);

/* Drains the running thread's queue. If there are other threads, does not wait for the thread's turn. */
void spy_recording_drain(void);

/* Call when the running thread binds a thread to processors (spy_schedule_allow()). If the bound thread is the only
 * thread, it moves to its new processor immediately. */
void spy_recording_allow(ThreadId tid, ULong processors);

/* Drains the queues of all threads, before counts of the whole run are read. */
void spy_recording_finish(void);

/* Returns the number of words that threads have recorded in their last blocks since recording ended
 * (run/spy_stop.h). */
ULong spy_recording_late_words(void);

/* Drops all queued records, for a child after fork. */
void spy_recording_forget(void);
