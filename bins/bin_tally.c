/* bin_tally.c: see bin_tally.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_tally.h"

#include "plat/plat.h"
#include "plat/plat_array.h"

typedef struct {
  const bin_tally *tally;
  uint32_t cell, who;
} query;

static bool match(const void *closure, uint32_t number) {
  const query *q = closure;
  const bin_tally_entry *entry = &q->tally->entries[number];
  return entry->cell == q->cell && entry->who == q->who;
}

static uint64_t hash_of(uint32_t cell, uint32_t who) { return bin_hash_mix(bin_hash_mix(1, cell), who); }

uint64_t bin_tally_count(const bin_tally *tally, uint32_t cell, uint32_t who) {
  const query q = {tally, cell, who};
  const uint32_t found = bin_index_find(&tally->index, hash_of(cell, who), match, &q);
  return found != BIN_INDEX_NONE ? tally->entries[found].count : 0;
}

void bin_tally_add(bin_tally *tally, uint32_t cell, uint32_t who, uint64_t count) {
  const uint64_t hash = hash_of(cell, who);
  const query q = {tally, cell, who};
  uint32_t found = bin_index_find(&tally->index, hash, match, &q);
  if (found == BIN_INDEX_NONE) {
    tally->entries = plat_grow(tally->entries, tally->n, &tally->room, sizeof *tally->entries);
    found = tally->n++;
    tally->entries[found] = (bin_tally_entry){cell, who, 0};
    bin_index_add(&tally->index, hash, found);
  }
  tally->entries[found].count += count;
}

void bin_tally_settle(bin_tally *tally, uint32_t cell, bin_pending *pending) {
  if (pending->count != 0) bin_tally_add(tally, cell, pending->who, pending->count);
  pending->count = 0;
}

void bin_tally_other(bin_tally *tally, uint32_t cell, bin_pending *pending, uint32_t who) {
  bin_tally_settle(tally, cell, pending);
  *pending = (bin_pending){who, 1};
}

void bin_tally_zero(bin_tally *tally) {
  for (uint32_t i = 0; i < tally->n; i++) tally->entries[i].count = 0;
}

void bin_tally_clear(bin_tally *tally) {
  plat_free(tally->entries);
  bin_index_clear(&tally->index);
  *tally = (bin_tally){0};
}
