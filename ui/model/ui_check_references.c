/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/model/ui_check_references.h"

#include <string.h>

#include "ui/base/ui_search.h"

typedef struct {
  uint32_t place, bin;
} Pair;

static int compare(Pair a, Pair b) {
  if (a.place != b.place) return a.place < b.place ? -1 : 1;
  return a.bin < b.bin ? -1 : a.bin > b.bin;
}

static const UiCell *cell_at(const UiProfile *profile, guint index) {
  const GArray *cells = profile->rows[BIN_RECORD_CELL];
  return index < cells->len ? &g_array_index(cells, UiCell, index) : NULL;
}

static const UiReference *reference_at(const UiProfile *profile, guint index) {
  const GArray *references = profile->rows[BIN_RECORD_REFERENCE];
  return index < references->len ? &g_array_index(references, UiReference, index) : NULL;
}

static Pair pair_of_cell(const UiCell *cell) { return (Pair){cell->place, cell->bin}; }
static Pair pair_of(const UiReference *reference) { return (Pair){reference->place, reference->bin}; }

static char *no_reference(const UiCell *cell) {
  return g_strdup_printf("the cell of place %u and bin %u has no reference", cell->place, cell->bin);
}

/* Checks that all cells before that of a reference have had theirs. */
static char *skip_cells(const UiCheckReferences *check, const UiProfile *profile, const UiReference *reference) {
  const UiCell *cell = cell_at(profile, check->cell);
  return cell != NULL && compare(pair_of_cell(cell), pair_of(reference)) < 0 ? no_reference(cell) : NULL;
}

char *ui_check_hits(UiCheckReferences *check, const UiProfile *profile) {
  const UiReference *reference = reference_at(profile, profile->rows[BIN_RECORD_REFERENCE]->len - 1);
  const UiCell *cell = cell_at(profile, check->cell);
  uint64_t hits, expected = 0;
  if (cell != NULL && compare(pair_of_cell(cell), pair_of(reference)) == 0) {
    expected = cell->counts.reads + cell->counts.writes - cell->counts.read_misses - cell->counts.write_misses;
    check->cell++;
  }
  if (!__builtin_add_overflow(reference->temporal_hits, reference->spatial_hits, &hits) && hits == expected)
    return NULL;
  return g_strdup("temporal_hits + spatial_hits are not the hits of the cell");
}

static char *add_sums(UiCheckReferences *check, const UiReference *reference) {
  const uint64_t more[G_N_ELEMENTS(check->sums)] = {reference->temporal_hits, reference->spatial_hits,
                                                    reference->used_bytes, reference->lost};
  for (size_t i = 0; i < G_N_ELEMENTS(more); i++)
    if (__builtin_add_overflow(check->sums[i], more[i], &check->sums[i]))
      return g_strdup("a sum over references does not fit in 64 bits");
  return NULL;
}

char *ui_check_reference(UiCheckReferences *check, const UiProfile *profile) {
  const guint n = profile->rows[BIN_RECORD_REFERENCE]->len;
  const UiReference *reference = reference_at(profile, n - 1);
  if (n > 1 && compare(pair_of(reference - 1), pair_of(reference)) >= 0)
    return g_strdup("the references are not sorted by place and bin");
  const char *const kinds[] = {"read", "write", "modify", NULL};
  if (!g_strv_contains(kinds, reference->kind)) return g_strdup("there is no such kind of reference");
  if (reference->evictions > reference->lost) return g_strdup("more evictions than lost");
  if (reference->evictions > reference->used_bytes) return g_strdup("more evictions than used_bytes");
  char *wrong = add_sums(check, reference);
  return wrong != NULL ? wrong : skip_cells(check, profile, reference);
}

/* Completes the evictors of the current reference, and advances to the next. */
static char *settle(UiCheckReferences *check, const UiReference *reference) {
  if (check->lost != reference->lost)
    return g_strdup_printf("the evictors of the reference of place %u and bin %u add up to %" G_GUINT64_FORMAT
                           ", not to its lost of %" G_GUINT64_FORMAT,
                           reference->place, reference->bin, check->lost, reference->lost);
  check->lost = 0;
  check->reference++;
  return NULL;
}

static bool is_before(gconstpointer reference, gconstpointer pair) {
  return compare(pair_of(reference), *(const Pair *)pair) < 0;
}

static bool exists(const UiProfile *profile, Pair pair) {
  const GArray *rows = profile->rows[BIN_RECORD_REFERENCE];
  const guint i = UI_SEARCH(rows, UiReference, is_before, &pair);
  return i < rows->len && compare(pair_of(reference_at(profile, i)), pair) == 0;
}

char *ui_check_reference_evictor(UiCheckReferences *check, const UiProfile *profile) {
  const GArray *rows = profile->rows[BIN_RECORD_REFERENCE_EVICTOR];
  const UiReferenceEvictor *evictor = &g_array_index(rows, UiReferenceEvictor, rows->len - 1);
  const Pair loser = {evictor->place, evictor->bin}, winner = {evictor->evicting_place, evictor->evicting_bin};
  if (rows->len > 1) {
    const UiReferenceEvictor *last = evictor - 1;
    const int order = compare((Pair){last->place, last->bin}, loser);
    if (order > 0 || (order == 0 && compare((Pair){last->evicting_place, last->evicting_bin}, winner) >= 0))
      return g_strdup("the evictors of references are not sorted by place, bin, evicting place and evicting bin");
  }
  if (!exists(profile, winner)) return g_strdup("there is no such evicting reference");
  const UiReference *reference;
  while ((reference = reference_at(profile, check->reference)) != NULL) {
    const int order = compare(pair_of(reference), loser);
    if (order > 0) break;
    if (order == 0)
      return __builtin_add_overflow(check->lost, evictor->count, &check->lost)
                 ? g_strdup("the sum of evictors does not fit in 64 bits")
                 : NULL;
    char *wrong = settle(check, reference);
    if (wrong != NULL) return wrong;
  }
  return g_strdup("one of the evictors is of a reference that does not exist");
}

char *ui_check_references_end(UiCheckReferences *check, const UiProfile *profile) {
  if (profile->rows[BIN_RECORD_REFERENCE]->len == 0) return NULL;
  const UiCell *cell = cell_at(profile, check->cell);
  if (cell != NULL) return no_reference(cell);
  const UiReference *reference;
  char *wrong = NULL;
  while (wrong == NULL && (reference = reference_at(profile, check->reference)) != NULL)
    wrong = settle(check, reference);
  return wrong;
}
