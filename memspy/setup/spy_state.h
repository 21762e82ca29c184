/* spy_state.h: the few facts about the run that every room may read: the simulated machine and its account, whether
 * references are simulated, how threads are interleaved, and whether recording has ended.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_STATE_H
#define MEMSPY_SPY_STATE_H

#include "bins/bin_account.h"
#include "memspy/core/spy_valgrind.h"

/* The one simulated machine of the process, and its account. spy_main.c makes them before the program runs. */
extern coh_system *spy_system;
extern bin_table *spy_table;
extern bin_account *spy_account;

/* Its instruction caches; NULL: fetches are not simulated. */
extern fetch_system *spy_caches;

/* Whether references are simulated now, --toggle-collect aside. The drain changes it, in the order of the records. */
extern Bool spy_collecting_now;
static inline Bool spy_collecting(void) { return spy_collecting_now; }
static inline void spy_set_collecting(Bool on) { spy_collecting_now = on; }

/* Whether the core lets the tool choose which thread runs. If not, threads run in the core's own slices. The lock notes
 * it when the core asks for the lock, before options are parsed. */
Bool spy_is_exact(void);
void spy_set_exact(void);

/* Whether recording has ended. It does not begin again. */
extern Bool spy_has_stopped;
static inline Bool spy_stopped(void) { return spy_has_stopped; }

/* Nothing is to be recorded any more: recording ends with the slice of the running thread (run/spy_stop.h). What is
 * queued has been drained, or is of no use. */
void spy_stop_soon(void);

/* For run/spy_stop.c: whether that was asked for; recording ends now. */
Bool spy_stop_is_due(void);
void spy_set_stopped(void);

#endif
