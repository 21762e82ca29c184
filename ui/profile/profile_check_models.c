/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/profile/profile_check_models.h"

#include "ui/profile/profile_check_identities.h"

static bool is_before(uint32_t place, uint32_t bin, const ProfileModelCell *than) {
  return place != than->place ? place < than->place : bin < than->bin;
}

/* Returns the counts of a record's cell; zeros, if the cell had no reference since counts were set to zero. */
static const ProfileCounts *counts_of(ProfileCheckModels *check, const Profile *profile, const ProfileModelCell *of) {
  static const ProfileCounts none;
  const GArray *cells = profile->rows[BIN_RECORD_CELL];
  for (; check->cell < cells->len; check->cell++) {
    const ProfileCell *cell = &g_array_index(cells, ProfileCell, check->cell);
    if (is_before(cell->place, cell->bin, of)) continue;
    return cell->place == of->place && cell->bin == of->bin ? &cell->counts : &none;
  }
  return &none;
}

/* `all` has the other counts of the same references. */
static char *check_counts(const ProfileModelCounts *counts, const ProfileCounts *all) {
  const coh_counts both = profile_models_all(all, counts);
  return profile_check_identities(&both, true);
}

static char *add_counts(ProfileModelCounts *sum, const ProfileModelCounts *counts) {
  return profile_models_add(sum, counts) ? NULL : g_strdup("a sum over counts of models does not fit in 64 bits");
}

char *profile_check_model_processor(ProfileCheckModels *check, const Profile *profile) {
  const GArray *rows = profile->rows[BIN_RECORD_MODEL_PROCESSOR], *processors = profile->rows[BIN_RECORD_PROCESSOR];
  const ProfileModelProcessor *one = &g_array_index(rows, ProfileModelProcessor, rows->len - 1);
  if (one->processor != rows->len - 1) return g_strdup("the processors of models are not those of all processors");
  char *wrong = check_counts(&one->counts, &g_array_index(processors, ProfileProcessor, one->processor).counts);
  return wrong != NULL ? wrong : add_counts(&check->processors, &one->counts);
}

char *profile_check_model_cell(ProfileCheckModels *check, const Profile *profile) {
  const GArray *rows = profile->rows[BIN_RECORD_MODEL_CELL];
  const ProfileModelCell *cell = &g_array_index(rows, ProfileModelCell, rows->len - 1);
  uint64_t any = 0;
  for (unsigned i = 0; i < PROFILE_MODEL_COUNTS; i++) any |= profile_models_get(&cell->counts, i);
  if (rows->len > 1 && !is_before(cell[-1].place, cell[-1].bin, cell))
    return g_strdup("the cells of models are not sorted by place and bin");
  if (any == 0) return g_strdup("a cell of models of nothing but zeros");
  return add_counts(&check->cells, &cell->counts);
}

char *profile_check_model_part(ProfileCheckModels *check, const Profile *profile) {
  const GArray *rows = profile->rows[BIN_RECORD_MODEL_CELL];
  const ProfileModelCell *cell = &g_array_index(rows, ProfileModelCell, rows->len - 1);
  return check_counts(&cell->counts, counts_of(check, profile, cell));
}

static char *check_sums(const ProfileModelCounts *sums, const ProfileModelCounts *totals, const char *what) {
  for (unsigned i = 0; i < PROFILE_MODEL_COUNTS; i++) {
    const uint64_t sum = profile_models_get(sums, i), total = profile_models_get(totals, i);
    if (sum != total)
      return g_strdup_printf("%s of all %s of models add up to %" G_GUINT64_FORMAT
                             ", not to the total of %" G_GUINT64_FORMAT,
                             profile_models_name(i), what, sum, total);
  }
  return NULL;
}

char *profile_check_model_totals(const ProfileCheckModels *check, const Profile *profile) {
  char *wrong = check_sums(&check->cells, &profile->model_totals, "cells");
  return wrong != NULL ? wrong : check_sums(&check->processors, &profile->model_totals, "processors");
}
