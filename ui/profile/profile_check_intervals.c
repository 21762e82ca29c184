/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_check_intervals.c: A processor's intervals add up to its record. In an interval, the counts of all pairs of
 * code and data are at most those of all processors; over all intervals, the counts of a pair are at most those of its
 * cells. */
#include "ui/profile/profile_check_intervals.h"

#include "ui/profile/profile_check_sum.h"

static bool is_part(const ProfileCheckSum *sum, const ProfileCheckSum *whole) {
  return sum->misses <= whole->misses && sum->stall_cycles <= whole->stall_cycles;
}

static char *overflow(void) { return g_strdup("a sum over intervals does not fit in 64 bits"); }

char *profile_check_timeline(const Profile *profile) {
  const ProfileTimeline *timeline = &profile->timeline;
  uint64_t end;
  if (timeline->intervals == 0 || timeline->intervals > BIN_INTERVALS)
    return g_strdup_printf("there should be 1 to %d intervals", BIN_INTERVALS);
  if (timeline->cycles == 0) return g_strdup("intervals without cycles");
  if (__builtin_mul_overflow(timeline->cycles, timeline->intervals, &end) ||
      __builtin_add_overflow(timeline->begin, end, &end))
    return overflow();
  return NULL;
}

static bool is_after(const ProfileLaneInterval *before, const ProfileLaneInterval *one) {
  return before->processor != one->processor ? before->processor < one->processor : before->number < one->number;
}

char *profile_check_interval(const Profile *profile) {
  const GArray *rows = profile->rows[BIN_RECORD_INTERVAL];
  const ProfileLaneInterval *one = &g_array_index(rows, ProfileLaneInterval, rows->len - 1);
  if (rows->len > 1 && !is_after(one - 1, one)) return g_strdup("the intervals are not sorted by processor and number");
  if (one->number >= profile->timeline.intervals) return g_strdup("there is no interval of that number");
  uint64_t waits, misses;
  if (__builtin_add_overflow(one->idle_cycles, one->stall_cycles, &waits) ||
      __builtin_add_overflow(waits, one->fetch_cycles, &waits) || waits > one->cycles)
    return g_strdup("idle_cycles + stall_cycles + fetch_cycles are more than cycles");
  if (__builtin_add_overflow(one->replacement, one->invalidation, &misses) || misses > one->misses)
    return g_strdup("replacement + invalidation are more than misses");
  if (__builtin_add_overflow(one->second_level, one->last_level, &misses) ||
      __builtin_add_overflow(misses, one->transfers, &misses) || misses > one->misses)
    return g_strdup("second_level + last_level + transfers are more than misses");
  return NULL;
}

static uint64_t number_at(const Profile *profile, const ProfileIntervalCell *cell, uint32_t index) {
  return g_array_index(profile->number_store, uint64_t, cell->counts.first + index);
}

char *profile_check_interval_cell(const Profile *profile) {
  const GArray *rows = profile->rows[BIN_RECORD_INTERVAL_CELL];
  const ProfileIntervalCell *one = &g_array_index(rows, ProfileIntervalCell, rows->len - 1);
  if (rows->len > BIN_TIMELINE_ROWS) return g_strdup_printf("there are more than %d interval cells", BIN_TIMELINE_ROWS);
  if (rows->len > 1 && (one[-1].segment != one->segment ? one[-1].segment > one->segment : one[-1].bin >= one->bin))
    return g_strdup("the interval cells are not sorted by segment and bin");
  if (one->counts.count % PROFILE_INTERVAL_KINDS != 0)
    return g_strdup("there should be three numbers for each interval");
  for (uint32_t i = 0; i < one->counts.count; i += PROFILE_INTERVAL_KINDS) {
    const uint64_t number = number_at(profile, one, i);
    if (number >= profile->timeline.intervals) return g_strdup("there is no interval of that number");
    if (i != 0 && number_at(profile, one, i - PROFILE_INTERVAL_KINDS) >= number)
      return g_strdup("the intervals are not in order");
  }
  return NULL;
}

/* ---- the end ---- */

static ProfileLaneInterval processor_counts(const Profile *profile, guint number) {
  const ProfileProcessor *p = &g_array_index(profile->rows[BIN_RECORD_PROCESSOR], ProfileProcessor, number);
  ProfileLaneInterval all = {.cycles = p->cycles,
                             .idle_cycles = p->idle_cycles,
                             .misses = profile_counts_misses(&p->counts)};
#define OTHER(from, name, help)
#define TAKE(from, name, help) all.name = from.name;
  BIN_INTERVAL_COUNTS(OTHER, TAKE, p->counts)
#undef OTHER
#undef TAKE
  const GArray *icaches = profile->rows[BIN_RECORD_ICACHE];
  if (number < icaches->len) all.fetch_cycles = g_array_index(icaches, ProfileIcache, number).counts.stall_cycles;
  return all;
}

/* Checks that the intervals of each processor add up to its record. */
static char *check_processors(const Profile *profile) {
  const guint n = profile->rows[BIN_RECORD_PROCESSOR]->len;
  const GArray *rows = profile->rows[BIN_RECORD_INTERVAL];
  g_autofree ProfileLaneInterval *sums = g_new0(ProfileLaneInterval, MAX(n, 1));
  for (guint i = 0; i < rows->len; i++) {
    const ProfileLaneInterval *one = &g_array_index(rows, ProfileLaneInterval, i);
    ProfileLaneInterval *sum = &sums[one->processor];
#define ADD(unused, name, help) \
  if (__builtin_add_overflow(sum->name, one->name, &sum->name)) return overflow();
    BIN_INTERVAL_COUNTS(ADD, ADD, )
#undef ADD
  }
  for (guint i = 0; i < n; i++) {
    const ProfileLaneInterval all = processor_counts(profile, i);
#define COMPARE(unused, name, help) \
  if (sums[i].name != all.name) return g_strdup_printf("%s of the intervals of processor %u do not add up", #name, i);
    BIN_INTERVAL_COUNTS(COMPARE, COMPARE, )
#undef COMPARE
  }
  return NULL;
}

static gint64 key_of(uint32_t segment, uint32_t bin) { return (gint64)((uint64_t)segment << 32 | bin); }

/* Checks that the counts of all pairs in an interval are at most those of the processors, and the counts of a pair
 * at most those of its cells. */
static char *check_pairs(const Profile *profile) {
  const GArray *rows = profile->rows[BIN_RECORD_INTERVAL_CELL], *lanes = profile->rows[BIN_RECORD_INTERVAL];
  const GArray *cells = profile->rows[BIN_RECORD_CELL];
  g_autofree ProfileCheckSum *told = g_new0(ProfileCheckSum, profile->timeline.intervals),
                             *all = g_new0(ProfileCheckSum, profile->timeline.intervals);
  g_autofree gint64 *keys = g_new(gint64, MAX(rows->len, 1));
  g_autofree ProfileCheckSum *pairs = g_new0(ProfileCheckSum, MAX(rows->len, 1)),
                             *whole = g_new0(ProfileCheckSum, MAX(rows->len, 1));
  g_autoptr(GHashTable) numbers = g_hash_table_new(g_int64_hash, g_int64_equal);
  for (guint i = 0; i < rows->len; i++) {
    const ProfileIntervalCell *one = &g_array_index(rows, ProfileIntervalCell, i);
    keys[i] = key_of(one->segment, one->bin);
    g_hash_table_insert(numbers, &keys[i], GUINT_TO_POINTER(i + 1));
    for (uint32_t k = 0; k < one->counts.count; k += PROFILE_INTERVAL_KINDS) {
      const uint64_t misses = number_at(profile, one, k + PROFILE_INTERVAL_MISSES),
                     stall = number_at(profile, one, k + PROFILE_INTERVAL_STALL);
      if (!profile_check_sum_add(&told[number_at(profile, one, k + PROFILE_INTERVAL_NUMBER)], misses, stall) ||
          !profile_check_sum_add(&pairs[i], misses, stall))
        return overflow();
    }
  }
  for (guint i = 0; i < lanes->len; i++) {
    const ProfileLaneInterval *one = &g_array_index(lanes, ProfileLaneInterval, i);
    if (!profile_check_sum_add(&all[one->number], one->misses, one->stall_cycles)) return overflow();
  }
  for (guint i = 0; i < cells->len; i++) {
    const ProfileCell *cell = &g_array_index(cells, ProfileCell, i);
    const gint64 key = key_of(g_array_index(profile->rows[BIN_RECORD_PLACE], ProfilePlace, cell->place).segment,
                              cell->bin);
    const guint number = GPOINTER_TO_UINT(g_hash_table_lookup(numbers, &key));
    if (number != 0)
      profile_check_sum_add(&whole[number - 1], profile_counts_misses(&cell->counts), cell->counts.stall_cycles);
  }
  for (uint64_t i = 0; i < profile->timeline.intervals; i++)
    if (!is_part(&told[i], &all[i]))
      return g_strdup_printf("cells did more in interval %" G_GUINT64_FORMAT " than all processors", i);
  for (guint i = 0; i < rows->len; i++)
    if (!is_part(&pairs[i], &whole[i])) return g_strdup("a pair did more in all intervals than its cells");
  return NULL;
}

char *profile_check_intervals_end(const Profile *profile, bool has_cells) {
  char *wrong = check_processors(profile);
  return wrong != NULL || !has_cells ? wrong : check_pairs(profile);
}
