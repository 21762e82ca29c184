/* spy_counting.h: the event of a simulated hardware counter (--samples). SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/setup/spy_skid.h"

typedef enum {
  SPY_COUNTS_D1,          /* misses of a D1 */
  SPY_COUNTS_LL,          /* D1 misses that memory served */
  SPY_COUNTS_INVALIDATION /* D1 misses whose line another processor had invalidated */
} spy_counted_event;

typedef struct {
  ULong period; /* number of events per sample; 0: there is no counter */
  spy_counted_event event;
  spy_skid skid;
  Bool varies; /* a random event of each period is the sample, instead of the last one */
  UInt seed;
  const HChar *file; /* format of the name of the samples file; NULL: the file is next to the profile */
} spy_counting;

/* Parses EVENT:N or EVENT:N:SKID into *counting, except the seed and the file. Returns False if the text is invalid. */
Bool spy_counting_read(const HChar *text, spy_counting *counting);

/* A description, for messages, of the texts that spy_counting_read() accepts. */
#define SPY_COUNTING_ALLOWED \
  "expected EVENT:N or EVENT:N:SKID, EVENT one of D1, LL and invalidation, N from 1 to 10^12, " SPY_SKID_ALLOWED

/* Returns the name of an event. */
const HChar *spy_counted_name(spy_counted_event event);
