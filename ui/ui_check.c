/* ui_check.c: see ui_check.h.
 *
 * Every identity is checked at the record where it is known to fail: those of sums over records at the
 * totals, those of a cell's evictors at the first evictor past that cell. All sums are guarded against
 * overflow, so that a later sum over any part of a good profile cannot overflow.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/ui_check.h"

#include <string.h>

struct UiCheck {
  const UiProfile *profile;
  uint64_t place_instructions; /* sums and maximum over the records so far */
  uint64_t processor_instructions;
  uint64_t processor_cycles;
  UiCounts processors;
  UiCounts cells;
  guint cell;        /* the cell that the evictors have come to: all before it are settled */
  uint64_t evictors; /* sum of that cell's so far */
  uint64_t bytes, blocks; /* sums over the bins */
};

static const char *const bin_kinds[] = {"unknown", "heap", "static", "stack", "mmap", "range"};

UiCheck *ui_check_new(const UiProfile *profile) {
  UiCheck *check = g_new0(UiCheck, 1);
  check->profile = profile;
  return check;
}

void ui_check_free(UiCheck *check) {
  g_free(check);
}

/* The sums below add what the file says, so each may overflow. */
static char *add(uint64_t *sum, uint64_t more, const char *what) {
  if (!__builtin_add_overflow(*sum, more, sum)) return NULL;
  return g_strdup_printf("the sum of %s does not fit in 64 bits", what);
}

static char *check_counts(const UiCounts *counts) {
  uint64_t misses, causes;
  if (counts->read_misses > counts->reads) return g_strdup("more read_misses than reads");
  if (counts->write_misses > counts->writes) return g_strdup("more write_misses than writes");
  if (__builtin_add_overflow(counts->read_misses, counts->write_misses, &misses) ||
      __builtin_add_overflow(counts->cold, counts->replacement, &causes) ||
      __builtin_add_overflow(causes, counts->invalidation, &causes) || misses != causes)
    return g_strdup("cold + replacement + invalidation are not read_misses + write_misses");
  return NULL;
}

static char *add_counts(UiCounts *sum, const UiCounts *more, const char *what) {
  char *wrong = check_counts(more);
  if (wrong == NULL && !ui_counts_add(sum, more))
    wrong = g_strdup_printf("a sum over %s does not fit in 64 bits", what);
  return wrong;
}

static char *check_bin(UiCheck *check, const UiBin *bin) {
  size_t kind = 0;
  while (kind < G_N_ELEMENTS(bin_kinds) && strcmp(bin->kind, bin_kinds[kind]) != 0) kind++;
  if (kind == G_N_ELEMENTS(bin_kinds)) return g_strdup("there is no such kind of bin");
  const bool first = check->profile->rows[BIN_RECORD_BIN]->len == 1;
  if (first && kind != 0) return g_strdup("bin 0 must be of kind \"unknown\"");
  char *wrong = add(&check->bytes, bin->bytes, "bytes");
  return wrong != NULL ? wrong : add(&check->blocks, bin->blocks, "blocks");
}

static char *check_processor(UiCheck *check, const UiProcessor *processor) {
  check->processor_cycles = MAX(check->processor_cycles, processor->cycles);
  char *wrong = add(&check->processor_instructions, processor->instructions, "instructions");
  return wrong != NULL ? wrong : add_counts(&check->processors, &processor->counts, "processors");
}

static int compare_pairs(uint32_t place_a, uint32_t bin_a, uint32_t place_b, uint32_t bin_b) {
  if (place_a != place_b) return place_a < place_b ? -1 : 1;
  return bin_a < bin_b ? -1 : bin_a > bin_b;
}

static char *check_cell(UiCheck *check, const UiCell *cell) {
  static const UiCounts none;
  if (check->profile->rows[BIN_RECORD_CELL]->len > 1 &&
      compare_pairs(cell[-1].place, cell[-1].bin, cell->place, cell->bin) >= 0)
    return g_strdup("the cells are not sorted by place and bin");
  if (memcmp(&cell->counts, &none, sizeof none) == 0) return g_strdup("a cell of nothing but zeros");
  return add_counts(&check->cells, &cell->counts, "cells");
}

/* Settles the cell that the evictors have come to, and goes on to the next. */
static char *settle_cell(UiCheck *check) {
  const UiCell *cell = &g_array_index(check->profile->rows[BIN_RECORD_CELL], UiCell, check->cell);
  if (check->evictors != cell->counts.replacement)
    return g_strdup_printf("the evictors of the cell of place %u and bin %u add up to %" G_GUINT64_FORMAT
                           ", not to its replacement of %" G_GUINT64_FORMAT,
                           cell->place, cell->bin, check->evictors, cell->counts.replacement);
  check->evictors = 0;
  check->cell++;
  return NULL;
}

static char *check_evictor(UiCheck *check, const UiEvictor *evictor) {
  const GArray *cells = check->profile->rows[BIN_RECORD_CELL];
  if (check->profile->rows[BIN_RECORD_EVICTOR]->len > 1) {
    const int order = compare_pairs(evictor[-1].place, evictor[-1].bin, evictor->place, evictor->bin);
    if (order > 0 || (order == 0 && evictor[-1].evicting_bin >= evictor->evicting_bin))
      return g_strdup("the evictors are not sorted by place, bin and evicting bin");
  }
  while (check->cell < cells->len) {
    const UiCell *cell = &g_array_index(cells, UiCell, check->cell);
    const int order = compare_pairs(cell->place, cell->bin, evictor->place, evictor->bin);
    if (order == 0) return add(&check->evictors, evictor->count, "evictors");
    if (order > 0) break;
    char *wrong = settle_cell(check);
    if (wrong != NULL) return wrong;
  }
  return g_strdup("an evictor of a cell that does not exist");
}

static char *check_sum(const char *name, const char *what, uint64_t sum, uint64_t total) {
  if (sum == total) return NULL;
  return g_strdup_printf("%s of all %s add up to %" G_GUINT64_FORMAT ", not to the total of %" G_GUINT64_FORMAT, name,
                         what, sum, total);
}

static char *check_count_sums(const UiCheck *check) {
  const UiCounts *totals = &check->profile->totals.counts;
  char *wrong = NULL;
  for (unsigned i = 0; i < UI_COUNTS && wrong == NULL; i++) {
    const char *name = ui_counts_name(i);
    const uint64_t total = ui_counts_get(totals, i);
    wrong = check_sum(name, "cells", ui_counts_get(&check->cells, i), total);
    if (wrong == NULL) wrong = check_sum(name, "processors", ui_counts_get(&check->processors, i), total);
  }
  return wrong;
}

static char *check_totals(UiCheck *check, const UiTotals *totals) {
  char *wrong = NULL;
  while (wrong == NULL && check->cell < check->profile->rows[BIN_RECORD_CELL]->len) wrong = settle_cell(check);
  uint64_t references;
  if (wrong == NULL && __builtin_add_overflow(totals->counts.reads, totals->counts.writes, &references))
    wrong = g_strdup("the sum of reads and writes does not fit in 64 bits");
  if (wrong == NULL) wrong = check_counts(&totals->counts);
  if (wrong == NULL) wrong = check_count_sums(check);
  if (wrong == NULL)
    wrong = check_sum("instructions", "places", check->place_instructions, totals->instructions);
  if (wrong == NULL)
    wrong = check_sum("instructions", "processors", check->processor_instructions, totals->instructions);
  if (wrong == NULL && check->processor_cycles != totals->cycles)
    wrong = g_strdup_printf("the greatest cycles of a processor are %" G_GUINT64_FORMAT
                            ", not the total of %" G_GUINT64_FORMAT,
                            check->processor_cycles, totals->cycles);
  return wrong;
}

char *ui_check_record(UiCheck *check, bin_record record) {
  const GArray *rows = check->profile->rows[record];
#define LAST(type) (&g_array_index(rows, type, rows->len - 1))
  switch (record) {
    case BIN_RECORD_PLACE: return add(&check->place_instructions, LAST(UiPlace)->instructions, "instructions");
    case BIN_RECORD_BIN: return check_bin(check, LAST(UiBin));
    case BIN_RECORD_PROCESSOR: return check_processor(check, LAST(UiProcessor));
    case BIN_RECORD_CELL: return check_cell(check, LAST(UiCell));
    case BIN_RECORD_EVICTOR: return check_evictor(check, LAST(UiEvictor));
    case BIN_RECORD_TOTALS: return check_totals(check, &check->profile->totals);
    default: return NULL;
  }
#undef LAST
}
