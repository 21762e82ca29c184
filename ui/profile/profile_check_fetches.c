/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/profile/profile_check_fetches.h"

#include <string.h>

static bool is_sum(uint64_t sum, const uint64_t *parts, size_t n) {
  uint64_t all = 0;
  for (size_t i = 0; i < n; i++)
    if (__builtin_add_overflow(all, parts[i], &all)) return false;
  return all == sum;
}

static char *check_counts(const ProfileFetchCounts *counts) {
  const uint64_t causes[] = {counts->cold, counts->replacement, counts->invalidation, counts->switched};
  const uint64_t sources[] = {counts->second_level, counts->last_level, counts->memory};
  if (!is_sum(counts->misses, causes, G_N_ELEMENTS(causes)))
    return g_strdup("cold + replacement + invalidation + switched are not the misses of the fetches");
  if (!is_sum(counts->misses, sources, G_N_ELEMENTS(sources)))
    return g_strdup("second_level + last_level + memory are not the misses of the fetches");
  return NULL;
}

static char *add(ProfileFetchCounts *sum, const ProfileFetchCounts *more) {
  bool overflow = false;
#define ADD(from, name, help) overflow |= __builtin_add_overflow(sum->name, from->name, &sum->name);
  BIN_FETCH_COUNTS(ADD, more)
#undef ADD
  return overflow ? g_strdup("a sum over instruction fetches does not fit in 64 bits") : NULL;
}

char *profile_check_icache(ProfileCheckFetches *check, const Profile *profile) {
  const GArray *rows = profile->rows[BIN_RECORD_ICACHE];
  const ProfileIcache *icache = &g_array_index(rows, ProfileIcache, rows->len - 1);
  if (icache->processor != rows->len - 1) return g_strdup("the instruction caches are not those of all processors");
  if (icache->counts.misses > icache->fetches) return g_strdup("more instructions missed than were fetched");
  if (__builtin_add_overflow(check->fetches, icache->fetches, &check->fetches))
    return g_strdup("the sum of fetches does not fit in 64 bits");
  char *wrong = check_counts(&icache->counts);
  return wrong != NULL ? wrong : add(&check->processors, &icache->counts);
}

char *profile_check_fetch_miss(ProfileCheckFetches *check, const Profile *profile) {
  const GArray *rows = profile->rows[BIN_RECORD_FETCH_MISS];
  const ProfileFetchMiss *miss = &g_array_index(rows, ProfileFetchMiss, rows->len - 1);
  if (rows->len > 1 && miss[-1].place >= miss->place) return g_strdup("the missed fetches are not sorted by place");
  if (miss->counts.misses == 0) return g_strdup("missed fetches of a place without any");
  char *wrong = check_counts(&miss->counts);
  return wrong != NULL ? wrong : add(&check->places, &miss->counts);
}

/* Completes the check of the current place's evictors, and advances to the next place. */
static char *settle(ProfileCheckFetches *check, const Profile *profile) {
  const ProfileFetchMiss *miss = &g_array_index(profile->rows[BIN_RECORD_FETCH_MISS], ProfileFetchMiss, check->miss);
  if (check->evicted != miss->counts.replacement)
    return g_strdup_printf("the evictors of the fetches of place %u add up to %" G_GUINT64_FORMAT
                           ", not to its replacement of %" G_GUINT64_FORMAT,
                           miss->place, check->evicted, miss->counts.replacement);
  check->evicted = 0;
  check->miss++;
  return NULL;
}

char *profile_check_fetch_evictor(ProfileCheckFetches *check, const Profile *profile) {
  const GArray *rows = profile->rows[BIN_RECORD_FETCH_EVICTOR], *misses = profile->rows[BIN_RECORD_FETCH_MISS];
  const ProfileFetchEvictor *evictor = &g_array_index(rows, ProfileFetchEvictor, rows->len - 1);
  if (rows->len > 1 && (evictor[-1].place > evictor->place ||
                        (evictor[-1].place == evictor->place && evictor[-1].segment >= evictor->segment)))
    return g_strdup("the evictors of fetches are not sorted by place and evicting segment");
  char *wrong = NULL;
  while (wrong == NULL && check->miss < misses->len &&
         g_array_index(misses, ProfileFetchMiss, check->miss).place < evictor->place)
    wrong = settle(check, profile);
  if (wrong != NULL) return wrong;
  if (check->miss == misses->len || g_array_index(misses, ProfileFetchMiss, check->miss).place != evictor->place)
    return g_strdup("an evictor is of a place without missed fetches");
  if (!__builtin_add_overflow(check->evicted, evictor->count, &check->evicted)) return NULL;
  return g_strdup("the sum of evictors of fetches does not fit in 64 bits");
}

char *profile_check_fetches_end(ProfileCheckFetches *check, const Profile *profile) {
  const guint n = profile->rows[BIN_RECORD_ICACHE]->len;
  char *wrong = NULL;
  while (wrong == NULL && check->miss < profile->rows[BIN_RECORD_FETCH_MISS]->len) wrong = settle(check, profile);
  if (wrong != NULL) return wrong;
  if (n != 0 && n != profile->rows[BIN_RECORD_PROCESSOR]->len)
    return g_strdup("the instruction caches are not those of all processors");
  if (memcmp(&check->processors, &check->places, sizeof check->places) == 0) return NULL;
  return g_strdup("the missed fetches of all places do not add up to those of all processors");
}
