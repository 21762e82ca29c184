/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_check_ranks.c: The counts of a rank in all segments are those of its processors, and the counts of all ranks
 * in a segment are those of its cells; likewise for bins. A pair of a segment and a bin has records of all ranks, or of
 * none. */
#include "ui/profile/profile_check_ranks.h"

#include "ui/profile/profile_check_sum.h"

static char *overflow(void) { return g_strdup("a sum over ranks does not fit in 64 bits"); }

char *profile_check_rank(ProfileCheckRanks *check, const Profile *profile) {
  const GArray *rows = profile->rows[BIN_RECORD_RANK];
  const ProfileRank *rank = &g_array_index(rows, ProfileRank, rows->len - 1);
  if (rows->len > 1 && rank[-1].number >= rank->number) return g_strdup("the ranks are not sorted by number");
  if (__builtin_add_overflow(check->processors, rank->processors, &check->processors) ||
      check->processors > profile->rows[BIN_RECORD_PROCESSOR]->len)
    return g_strdup("the ranks have more processors than there are");
  return NULL;
}

/* Returns whether the first n numbers of a record follow those of the previous record. */
static bool is_after(const uint32_t *before, const uint32_t *numbers, unsigned n) {
  unsigned i = 0;
  while (i + 1 < n && before[i] == numbers[i]) i++;
  return before[i] < numbers[i];
}

char *profile_check_rank_code(ProfileCheckRanks *check, const Profile *profile) {
  (void)check;
  const GArray *rows = profile->rows[BIN_RECORD_RANK_CODE];
  const ProfileRankCode *code = &g_array_index(rows, ProfileRankCode, rows->len - 1);
  if (rows->len == 1 || is_after(&code[-1].rank, &code->rank, 2)) return NULL;
  return g_strdup("the code records of ranks are not sorted by rank and segment");
}

char *profile_check_rank_data(ProfileCheckRanks *check, const Profile *profile) {
  (void)check;
  const GArray *rows = profile->rows[BIN_RECORD_RANK_DATA];
  const ProfileRankData *data = &g_array_index(rows, ProfileRankData, rows->len - 1);
  if (rows->len == 1 || is_after(&data[-1].rank, &data->rank, 2)) return NULL;
  return g_strdup("the data records of ranks are not sorted by rank and bin");
}

/* Returns the sum of a segment and a bin; initially 0. */
static ProfileCheckSum *sum_of(GHashTable **pairs, uint32_t segment, uint32_t bin) {
  if (*pairs == NULL) *pairs = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
  const gint64 key = (gint64)((uint64_t)segment << 32 | bin);
  ProfileCheckSum *sum = g_hash_table_lookup(*pairs, &key);
  if (sum != NULL) return sum;
  sum = g_new0(ProfileCheckSum, 1);
  g_hash_table_insert(*pairs, g_memdup2(&key, sizeof key), sum);
  return sum;
}

char *profile_check_rank_cell(ProfileCheckRanks *check, const Profile *profile) {
  const GArray *rows = profile->rows[BIN_RECORD_RANK_CELL];
  const ProfileRankCell *cell = &g_array_index(rows, ProfileRankCell, rows->len - 1);
  if (rows->len > 1 && !is_after(&cell[-1].rank, &cell->rank, 3))
    return g_strdup("the cells of ranks are not sorted by rank, segment and bin");
  return profile_check_sum_add(sum_of(&check->pairs, cell->segment, cell->bin), cell->misses, cell->stall_cycles)
             ? NULL
             : overflow();
}

/* ---- the end ---- */

static char *compare(const ProfileCheckSum *found, const ProfileCheckSum *expected, guint n, const char *what) {
  for (guint i = 0; i < n; i++)
    if (found[i].misses != expected[i].misses || found[i].stall_cycles != expected[i].stall_cycles)
      return g_strdup_printf("the ranks' misses and stall_cycles do not add up to those of %s %u", what, i);
  return NULL;
}

/* Returns, for each rank, the counts of its processors. The caller owns the result. */
static ProfileCheckSum *of_processors(const Profile *profile) {
  const GArray *ranks = profile->rows[BIN_RECORD_RANK];
  const ProfileProcessor *processor = (const ProfileProcessor *)(const void *)profile->rows[BIN_RECORD_PROCESSOR]->data;
  ProfileCheckSum *sums = g_new0(ProfileCheckSum, MAX(ranks->len, 1));
  for (guint r = 0; r < ranks->len; r++)
    for (uint64_t n = g_array_index(ranks, ProfileRank, r).processors; n > 0; n--, processor++)
      profile_check_sum_add(&sums[r], profile_counts_misses(&processor->counts), processor->counts.stall_cycles);
  return sums;
}

/* Returns, for each segment or bin, the counts of its cells. They add up to the totals, so no sum overflows. The caller
 * owns the result. */
static ProfileCheckSum *of_cells(const Profile *profile, bool by_bin) {
  const GArray *cells = profile->rows[BIN_RECORD_CELL];
  ProfileCheckSum *sums = g_new0(ProfileCheckSum,
                                 MAX(profile->rows[by_bin ? BIN_RECORD_BIN : BIN_RECORD_SEGMENT]->len, 1));
  for (guint i = 0; i < cells->len; i++) {
    const ProfileCell *cell = &g_array_index(cells, ProfileCell, i);
    const uint32_t segment = g_array_index(profile->rows[BIN_RECORD_PLACE], ProfilePlace, cell->place).segment;
    profile_check_sum_add(&sums[by_bin ? cell->bin : segment], profile_counts_misses(&cell->counts),
                          cell->counts.stall_cycles);
  }
  return sums;
}

static char *check_codes(const Profile *profile, const ProfileCheckSum *processors) {
  const guint n_ranks = profile->rows[BIN_RECORD_RANK]->len, n = profile->rows[BIN_RECORD_SEGMENT]->len;
  g_autofree ProfileCheckSum *ranks = g_new0(ProfileCheckSum, MAX(n_ranks, 1)),
                             *segments = g_new0(ProfileCheckSum, MAX(n, 1));
  const GArray *codes = profile->rows[BIN_RECORD_RANK_CODE];
  for (guint i = 0; i < codes->len; i++) {
    const ProfileRankCode *code = &g_array_index(codes, ProfileRankCode, i);
    if (!profile_check_sum_add(&ranks[code->rank], code->misses, code->stall_cycles) ||
        !profile_check_sum_add(&segments[code->segment], code->misses, code->stall_cycles))
      return overflow();
  }
  g_autofree ProfileCheckSum *cells = of_cells(profile, false);
  char *wrong = compare(segments, cells, n, "segment");
  return wrong != NULL ? wrong : compare(ranks, processors, n_ranks, "the processors of rank");
}

static char *check_data(const Profile *profile, const ProfileCheckSum *processors) {
  const guint n_ranks = profile->rows[BIN_RECORD_RANK]->len, n = profile->rows[BIN_RECORD_BIN]->len;
  g_autofree ProfileCheckSum *ranks = g_new0(ProfileCheckSum, MAX(n_ranks, 1)),
                             *bins = g_new0(ProfileCheckSum, MAX(n, 1));
  const GArray *all = profile->rows[BIN_RECORD_RANK_DATA];
  for (guint i = 0; i < all->len; i++) {
    const ProfileRankData *data = &g_array_index(all, ProfileRankData, i);
    if (!profile_check_sum_add(&ranks[data->rank], data->misses, data->stall_cycles) ||
        !profile_check_sum_add(&bins[data->bin], data->misses, data->stall_cycles))
      return overflow();
  }
  g_autofree ProfileCheckSum *cells = of_cells(profile, true);
  char *wrong = compare(bins, cells, n, "bin");
  return wrong != NULL ? wrong : compare(ranks, processors, n_ranks, "the processors of rank");
}

/* Checks each pair of segment and bin for which ranks have records. The counts of the ranks must add up to those of
 * the pair's cells. */
static char *check_pairs(ProfileCheckRanks *check, const Profile *profile) {
  const GArray *cells = profile->rows[BIN_RECORD_CELL];
  if (check->pairs == NULL) return NULL;
  for (guint i = 0; i < cells->len; i++) {
    const ProfileCell *cell = &g_array_index(cells, ProfileCell, i);
    const uint32_t segment = g_array_index(profile->rows[BIN_RECORD_PLACE], ProfilePlace, cell->place).segment;
    const gint64 key = (gint64)((uint64_t)segment << 32 | cell->bin);
    ProfileCheckSum *sum = g_hash_table_lookup(check->pairs, &key);
    if (sum == NULL) continue;
    sum->misses -= profile_counts_misses(&cell->counts);
    sum->stall_cycles -= cell->counts.stall_cycles;
  }
  GHashTableIter iter;
  gpointer key, value;
  g_hash_table_iter_init(&iter, check->pairs);
  while (g_hash_table_iter_next(&iter, &key, &value)) {
    const ProfileCheckSum *left = value;
    const uint64_t pair = *(const uint64_t *)key;
    if (left->misses != 0 || left->stall_cycles != 0)
      return g_strdup_printf("the ranks' misses and stall_cycles do not add up to those of segment %u on bin %u",
                             (unsigned)(pair >> 32), (unsigned)pair);
  }
  return NULL;
}

char *profile_check_ranks_end(ProfileCheckRanks *check, const Profile *profile) {
  if (profile->rows[BIN_RECORD_RANK]->len == 0) return g_strdup("there is no rank");
  if (check->processors != profile->rows[BIN_RECORD_PROCESSOR]->len)
    return g_strdup("the ranks have fewer processors than there are");
  g_autofree ProfileCheckSum *processors = of_processors(profile);
  char *wrong = check_codes(profile, processors);
  if (wrong == NULL) wrong = check_data(profile, processors);
  return wrong != NULL ? wrong : check_pairs(check, profile);
}

void profile_check_ranks_clear(ProfileCheckRanks *check) {
  if (check->pairs != NULL) g_hash_table_destroy(check->pairs);
}
