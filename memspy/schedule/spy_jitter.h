/* spy_jitter.h: schedule jitter: small delays that end lockstep between threads.
 *
 * On a real machine, no two threads stay in step, but in the simulation they can. For example, two threads take two
 * locks in opposite orders, and release them if they do not get both. In step, they repeat the same sequence forever.
 * So a thread starts slightly late:
 * - when it returns from sched_yield(2), since system calls take varying times;
 * - at intervals, after thousands of turns at atomic instructions without a wait;
 * - with --schedule-seed, when it becomes runnable, and at each turn.
 *
 * The delays depend on the thread's number, on its number of delays so far, and on the seed: so they are the same in
 * each run of the program. A thread that yields also runs before other threads of its processor that spin.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Call when the running thread yields, so that other threads of its processor run first. */
void spy_schedule_yield(ThreadId tid);

/* Call when the thread starts a turn at an address of the program, after the processor's state and spy_turns have been
 * updated. */
void spy_jitter_turn(ThreadId tid, Addr at);

/* Call the first function when the thread's turn has ended and the thread is runnable. The second returns whether the
 * thread is late because of a delay. */
void spy_jitter_leave(ThreadId tid);
Bool spy_jitter_is_late(ThreadId tid);

/* Call for a new thread. */
void spy_jitter_new(ThreadId tid);

/* Resets the thread's number of turns, since the thread has made progress. Call it when the thread waits. */
void spy_jitter_wait(ThreadId tid);
