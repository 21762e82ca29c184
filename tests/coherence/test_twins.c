/* test_twins.c: compares caches that share a table (sweep_lru_group.h) with the same number of separate caches
 * (coh_cache.h).
 *
 * Random caches use random lines; most lines are used by most of the caches. After each use, the test compares which
 * caches held the line. Sometimes a cache is copied, and both continue.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>

#include "coherence/coh_memory.h"
#include "sweep/sweep_lru_group.h"
#include "tests/coherence/dice.h"
#include "tests/coherence/plat_test.h"

enum { TRIALS = 60, USES = 6000, LONG_USES = 150000, LINE = 64 };

typedef struct {
  dice d;
  sweep_lru_group twins;
  uint64_t sets;
  uint32_t ways[SWEEP_LRU_GROUP_MOST];
  unsigned n;
  uint32_t lines;    /* lines in use */
  uint32_t together; /* percentage of uses by all caches */
  coh_cache beside[SWEEP_LRU_GROUP_MOST];
} trial;

static void make_cache(const trial *t, unsigned i, coh_cache *cache) {
  const mach_geometry geometry = {.size = t->sets * t->ways[i] * LINE, .ways = t->ways[i], .line = LINE};
  coh_cache_init(cache, &geometry, MACH_LRU, false);
}

static void trial_begin(trial *t, uint64_t seed) {
  *t = (trial){.d = {seed * 0x2545f4914f6cdd1d + 5}};
  t->sets = (uint64_t)1 << dice_below(&t->d, 5);
  t->n = dice_between(&t->d, 1, SWEEP_LRU_GROUP_MOST);
  const uint32_t most = dice_chance(&t->d, 20) ? 70 : 9;
  const bool alike = dice_chance(&t->d, 50);
  for (unsigned i = 0; i < t->n; i++) {
    t->ways[i] = alike && i > 0 ? t->ways[0] : dice_between(&t->d, 1, most);
    make_cache(t, i, &t->beside[i]);
  }
  t->lines = dice_between(&t->d, 1, (uint32_t)t->sets * most * 3);
  t->together = dice_chance(&t->d, 50) ? 95 : 0;
  sweep_lru_group_init(&t->twins, t->sets, t->ways, t->n);
}

static void trial_end(trial *t) {
  for (unsigned i = 0; i < t->n; i++) coh_cache_clear(&t->beside[i]);
  sweep_lru_group_clear(&t->twins);
}

/* Returns a line; some lines have the same low half of their numbers. */
static uint64_t random_line(trial *t) {
  const uint64_t high = dice_chance(&t->d, 10) ? (uint64_t)dice_below(&t->d, 3) << 40 : 0;
  return high | dice_below(&t->d, dice_chance(&t->d, 50) ? t->lines : t->lines / 4 + 1);
}

/* Returns the caches that use a line: all of them; those from one number on, since larger caches pass on fewer and
 * fewer references; or any of them. */
static uint32_t random_users(trial *t) {
  const uint32_t all = t->n == 32 ? UINT32_MAX : ((uint32_t)1 << t->n) - 1;
  uint32_t users;
  if (dice_chance(&t->d, t->together)) return all;
  do users = (dice_chance(&t->d, 70) ? all << dice_below(&t->d, t->n) : (uint32_t)dice_next(&t->d)) & all;
  while (users == 0);
  return users;
}

/* Returns the caches that did not hold the line. */
static uint32_t use_naively(trial *t, uint64_t line, uint32_t users) {
  uint32_t missed = 0;
  for (unsigned i = 0; i < t->n; i++)
    if ((users >> i & 1) != 0 && !coh_last_level_use(&t->beside[i], line)) missed |= (uint32_t)1 << i;
  return missed;
}

/* A copy replaces the separate cache. */
static void copy_one(trial *t) {
  const unsigned one = dice_below(&t->d, t->n);
  coh_cache_clear(&t->beside[one]);
  make_cache(t, one, &t->beside[one]);
  sweep_lru_group_copy(&t->twins, one, &t->beside[one]);
}

static bool test_uses(uint64_t seed) {
  trial t;
  trial_begin(&t, seed);
  const unsigned uses = seed <= 2 ? LONG_USES : USES;
  bool good = true;
  for (unsigned i = 0; i < uses && good; i++) {
    const uint64_t line = random_line(&t);
    const uint32_t users = random_users(&t);
    const bool changes = sweep_lru_group_changes(&t.twins, line, users);
    const uint32_t guess = i % 4 == 0 ? i / 4 % 64 : sweep_lru_group_locate(&t.twins, line); /* wrong, or right */
    const uint32_t found = changes ? sweep_lru_group_use(&t.twins, line, users, guess) : 0;
    const uint32_t expected = use_naively(&t, line, users);
    good = found == expected;
    if (!good) printf("FAILED: seed %" PRIu64 ": use %u: %" PRIx32 ", not %" PRIx32 "\n", seed, i, found, expected);
    if (i % 1000 == 999) copy_one(&t);
  }
  trial_end(&t);
  return good;
}

int main(void) {
  bool good = true;
  for (uint64_t seed = 1; seed <= TRIALS && good; seed++) good = test_uses(seed);
  if (!good) return 1;
  if (plat_test_outstanding() != 0) return printf("FAILED: blocks were not freed\n"), 1;
  printf("%d tables: all uses agree\n", TRIALS);
  return 0;
}
