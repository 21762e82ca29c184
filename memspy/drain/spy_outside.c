/* spy_outside.c: see spy_outside.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/drain/spy_outside.h"

#include "memspy/setup/spy_state.h"

/* A time without collection, from clock `begin` on. `before` is the length of all earlier ones. */
typedef struct {
  ULong begin, end, before;
} stretch;

static XArray *stretches; /* stretch, in the order of time; the last one has not ended if nothing is collected now */
static ULong dropped;     /* length of all stretches that were dropped */
static ULong zeroed;      /* clock at which the counts were last set to zero */

/* When all processors have passed the clock `zeroed`: the number of cycles before it in which nothing was collected. */
static Bool zero_is_passed;
static ULong before_zero;

static stretch *stretch_at(Word i) { return VG_(indexXA)(stretches, i); }
static Word count(void) { return stretches ? VG_(sizeXA)(stretches) : 0; }

static ULong lowest_clock(void) {
  ULong lowest = coh_now(spy_system, 0);
  for (UInt i = 1; i < coh_processors(spy_system); i++)
    if (coh_now(spy_system, i) < lowest) lowest = coh_now(spy_system, i);
  return lowest;
}

/* Returns the number of cycles before a clock in which nothing was collected. The clock is 0 or at least the lowest
 * clock of the processors. */
static ULong outside_before(ULong clock) {
  Word low = 0, high = count(); /* the stretches before `low` begin before the clock, those from `high` on do not */
  while (low < high) {
    const Word middle = (low + high) / 2;
    if (stretch_at(middle)->begin < clock)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0) return clock != 0 ? dropped : 0;
  const stretch *last = stretch_at(low - 1);
  return last->before + (clock < last->end ? clock : last->end) - last->begin;
}

/* Drops the stretches that all processors have passed. No later stretch can begin before the lowest clock. */
static void drop_passed(void) {
  const ULong lowest = lowest_clock();
  if (!zero_is_passed && zeroed <= lowest) {
    zero_is_passed = True;
    before_zero = outside_before(zeroed);
  }
  while (count() != 0 && stretch_at(0)->end <= lowest) {
    dropped = stretch_at(0)->before + (stretch_at(0)->end - stretch_at(0)->begin);
    VG_(removeIndexXA)(stretches, 0);
  }
}

static void begin_stretch(ULong clock) {
  drop_passed();
  const stretch *last = count() != 0 ? stretch_at(count() - 1) : NULL;
  const stretch next = {.begin = last && last->end > clock ? last->end : clock,
                        .end = ~0ULL,
                        .before = last ? last->before + (last->end - last->begin) : dropped};
  VG_(addToXA)(stretches, &next);
}

void spy_outside_start(Bool collect) {
  if (!stretches) stretches = VG_(newXA)(VG_(malloc), "spy.outside", VG_(free), sizeof(stretch));
  VG_(dropTailXA)(stretches, count());
  dropped = 0;
  spy_outside_zero(0);
  spy_set_collecting(collect);
  if (!collect) begin_stretch(0);
}

void spy_outside_zero(ULong clock) {
  zeroed = clock;
  zero_is_passed = False;
}

/* The clocks of the threads that stop and start collection can differ. A stretch that would begin before the end of
 * the previous one begins at that end. */
void spy_outside_switch(Bool collect, ULong clock) {
  if (collect == spy_collecting()) return;
  spy_set_collecting(collect);
  if (!collect) {
    begin_stretch(clock);
    return;
  }
  stretch *last = stretch_at(count() - 1);
  last->end = clock > last->begin ? clock : last->begin;
}

ULong spy_outside_collected(ULong from, ULong to) {
  if (to <= zeroed) return 0;
  const ULong begin = from >= zeroed ? from : zeroed;
  const ULong before = begin == zeroed && zero_is_passed ? before_zero : outside_before(begin);
  return to - begin - (outside_before(to) - before);
}
