/* spy_skid.h: the distribution of a counter's skid: the number of instructions between an event and its sample.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_random.h"
#include "memspy/core/spy_valgrind.h"

/* The distribution, as prefix sums of the weights of a skid of 0, 1, 2, ... instructions. The last sum is not 0. */
typedef struct {
  ULong *sums;
  UInt n;
} spy_skid;

/* Parses a distribution: "N", which is a constant; "gaussian,MEAN,VARIANCE", whose values are rounded, and at least 0;
 * or "histogram,FILE". Equal texts give equal distributions. Returns False if the text is invalid, or a number is too
 * large. An error in a file ends the run with a message. */
Bool spy_skid_read(const HChar *text, spy_skid *skid);

/* A description, for messages, of the texts that spy_skid_read() accepts. */
#define SPY_SKID_ALLOWED                                                                                     \
  "SKID a number of instructions up to 10000, or gaussian,MEAN,VARIANCE with MEAN up to 10000 and VARIANCE " \
  "up to 1000000, or histogram,FILE"

/* Draws a random number of instructions from the distribution. */
static inline UInt spy_skid_draw(const spy_skid *skid, ULong *random) {
  if (skid->n == 1) return 0;
  const ULong drawn = spy_random_below(random, skid->sums[skid->n - 1]);
  UInt low = 0, high = skid->n - 1; /* bounds of the index of the first sum above the random number */
  while (low < high) {
    const UInt middle = (low + high) / 2;
    if (skid->sums[middle] > drawn)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}
