/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_calls.h: counts the calls of the function that contains a place, by the calling contexts of the profile. Only
 * the files of ui/advice use this header. */
#pragma once

#include "ui/advice/advice_find.h"

/* The calls of a function. */
typedef struct {
  uint64_t calls;  /* number of calls; 0: unknown. It is a lower bound if the profile left contexts out */
  bool exact;      /* `calls` is no lower bound */
  uint64_t most;   /* number of the calls from `place` */
  uint32_t caller; /* number of the segment with most of the calls; ADVICE_NONE: unknown */
  uint32_t place;  /* number of the place of these calls, or ADVICE_NONE */
} AdviceCalls;

/* Returns the number of the segment that contains the code of a segment: for an inlined function, the function into which
 * it was inlined. */
uint32_t advice_calls_outer(const Profile *profile, uint32_t segment);

/* Returns the calls of a segment that is not inlined. Calls of a function by itself count, but its caller is another
 * function. */
AdviceCalls advice_calls(const Profile *profile, uint32_t segment);

/* Returns whether a function that is not inlined is called only once, as main() is; false: unknown. */
bool advice_calls_once(const Profile *profile, uint32_t segment);
