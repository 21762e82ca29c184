/* SPDX-License-Identifier: GPL-2.0-or-later
 * merge_ranks.c: stores the costs of each rank as rows in temporary files. Rows contain the numbers of segments and
 * bins in the merged profile. The merged profile contains the rows of each rank only for those pairs of a segment and a
 * bin that have the most stall cycles. These pairs are chosen at the end, when all sums are complete. */
#include "ui/merge/merge_ranks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ui/profile/profile_write.h"

/* The format of the rows in each file. A row begins with `numbers` numbers, by which rows are sorted, and ends with
 * `counts` counts. */
static const struct {
  bin_record record;
  size_t size;
  unsigned numbers, counts;
} kinds[MERGE_RANKS_KINDS] = {
    [MERGE_RANKS_CODE] = {BIN_RECORD_RANK_CODE, sizeof(ProfileRankCode), 2, 3},
    [MERGE_RANKS_DATA] = {BIN_RECORD_RANK_DATA, sizeof(ProfileRankData), 2, 2},
    [MERGE_RANKS_CELLS] = {BIN_RECORD_RANK_CELL, sizeof(ProfileRankCell), 3, 2},
};

static bool fail(const char *what, GError **error) {
  g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(errno), "%s: %s", what, g_strerror(errno));
  return false;
}

bool merge_ranks_init(MergeRanks *ranks, GError **error) {
  ranks->most_pairs = MERGE_RANKS_PAIRS;
  for (unsigned k = 0; k < MERGE_RANKS_KINDS; k++)
    if ((ranks->files[k] = tmpfile()) == NULL) return fail("a temporary file cannot be made", error);
  return true;
}

void merge_ranks_clear(MergeRanks *ranks) {
  for (unsigned k = 0; k < MERGE_RANKS_KINDS; k++)
    if (ranks->files[k] != NULL) fclose(ranks->files[k]);
}

/* ---- the rows of a part ---- */

static void append_code(GArray *codes, uint32_t rank, uint32_t segment, uint64_t cycles, const ProfileCounts *counts) {
  const ProfileRankCode code = {rank, segment, cycles, counts != NULL ? profile_counts_misses(counts) : 0,
                                counts != NULL ? counts->stall_cycles : 0};
  g_array_append_val(codes, code);
}

/* Collects the costs of an input profile with one rank. A segment can get several rows. */
static void collect_process(MergeRows *rows, uint32_t rank, GArray *const of[MERGE_RANKS_KINDS]) {
  const Profile *part = rows->part;
  const uint32_t *segments = rows->map[BIN_RECORD_SEGMENT], *bins = rows->map[BIN_RECORD_BIN];
  const uint64_t step = profile_step(part);
  for (uint32_t i = 0; i < part->n_places; i++) {
    const uint64_t instructions = part->places[i].instructions;
    uint64_t cycles;
    rows->overflow |= __builtin_mul_overflow(instructions / MACH_TICKS, step, &cycles);
    rows->overflow |= __builtin_add_overflow(cycles, instructions % MACH_TICKS * step / MACH_TICKS, &cycles);
    append_code(of[MERGE_RANKS_CODE], rank, segments[part->places[i].segment], cycles, NULL);
  }
  for (uint32_t i = 0; i < part->n_fetch_misses; i++)
    append_code(of[MERGE_RANKS_CODE], rank, segments[part->places[part->fetch_misses[i].place].segment],
                part->fetch_misses[i].counts.stall_cycles, NULL);
  for (uint32_t i = 0; i < part->n_cells; i++) {
    const ProfileCounts *counts = &part->cells[i].counts;
    const uint32_t segment = segments[part->places[part->cells[i].place].segment], bin = bins[part->cells[i].bin];
    const ProfileRankData data = {rank, bin, profile_counts_misses(counts), counts->stall_cycles};
    const ProfileRankCell cell = {rank, segment, bin, data.misses, data.stall_cycles};
    append_code(of[MERGE_RANKS_CODE], rank, segment, counts->stall_cycles, counts);
    g_array_append_val(of[MERGE_RANKS_DATA], data);
    g_array_append_val(of[MERGE_RANKS_CELLS], cell);
  }
}

/* Collects the rows of an input profile that is a merged profile of several ranks. */
static void collect_ranks(MergeRows *rows, uint32_t first, GArray *const of[MERGE_RANKS_KINDS]) {
  const Profile *part = rows->part;
  const uint32_t *segments = rows->map[BIN_RECORD_SEGMENT], *bins = rows->map[BIN_RECORD_BIN];
  for (uint32_t i = 0; i < part->n_rank_codes; i++) {
    ProfileRankCode code = part->rank_codes[i];
    code.rank += first;
    code.segment = segments[code.segment];
    g_array_append_val(of[MERGE_RANKS_CODE], code);
  }
  for (uint32_t i = 0; i < part->n_rank_data; i++) {
    ProfileRankData data = part->rank_data[i];
    data.rank += first;
    data.bin = bins[data.bin];
    g_array_append_val(of[MERGE_RANKS_DATA], data);
  }
  for (uint32_t i = 0; i < part->n_rank_cells; i++) {
    ProfileRankCell cell = part->rank_cells[i];
    cell.rank += first;
    cell.segment = segments[cell.segment];
    cell.bin = bins[cell.bin];
    g_array_append_val(of[MERGE_RANKS_CELLS], cell);
  }
}

static uint64_t *counts_in(char *row, unsigned kind) {
  return (uint64_t *)(void *)(row + kinds[kind].size) - kinds[kind].counts;
}

/* Sorts the rows, merges rows with equal numbers by adding their counts, and removes rows whose counts are all 0. */
static void sum_up(MergeRows *rows, GArray *of, unsigned kind) {
  void *numbers = GUINT_TO_POINTER(kinds[kind].numbers);
  const size_t size = kinds[kind].size;
  g_array_sort_with_data(of, merge_rows_compare, numbers);
  guint n = 0;
  for (guint i = 0, end; i < of->len; i = end) {
    char *first = of->data + i * size;
    bool any = false;
    for (end = i + 1; end < of->len && merge_rows_compare(first, of->data + end * size, numbers) == 0; end++)
      for (unsigned c = 0; c < kinds[kind].counts; c++)
        merge_rows_sum(rows, &counts_in(first, kind)[c], counts_in(of->data + end * size, kind)[c]);
    for (unsigned c = 0; c < kinds[kind].counts; c++) any |= counts_in(first, kind)[c] != 0;
    if (any) memmove(of->data + n++ * size, first, size);
  }
  g_array_set_size(of, n);
}

void merge_ranks_add(MergeRanks *ranks, MergeRows *rows, uint32_t first) {
  GArray *of[MERGE_RANKS_KINDS];
  for (unsigned k = 0; k < MERGE_RANKS_KINDS; k++) of[k] = g_array_new(FALSE, FALSE, (guint)kinds[k].size);
  if (rows->part->of_ranks)
    collect_ranks(rows, first, of);
  else
    collect_process(rows, first, of);
  for (unsigned k = 0; k < MERGE_RANKS_KINDS; k++) {
    sum_up(rows, of[k], k);
    fwrite(of[k]->data, kinds[k].size, of[k]->len, ranks->files[k]); /* rewind_file() will report a failed write */
    g_array_unref(of[k]);
  }
}

/* ---- the records of the merged profile ---- */

/* Completes the writing of a temporary file, and begins to read it from its start. */
static bool rewind_file(FILE *file, GError **error) {
  errno = 0;
  if (fflush(file) == 0 && !ferror(file) && fseek(file, 0, SEEK_SET) == 0) return true;
  if (errno == 0) errno = EIO;
  return fail("a temporary file cannot be written", error);
}

/* A pair of a segment and a bin, for choosing the hottest pairs. */
typedef struct {
  uint32_t segment, bin;
  uint64_t misses, stall_cycles; /* counts of the pair in the merged profile */
  uint64_t left, left_stall;     /* counts of the pair minus the sums of the ranks' rows; not 0 if rows are missing */
  bool taken;
} Pair;

static int compare_pairs(const void *a, const void *b) {
  const Pair *x = a, *y = b;
  if (x->segment != y->segment) return x->segment < y->segment ? -1 : 1;
  return x->bin < y->bin ? -1 : x->bin > y->bin;
}

static gint compare_heat(gconstpointer a, gconstpointer b) {
  const Pair *x = *(Pair *const *)a, *y = *(Pair *const *)b;
  if (x->stall_cycles != y->stall_cycles) return x->stall_cycles > y->stall_cycles ? -1 : 1;
  if (x->misses != y->misses) return x->misses > y->misses ? -1 : 1;
  return compare_pairs(x, y);
}

/* Returns all pairs of the merged profile (Pair), sorted by segment and bin. The caller owns the array. */
static GArray *pairs_of(const Profile *whole) {
  const GArray *cells = whole->rows[BIN_RECORD_CELL];
  GArray *pairs = g_array_sized_new(FALSE, FALSE, sizeof(Pair), cells->len);
  for (guint i = 0; i < cells->len; i++) {
    const ProfileCell *cell = &g_array_index(cells, ProfileCell, i);
    const Pair pair = {g_array_index(whole->rows[BIN_RECORD_PLACE], ProfilePlace, cell->place).segment,
                       cell->bin,
                       profile_counts_misses(&cell->counts),
                       cell->counts.stall_cycles,
                       0,
                       0,
                       false};
    g_array_append_val(pairs, pair);
  }
  g_array_sort(pairs, compare_pairs);
  guint n = 0;
  for (guint i = 0; i < pairs->len; i++) {
    const Pair *pair = &g_array_index(pairs, Pair, i);
    Pair *last = n > 0 ? &g_array_index(pairs, Pair, n - 1) : NULL;
    if (last == NULL || compare_pairs(last, pair) != 0) {
      g_array_index(pairs, Pair, n++) = *pair;
      continue;
    }
    last->misses += pair->misses;
    last->stall_cycles += pair->stall_cycles;
  }
  g_array_set_size(pairs, n);
  return pairs;
}

static Pair *pair_of(const GArray *pairs, const ProfileRankCell *cell) {
  const Pair key = {.segment = cell->segment, .bin = cell->bin};
  return bsearch(&key, pairs->data, pairs->len, sizeof key, compare_pairs);
}

/* Marks the `most` pairs with the most stall cycles as taken. Omits pairs whose rows are incomplete, which happens
 * because an input that is a merged profile contains only the rows of its own hottest pairs. */
static void take_pairs(GArray *pairs, guint most, FILE *file) {
  ProfileRankCell cell;
  g_autoptr(GPtrArray) hottest = g_ptr_array_new();
  for (guint i = 0; i < pairs->len; i++) {
    Pair *pair = &g_array_index(pairs, Pair, i);
    pair->left = pair->misses;
    pair->left_stall = pair->stall_cycles;
  }
  while (fread(&cell, sizeof cell, 1, file) == 1) {
    Pair *pair = pair_of(pairs, &cell);
    pair->left -= cell.misses;
    pair->left_stall -= cell.stall_cycles;
  }
  for (guint i = 0; i < pairs->len; i++) {
    Pair *pair = &g_array_index(pairs, Pair, i);
    if (pair->left == 0 && pair->left_stall == 0) g_ptr_array_add(hottest, pair);
  }
  g_ptr_array_sort(hottest, compare_heat);
  for (guint i = 0; i < MIN(hottest->len, most); i++) ((Pair *)g_ptr_array_index(hottest, i))->taken = true;
}

/* Writes the rows of a temporary file to the merged profile. Skips cells of pairs that were not taken. */
static void write_rows(const Profile *whole, bin_writer *writer, FILE *file, unsigned kind, const GArray *pairs) {
  enum { ROWS = 4096 };
  _Alignas(16) char row[sizeof(ProfileRankCell) + sizeof(ProfileRankCode)];
  g_autofree char *many = g_malloc(kinds[kind].size * ROWS);
  size_t n = 0;
  while (fread(row, kinds[kind].size, 1, file) == 1) {
    if (kind == MERGE_RANKS_CELLS && !pair_of(pairs, (const ProfileRankCell *)(const void *)row)->taken) continue;
    memcpy(many + n++ * kinds[kind].size, row, kinds[kind].size);
    if (n < ROWS) continue;
    profile_write_rows(writer, whole, kinds[kind].record, many, n);
    n = 0;
  }
  profile_write_rows(writer, whole, kinds[kind].record, many, n);
}

bool merge_ranks_write(MergeRanks *ranks, const Profile *whole, bin_writer *writer, GError **error) {
  g_autoptr(GArray) pairs = pairs_of(whole);
  if (!rewind_file(ranks->files[MERGE_RANKS_CELLS], error)) return false;
  take_pairs(pairs, ranks->most_pairs, ranks->files[MERGE_RANKS_CELLS]);
  for (unsigned k = 0; k < MERGE_RANKS_KINDS; k++) {
    if (!rewind_file(ranks->files[k], error)) return false;
    write_rows(whole, writer, ranks->files[k], k, pairs);
    if (ferror(ranks->files[k])) return fail("a temporary file cannot be read", error);
  }
  return true;
}
