/* spy_state.h: the state of the run, for all parts of the tool: the simulated machine and its account, whether
 * references are simulated, how threads are interleaved, and whether recording has ended.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_account.h"
#include "memspy/core/spy_valgrind.h"

/* The simulated machine of the process, and its account. spy_main.c makes them before the program runs. */
extern coh_system *spy_system;
extern bin_table *spy_table;
extern bin_account *spy_account;

/* The instruction caches of the process's simulated machine; NULL: fetches are not simulated. */
extern fetch_system *spy_caches;

/* The calling contexts of the process's account; NULL: they are not recorded (--callers). */
extern bin_contexts *spy_contexts;

/* Whether references are simulated now, if --toggle-collect is ignored. The drain changes it, in the order of the
 * records. */
extern Bool spy_collecting_now;
static inline Bool spy_collecting(void) { return spy_collecting_now; }
static inline void spy_set_collecting(Bool on) { spy_collecting_now = on; }

/* Returns whether the tool chooses threads. If not, threads run in the core's own slices. The lock sets this when the
 * core first uses it, before options are parsed. */
Bool spy_is_exact(void);
void spy_set_exact(void);

/* Whether recording has ended. */
extern Bool spy_has_stopped;
static inline Bool spy_stopped(void) { return spy_has_stopped; }

/* Makes recording end at the end of the running thread's slice (run/spy_stop.h). Queued records must have been drained,
 * unless they are not needed. */
void spy_stop_soon(void);

/* For run/spy_stop.c: whether recording must end now. */
Bool spy_stop_is_due(void);
void spy_set_stopped(void);
