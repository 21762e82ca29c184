/* test_map.c: compares bin_map with a plain array that has one value per byte, in random operations. One check tests
 * that a broken array is noticed.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "bins/bin_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 6 * 4096, OPERATIONS = 40000 };

/* The plain model: the value of each byte, and the number of the insertion that stored it. */
typedef struct {
  bin_value value[BYTES];
  unsigned inserted[BYTES];
  bool first[BYTES];
} plain;

static uint64_t state = 88172645463325252u;

static unsigned dice(unsigned sides) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned)(state >> 20) % sides;
}

static void plain_clear(plain *p, unsigned start, unsigned bytes) {
  for (unsigned i = start; i < start + bytes; i++) {
    p->value[i] = BIN_MAP_NOTHING;
    p->first[i] = false;
  }
}

static unsigned plain_remove_at(plain *p, unsigned start) {
  if (p->value[start] == BIN_MAP_NOTHING || !p->first[start]) return 0;
  unsigned end = start + 1;
  while (end < BYTES && p->value[end] != BIN_MAP_NOTHING && p->inserted[end] == p->inserted[start] && !p->first[end])
    end++;
  plain_clear(p, start, end - start);
  return end - start;
}

static int compare(const bin_map *map, const plain *p, uint64_t base, unsigned step) {
  for (unsigned i = 0; i < BYTES; i++) {
    uint64_t low, high;
    const bin_value got = bin_map_lookup(map, base + i, &low, &high);
    if (got != p->value[i] || low > base + i || high <= base + i) {
      printf("step %u, offset %u: value %u, expected %u\n", step, i, got, p->value[i]);
      return 1;
    }
    for (uint64_t a = low < base ? base : low; a < high && a < base + BYTES; a += 1 + dice(64))
      if (p->value[a - base] != got) {
        printf("step %u, offset %u: stretch [%llu, %llu) is not of one value\n", step, i, (unsigned long long)low,
               (unsigned long long)high);
        return 1;
      }
  }
  return 0;
}

/* A walk through a map, at the same time as one through the plain model. */
typedef struct {
  const plain *p;
  uint64_t base;
  unsigned at; /* the first byte that the walk has not reached */
  bool failed;
} walk;

static unsigned plain_end(const plain *p, unsigned start) {
  unsigned end = start + 1;
  while (end < BYTES && p->value[end] != BIN_MAP_NOTHING && p->inserted[end] == p->inserted[start]) end++;
  return end;
}

static void visit(void *closure, uint64_t start, uint64_t bytes, bin_value value) {
  walk *w = closure;
  while (w->at < BYTES && w->p->value[w->at] == BIN_MAP_NOTHING) w->at++;
  if (w->at == BYTES || start != w->base + w->at || bytes != plain_end(w->p, w->at) - w->at ||
      value != w->p->value[w->at])
    w->failed = true;
  else
    w->at += (unsigned)bytes;
}

/* Whether a visit reaches all ranges. */
static int compare_ranges(const bin_map *map, const plain *p, uint64_t base, unsigned step) {
  walk w = {.p = p, .base = base};
  bin_map_visit(map, visit, &w);
  while (w.at < BYTES && p->value[w.at] == BIN_MAP_NOTHING) w.at++;
  if (!w.failed && w.at == BYTES) return 0;
  printf("step %u, offset %u: another range is visited\n", step, w.at);
  return 1;
}

static int run(uint64_t base, bool broken) {
  static plain p;
  bin_map *map = bin_map_new();
  plain_clear(&p, 0, BYTES);
  int failed = 0;
  for (unsigned step = 1; step <= OPERATIONS && !failed; step++) {
    const unsigned start = dice(BYTES);
    unsigned bytes = dice(4) ? 1 + dice(200) : 1 + dice(BYTES);
    if (bytes > BYTES - start) bytes = BYTES - start;
    const unsigned what = dice(10);
    if (what < 5) {
      const bin_value value = dice(1000);
      bin_map_insert(map, base + start, bytes, value);
      plain_clear(&p, start, bytes);
      for (unsigned i = start; i < start + bytes; i++) {
        p.value[i] = value;
        p.inserted[i] = step;
      }
      p.first[start] = true;
    } else if (what < 6) {
      bin_map_remove(map, base + start, bytes);
      plain_clear(&p, start, bytes);
    } else {
      const uint64_t got = bin_map_remove_at(map, base + start);
      const unsigned expected = plain_remove_at(&p, start);
      if (got != expected) {
        printf("step %u: removed %llu bytes, expected %u\n", step, (unsigned long long)got, expected);
        failed = 1;
      }
    }
    if (broken && step == 1999) p.value[dice(BYTES)] ^= 1;
    if (step % 2000 == 0) failed |= compare(map, &p, base, step);
    if (step % 100 == 0) failed |= compare_ranges(map, &p, base, step);
  }
  bin_map_remove(map, base, BYTES);
  if (!bin_map_is_empty(map)) failed = 1;
  bin_map_free(map);
  return failed;
}

int main(void) {
  /* Inserts at the start of memory, across the borders of entries of every level, and at the end of memory. */
  const uint64_t bases[] = {0, ((uint64_t)1 << 21) - 8192, ((uint64_t)1 << 39) - 4096 * 3, ((uint64_t)1 << 48) - BYTES};
  int failed = 0;
  for (unsigned i = 0; i < sizeof bases / sizeof bases[0]; i++) failed |= run(bases[i], false);
  freopen("/dev/null", "w", stdout);
  if (!run(0, true)) {
    fprintf(stderr, "a broken model was not noticed\n");
    failed = 1;
  }
  /* A range of a terabyte costs little, and is removed in one piece. */
  bin_map *map = bin_map_new();
  const uint64_t big = (uint64_t)1 << 40;
  bin_map_insert(map, 0x7f0000001234, big, 7);
  bin_map_insert(map, 0x7f8000000000, 8192, 8);
  bin_map_remove(map, 0x7f8000000000, 8192);
  if (bin_map_remove_at(map, 0x7f0000001234) != 0x7f8000000000 - 0x7f0000001234) failed = 1;
  bin_map_free(map);
  return failed;
}
