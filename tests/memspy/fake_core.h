/* fake_core.h: replaces the functions of Valgrind's core that the tested folders of memspy/ call, with the C library;
 * and declares the state that a test sets.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "memspy/core/spy_valgrind.h"

enum { FAKE_THREADS = 32 /* instructions */, FAKE_SHADOW_BYTES = 16, FAKE_LONGEST_BLOCK = 60 /* instructions */ };

typedef struct {
  ULong monotonic_ns, realtime_ns; /* the clocks */
  ULong pending_signals;           /* of any thread of the host */
  ULong blocked[FAKE_THREADS];     /* signals that the program blocks */
  Addr ip[FAKE_THREADS];           /* results of VG_(get_IP)() */
  Bool exiting[FAKE_THREADS];      /* results of VG_(is_exiting)() */
  Addr invalid;                    /* the page with this address does not belong to the program; 0: all pages do */
  /* Processors of the host as bits: those that the process may use, and those to which the running thread
   * (`host_thread`) and the other threads are bound; how often a thread chose its processors; and the processor time of
   * the process, for all its threads together. */
  ULong processors, kept_to[FAKE_THREADS], used_ns;
  UInt host_thread, choices;
  UInt asked_thread;        /* how often the kernel was asked for the thread's number */
  UInt polls[FAKE_THREADS]; /* how often the core checked for signals */
} fake_core_state;
extern fake_core_state fake_core;

extern Word fake_longest_list; /* the largest number of elements that an array has had */
