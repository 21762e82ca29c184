/* spy_counting.h: the event of a simulated hardware counter (--samples). SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/setup/spy_skid.h"

typedef enum {
  SPY_COUNTS_D1,          /* misses of a D1 */
  SPY_COUNTS_LL,          /* those of these served by memory */
  SPY_COUNTS_INVALIDATION /* those of all whose line another processor had invalidated */
} spy_counted_event;

typedef struct {
  ULong period; /* events per sample; 0: no counter */
  spy_counted_event event;
  spy_skid skid;
  UInt seed;
  const HChar *file; /* name format of the samples file; NULL: next to the profile */
} spy_counting;

/* Parses EVENT:N or EVENT:N:SKID into *counting, without the seed and the file. False: invalid. */
Bool spy_counting_read(const HChar *text, spy_counting *counting);

/* The allowed texts of spy_counting_read(), for messages. */
#define SPY_COUNTING_ALLOWED \
  "expected EVENT:N or EVENT:N:SKID, EVENT one of D1, LL and invalidation, N from 1 to 10^12, " SPY_SKID_ALLOWED

/* The name of an event. */
const HChar *spy_counted_name(spy_counted_event event);
