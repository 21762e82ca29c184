/* spy_shared.c: see spy_shared.h. Ranges of the list do not overlap: before a range is added, its addresses are removed
 * from the other ranges.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/schedule/spy_shared.h"

typedef struct {
  Addr start, end; /* addresses of the first byte, and of the byte after the last one */
  Addr segment;    /* address at which the System V segment was attached; 0: the range is another mapping */
} range;

static XArray *ranges; /* array of range */

static Word n_ranges(void) { return ranges ? VG_(sizeXA)(ranges) : 0; }
static range *range_at(Word i) { return VG_(indexXA)(ranges, i); }

static void add(Addr start, Addr end, Addr segment) {
  const range r = {start, end, segment};
  if (start >= end) return;
  if (!ranges) ranges = VG_(newXA)(VG_(malloc), "spy.shared", VG_(free), sizeof(range));
  VG_(addToXA)(ranges, &r);
}

/* Removes [start, end) from all ranges; keeps the parts before and after it. */
static void take_out(Addr start, Addr end) {
  if (start == end) return;
  for (Word i = n_ranges(); i-- > 0;) {
    const range r = *range_at(i);
    if (r.end <= start || end <= r.start) continue;
    VG_(removeIndexXA)(ranges, i);
    add(r.start, start, r.segment);
    add(end, r.end, r.segment);
  }
}

static const range *find(Addr address) {
  for (Word i = 0; i < n_ranges(); i++)
    if (range_at(i)->start <= address && address < range_at(i)->end) return range_at(i);
  return NULL;
}

Bool spy_shared_has(Addr address) { return find(address) != NULL; }

void spy_shared_map(Addr start, SizeT bytes, Bool is_shared) {
  const Addr end = start + VG_PGROUNDUP(bytes);
  take_out(start, end);
  if (is_shared) add(start, end, 0);
}

void spy_shared_unmap(Addr start, SizeT bytes) { spy_shared_map(start, bytes, False); }

void spy_shared_move(Addr from, SizeT from_bytes, Addr to, SizeT to_bytes, Bool stays) {
  const range *old = find(from);
  const Bool is_shared = old != NULL;
  const Addr segment = is_shared && old->segment == from ? to : 0; /* shmdt only accepts the start of a segment */
  if (!stays) spy_shared_unmap(from, from_bytes);
  spy_shared_unmap(to, to_bytes);
  if (is_shared) add(to, to + VG_PGROUNDUP(to_bytes), segment);
}

void spy_shared_attach(Addr start, SizeT bytes) {
  const Addr end = start + VG_PGROUNDUP(bytes);
  take_out(start, end);
  add(start, end, start);
}

void spy_shared_detach(Addr start) {
  for (Word i = n_ranges(); i-- > 0;)
    if (range_at(i)->segment == start) VG_(removeIndexXA)(ranges, i);
}
