/* spy_vary.h: small differences in when threads go on, so that those that go in step for ever do not.
 *
 * On a real machine no two threads stay in step. Here they do: two that take two locks in opposite orders, and give
 * them back when they do not get both, find the same each time. So a thread starts a little later than it could
 *  - when it comes back from sched_yield(2), which is a system call, and these take times that differ;
 *  - now and then, when it has had thousands of turns at atomic instructions without ever waiting in between;
 *  - with --schedule-seed, when it becomes able to run, and at each turn.
 * The differences depend on the thread's number, on how many it has had, and on the seed: they are the same in each
 * run.
 *
 * A thread that yields also comes back before others of its processor have spent their time with spinning.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_VARY_H
#define MEMSPY_SPY_VARY_H

#include "memspy/core/spy_valgrind.h"

/* The running thread lets others of its processor go first. */
void spy_schedule_yield(ThreadId tid);

/* The thread has been granted a turn at an address of the program; the processor's state and spy_turns are up to date.
 */
void spy_vary_turn(ThreadId tid, Addr at);

/* Its turn is over and it can go on. Whether that makes it late. */
void spy_vary_leave(ThreadId tid);
Bool spy_vary_is_late(ThreadId tid);

/* It is new. */
void spy_vary_new(ThreadId tid);

/* It waits: whatever it has had turns for, there was progress. */
void spy_vary_wait(ThreadId tid);

#endif
