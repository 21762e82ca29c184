/* bin_index.c: see bin_index.h.
 *
 * Open addressing. An entry has 32 bits of its record's hash, which determine its place, so that the table can grow
 * without the records.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_index.h"

#include "plat/plat.h"

enum { FIRST_BITS = 6 };

static uint32_t kept_hash(uint64_t hash) { return (uint32_t)(hash * 0x9e3779b97f4a7c15u >> 32); }

uint32_t bin_index_find(const bin_index *index, uint64_t hash, bin_index_match *match, const void *closure) {
  if (!index->places) return BIN_INDEX_NONE;
  const uint32_t mask = ((uint32_t)1 << index->bits) - 1;
  const uint32_t kept = kept_hash(hash);
  for (uint32_t at = kept & mask; index->places[at] != 0; at = (at + 1) & mask)
    if (index->hashes[at] == kept && match(closure, index->places[at] - 1)) return index->places[at] - 1;
  return BIN_INDEX_NONE;
}

static void enter(bin_index *index, uint32_t kept, uint32_t place) {
  const uint32_t mask = ((uint32_t)1 << index->bits) - 1;
  uint32_t at = kept & mask;
  while (index->places[at] != 0) at = (at + 1) & mask;
  index->places[at] = place;
  index->hashes[at] = kept;
}

static void resize(bin_index *index, unsigned bits) {
  const bin_index old = *index;
  index->bits = bits;
  index->places = plat_alloc(sizeof *index->places << bits);
  index->hashes = plat_alloc(sizeof *index->hashes << bits);
  for (uint32_t i = 0; old.places && i < (uint32_t)1 << old.bits; i++)
    if (old.places[i] != 0) enter(index, old.hashes[i], old.places[i]);
  plat_free(old.places);
  plat_free(old.hashes);
}

void bin_index_add(bin_index *index, uint64_t hash, uint32_t number) {
  if (!index->places) resize(index, FIRST_BITS);
  /* The table doubles when five of eight entries are used. If it doubled earlier, the index of a large tally would take
   * more memory than the tally itself. */
  else if (index->used >= ((uint32_t)5 << index->bits) / 8)
    resize(index, index->bits + 1);
  enter(index, kept_hash(hash), number + 1);
  index->used++;
}

void bin_index_clear(bin_index *index) {
  plat_free(index->places);
  plat_free(index->hashes);
  *index = (bin_index){0};
}

/* Heap sort: moves the element at `root` down until no child comes after it. */
static void sift(uint32_t *numbers, uint32_t root, uint32_t n,
                 bool (*before)(const void *closure, uint32_t a, uint32_t b), const void *closure) {
  for (uint32_t child; (child = 2 * root + 1) < n; root = child) {
    if (child + 1 < n && before(closure, numbers[child], numbers[child + 1])) child++;
    if (!before(closure, numbers[root], numbers[child])) return;
    const uint32_t moved = numbers[root];
    numbers[root] = numbers[child];
    numbers[child] = moved;
  }
}

void bin_sort(uint32_t *numbers, uint32_t n, bool (*before)(const void *closure, uint32_t a, uint32_t b),
              const void *closure) {
  for (uint32_t root = n / 2; root-- > 0;) sift(numbers, root, n, before, closure);
  for (uint32_t end = n; end-- > 1;) {
    const uint32_t last = numbers[0];
    numbers[0] = numbers[end];
    numbers[end] = last;
    sift(numbers, 0, end, before, closure);
  }
}
