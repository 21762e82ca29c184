/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/profile/profile_check_references.h"

#include <string.h>

#include "ui/base/ui_search.h"

typedef struct {
  uint32_t place, bin;
} Pair;

static int compare(Pair a, Pair b) {
  if (a.place != b.place) return a.place < b.place ? -1 : 1;
  return a.bin < b.bin ? -1 : a.bin > b.bin;
}

static const ProfileCell *cell_at(const Profile *profile, guint index) {
  const GArray *cells = profile->rows[BIN_RECORD_CELL];
  return index < cells->len ? &g_array_index(cells, ProfileCell, index) : NULL;
}

static const ProfileReference *reference_at(const Profile *profile, guint index) {
  const GArray *references = profile->rows[BIN_RECORD_REFERENCE];
  return index < references->len ? &g_array_index(references, ProfileReference, index) : NULL;
}

static Pair pair_of_cell(const ProfileCell *cell) { return (Pair){cell->place, cell->bin}; }
static Pair pair_of(const ProfileReference *reference) { return (Pair){reference->place, reference->bin}; }

static char *no_reference(const ProfileCell *cell) {
  return g_strdup_printf("the cell of place %u and bin %u has no reference", cell->place, cell->bin);
}

/* Checks that all cells before the cell of a reference have had their references. */
static char *skip_cells(const ProfileCheckReferences *check, const Profile *profile,
                        const ProfileReference *reference) {
  const ProfileCell *cell = cell_at(profile, check->cell);
  return cell != NULL && compare(pair_of_cell(cell), pair_of(reference)) < 0 ? no_reference(cell) : NULL;
}

char *profile_check_hits(ProfileCheckReferences *check, const Profile *profile) {
  const ProfileReference *reference = reference_at(profile, profile->rows[BIN_RECORD_REFERENCE]->len - 1);
  const ProfileCell *cell = cell_at(profile, check->cell);
  uint64_t hits, expected = 0;
  if (cell != NULL && compare(pair_of_cell(cell), pair_of(reference)) == 0) {
    expected = cell->counts.reads + cell->counts.writes - cell->counts.read_misses - cell->counts.write_misses;
    check->cell++;
  }
  if (!__builtin_add_overflow(reference->temporal_hits, reference->spatial_hits, &hits) && hits == expected)
    return NULL;
  return g_strdup("temporal_hits + spatial_hits are not the hits of the cell");
}

static char *add_sums(ProfileCheckReferences *check, const ProfileReference *reference) {
  const uint64_t more[G_N_ELEMENTS(check->sums)] = {reference->temporal_hits, reference->spatial_hits,
                                                    reference->used_bytes, reference->lost};
  for (size_t i = 0; i < G_N_ELEMENTS(more); i++)
    if (__builtin_add_overflow(check->sums[i], more[i], &check->sums[i]))
      return g_strdup("a sum over references does not fit in 64 bits");
  return NULL;
}

char *profile_check_reference(ProfileCheckReferences *check, const Profile *profile) {
  const guint n = profile->rows[BIN_RECORD_REFERENCE]->len;
  const ProfileReference *reference = reference_at(profile, n - 1);
  if (n > 1 && compare(pair_of(reference - 1), pair_of(reference)) >= 0)
    return g_strdup("the references are not sorted by place and bin");
  const char *const kinds[] = {"read", "write", "modify", NULL};
  if (!g_strv_contains(kinds, reference->kind)) return g_strdup("there is no such kind of reference");
  if (reference->evictions > reference->lost) return g_strdup("more evictions than lost");
  if (reference->evictions > reference->used_bytes) return g_strdup("more evictions than used_bytes");
  char *wrong = add_sums(check, reference);
  return wrong != NULL ? wrong : skip_cells(check, profile, reference);
}

/* Completes the check of the current reference's evictors, and advances to the next reference. */
static char *settle(ProfileCheckReferences *check, const ProfileReference *reference) {
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

static bool exists(const Profile *profile, Pair pair) {
  const GArray *rows = profile->rows[BIN_RECORD_REFERENCE];
  const guint i = UI_SEARCH(rows, ProfileReference, is_before, &pair);
  return i < rows->len && compare(pair_of(reference_at(profile, i)), pair) == 0;
}

char *profile_check_reference_evictor(ProfileCheckReferences *check, const Profile *profile) {
  const GArray *rows = profile->rows[BIN_RECORD_REFERENCE_EVICTOR];
  const ProfileReferenceEvictor *evictor = &g_array_index(rows, ProfileReferenceEvictor, rows->len - 1);
  const Pair loser = {evictor->place, evictor->bin}, winner = {evictor->evicting_place, evictor->evicting_bin};
  if (rows->len > 1) {
    const ProfileReferenceEvictor *last = evictor - 1;
    const int order = compare((Pair){last->place, last->bin}, loser);
    if (order > 0 || (order == 0 && compare((Pair){last->evicting_place, last->evicting_bin}, winner) >= 0))
      return g_strdup("the evictors of references are not sorted by place, bin, evicting place and evicting bin");
  }
  if (!exists(profile, winner)) return g_strdup("there is no such evicting reference");
  const ProfileReference *reference;
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

char *profile_check_references_end(ProfileCheckReferences *check, const Profile *profile) {
  if (profile->rows[BIN_RECORD_REFERENCE]->len == 0) return NULL;
  const ProfileCell *cell = cell_at(profile, check->cell);
  if (cell != NULL) return no_reference(cell);
  const ProfileReference *reference;
  char *wrong = NULL;
  while (wrong == NULL && (reference = reference_at(profile, check->reference)) != NULL)
    wrong = settle(check, reference);
  return wrong;
}
