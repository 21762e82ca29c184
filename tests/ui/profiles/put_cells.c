/* put_cells.c: see put_cells.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/ui/profiles/put_cells.h"

#include "tests/ui/profiles/put_records.h"
#include "tests/ui/profiles/put_sampling.h"

enum { CYCLES_OF_MISS = 50 }; /* as in put_machine() */

static GArray *cells, *evictors, *invalidators, *spreads, *references, *losses;

void put_cells_start(void) {
  cells = g_array_new(FALSE, FALSE, sizeof(ProfileCell));
  evictors = g_array_new(FALSE, FALSE, sizeof(ProfileEvictors));
  invalidators = g_array_new(FALSE, FALSE, sizeof(ProfileEvictors));
  spreads = g_array_new(FALSE, FALSE, sizeof(ProfileSpread));
  references = g_array_new(FALSE, FALSE, sizeof(ProfileReference));
  losses = g_array_new(FALSE, FALSE, sizeof(ProfileReferenceEvictor));
}

void put_cells_end(void) {
  GArray *const arrays[] = {cells, evictors, invalidators, spreads, references, losses};
  for (size_t i = 0; i < G_N_ELEMENTS(arrays); i++) g_array_unref(arrays[i]);
}

const GArray *put_cells_given(void) { return cells; }

/* ---- adding cells ---- */

static const ProfileCell *last_cell(void) { return &g_array_index(cells, ProfileCell, cells->len - 1); }

void put_cell(unsigned place, unsigned bin, ProfileCounts counts) {
  if (counts.remote == 0) counts.local = profile_counts_misses(&counts);
  if (counts.true_sharing == 0) counts.false_sharing = counts.invalidation;
  const ProfileCell one = {place, bin, counts};
  g_array_append_val(cells, one);
}

void put_miss(unsigned place, unsigned bin, ProfileCounts counts) {
  counts.stall_cycles = CYCLES_OF_MISS * profile_counts_misses(&counts);
  put_cell(place, bin, counts);
}

static void blame(GArray *blames, unsigned who, uint64_t count) {
  const ProfileEvictors one = {last_cell()->place, last_cell()->bin, who, count};
  g_array_append_val(blames, one);
}

void put_evictor(unsigned bin, uint64_t count) { blame(evictors, bin, count); }

void put_invalidator(unsigned segment, uint64_t count) { blame(invalidators, segment, count); }

void put_spread(uint64_t offset, uint64_t stride) {
  const ProfileSpread one = {last_cell()->place, last_cell()->bin, offset, stride};
  g_array_append_val(spreads, one);
}

void put_reference(const char *kind, ProfileReference reference) {
  reference.place = last_cell()->place;
  reference.bin = last_cell()->bin;
  reference.kind = kind;
  g_array_append_val(references, reference);
}

void put_loss(unsigned place, unsigned bin, uint64_t count) {
  const ProfileReferenceEvictor one = {last_cell()->place, last_cell()->bin, place, bin, count};
  g_array_append_val(losses, one);
}

/* ---- writing cells ---- */

void put_counts(const ProfileCounts *counts) {
  for (unsigned i = 0; i < PROFILE_COUNTS; i++)
    if (profile_counts_is_column(i)) put_number(profile_counts_get(counts, i));
}

static void put_blames(bin_record record, const GArray *blames) {
  for (guint i = 0; i < blames->len; i++) {
    const ProfileEvictors *one = &g_array_index(blames, ProfileEvictors, i);
    put_numbers(record, (const uint64_t[]){one->place, one->bin, one->who, one->count}, 4);
  }
}

static void put_references(void) {
  for (guint i = 0; i < references->len; i++) {
    const ProfileReference *one = &g_array_index(references, ProfileReference, i);
    put_begin(BIN_RECORD_REFERENCE);
    put_number(one->place);
    put_number(one->bin);
    put_string(one->kind);
    put_number(one->temporal_hits);
    put_number(one->spatial_hits);
    put_number(one->evictions);
    put_number(one->used_bytes);
    put_number(one->lost);
    put_end();
  }
  for (guint i = 0; i < losses->len; i++) {
    const ProfileReferenceEvictor *one = &g_array_index(losses, ProfileReferenceEvictor, i);
    PUT_NUMBERS(REFERENCE_EVICTOR, one->place, one->bin, one->evicting_place, one->evicting_bin, one->count);
  }
}

ProfileCounts put_cells(void) {
  ProfileCounts sum = {0};
  for (guint i = 0; i < cells->len; i++) {
    const ProfileCell *one = &g_array_index(cells, ProfileCell, i);
    put_begin(BIN_RECORD_CELL);
    put_number(one->place);
    put_number(one->bin);
    put_counts(&one->counts);
    put_end();
    profile_counts_add(&sum, &one->counts);
  }
  put_sampling_cells(cells);
  put_blames(BIN_RECORD_EVICTOR, evictors);
  put_blames(BIN_RECORD_INVALIDATOR, invalidators);
  for (guint i = 0; i < spreads->len; i++) {
    const ProfileSpread *one = &g_array_index(spreads, ProfileSpread, i);
    PUT_NUMBERS(SPREAD, one->place, one->bin, one->offset, one->stride);
  }
  put_references();
  return sum;
}
