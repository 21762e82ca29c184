/* spy_touched.c: see spy_touched.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/record/spy_touched.h"

#include "coherence/coh_order-inl.h"
#include "machine/mach_config.h"
#include "memspy/setup/spy_state.h"

enum { HASH_BITS = 11 };

/* The state of the pages with the same hash, as sets of processors. */
typedef struct {
  ULong touch, store;
  ULong when; /* number of the period in which the state is valid */
} touched;

static touched pages[1 << HASH_BITS];
static ULong now;

static inline touched *place_of(ULong page) { return &pages[page * 0x9e3779b97f4a7c15ULL >> (64 - HASH_BITS)]; }

void spy_touched_begin(void) { now++; }

static inline void note_page(ULong page, ULong bit, Bool store) {
  touched *const t = place_of(page);
  if (UNLIKELY(t->when != now)) *t = (touched){.when = now};
  t->touch |= bit;
  if (store) t->store |= bit;
}

static inline Bool is_made(const bin_site *site, ULong address) {
  return address != 0 || !(site->flags & BIN_SITE_GUARDED);
}

static void note_references(ULong bit, const bin_site *site, const ULong *at, const ULong *end) {
  for (; at < end; at++, site++)
    for (ULong page = *at >> MACH_PAGE_BITS; is_made(site, *at) && page <= (*at + site->last) >> MACH_PAGE_BITS; page++)
      note_page(page, bit, !(site->flags & BIN_SITE_READS));
}

void spy_touched_note(const spy_lane *lane, ULong limit) {
  const ULong step = (ULong)mach_step(&spy_system->config) << COH_ORDER_BITS;
  const ULong bit = 1ULL << coh_order_processor(lane->key);
  if (lane->number != 0) note_references(bit, lane->site, lane->at, lane->last);
  ULong key = lane->key;
  const ULong *next;
  for (const ULong *at = lane->last; at < lane->end && key <= limit; at = next) {
    next = spy_record_next(at);
    if (spy_record_is_event(at)) continue;
    const spy_exit *e = spy_record_exit(*at);
    note_references(bit, e->sites, at + 1, next);
    key += SPY_PACKED_INSTRUCTIONS(e->packed) * step;
  }
}

static inline Bool page_is_alone(ULong page, ULong bit) {
  const touched *const t = place_of(page);
  return t->touch == bit || t->store == 0;
}

Bool spy_touched_alone(UInt processor, const ULong *at) {
  const ULong bit = 1ULL << processor, *const next = spy_record_next(at);
  const bin_site *site = spy_record_exit(*at)->sites;
  for (at++; at < next; at++, site++)
    for (ULong page = *at >> MACH_PAGE_BITS; is_made(site, *at) && page <= (*at + site->last) >> MACH_PAGE_BITS; page++)
      if (!page_is_alone(page, bit)) return False;
  return True;
}
