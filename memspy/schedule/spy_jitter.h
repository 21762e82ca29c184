/* spy_jitter.h: schedule jitter: small delays that break endless lockstep between threads.
 *
 * On a real machine no two threads stay in step. In the simulation they do: two threads that take two locks in opposite
 * orders, and release them if they do not get both, repeat the same sequence. So a thread starts slightly late
 * - when it returns from sched_yield(2), since system calls take varying times;
 * - at intervals, after thousands of turns at atomic instructions without a wait;
 * - with --schedule-seed, when it becomes runnable, and at each turn.
 *
 * The delays depend on the thread's number, on its number of delays so far, and on the seed: they are the same in each
 * run. A thread that yields also runs before other threads of its processor that spin.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* The running thread lets others of its processor go first. */
void spy_schedule_yield(ThreadId tid);

/* The thread starts a turn at an address of the program; the processor's state and spy_turns are up to date. */
void spy_jitter_turn(ThreadId tid, Addr at);

/* The thread's turn is over and it is runnable. Returns whether it is late because of a delay. */
void spy_jitter_leave(ThreadId tid);
Bool spy_jitter_is_late(ThreadId tid);

/* The thread is new. */
void spy_jitter_new(ThreadId tid);

/* The thread waits, so it made progress: resets its count of turns. */
void spy_jitter_wait(ThreadId tid);
