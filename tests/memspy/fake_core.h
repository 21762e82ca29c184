/* fake_core.h: Valgrind's core as far as the tested rooms of memspy/ ask it, over the C library; and what a test sets
 * in it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "memspy/core/spy_valgrind.h"

enum { FAKE_THREADS = 32 /* VG_N_THREADS */, FAKE_SHADOW_BYTES = 16, FAKE_LONGEST_BLOCK = 60 /* instructions */ };

typedef struct {
  ULong monotonic_ns, realtime_ns; /* the clocks */
  ULong pending_signals;           /* of any thread of the host */
  ULong blocked[FAKE_THREADS];     /* signals, by the program */
  Addr ip[FAKE_THREADS];           /* VG_(get_IP)() */
  Bool exiting[FAKE_THREADS];      /* VG_(is_exiting)() */
  Addr invalid;                    /* the page of this address is not the program's; 0: all are */
  /* Processors of the host: those that the process may use, as bits, and those that the running thread (`host_thread`)
   * and others keep to; how often a thread chose; and the time that the process has had, all its threads together. */
  ULong processors, kept_to[FAKE_THREADS], used_ns;
  UInt host_thread, choices;
  UInt asked_thread;        /* how often the kernel was asked for the thread */
  UInt polls[FAKE_THREADS]; /* how often the core asked for signals */
} fake_core_state;
extern fake_core_state fake_core;
