/* spy_counting.h: what a simulated hardware counter counts (--samples). SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MEMSPY_SPY_COUNTING_H
#define MEMSPY_SPY_COUNTING_H

#include "memspy/setup/spy_skid.h"

typedef enum {
  SPY_COUNTS_D1,          /* misses of a D1 */
  SPY_COUNTS_LL,          /* of these, those that memory served */
  SPY_COUNTS_INVALIDATION /* of all, those whose line another processor had taken away */
} spy_counted_event;

typedef struct {
  ULong period; /* of so many events one is sampled; 0: there is no counter */
  spy_counted_event event;
  spy_skid skid;
  UInt seed;
  const HChar *file; /* of samples, as given: not expanded; NULL: beside the profile */
} spy_counting;

/* Reads EVENT:N or EVENT:N:SKID into *counting, but for the seed and the file. False: it is neither. */
Bool spy_counting_read(const HChar *text, spy_counting *counting);

/* What spy_counting_read() expects, for messages. */
#define SPY_COUNTING_ALLOWED \
  "expected EVENT:N or EVENT:N:SKID, EVENT one of D1, LL and invalidation, N from 1 to 10^12, " SPY_SKID_ALLOWED

/* What an event is called. */
const HChar *spy_counted_name(spy_counted_event event);

#endif
