/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/profile/profile_check_samples.h"

#include "ui/profile/profile_scale.h"

enum { MISSES, STALL, KINDS }; /* the numbers of each batch, in this order */

char *profile_check_sampling(const Profile *profile) {
  const ProfileSampling *sampling = &profile->sampling;
  if (sampling->sampled > sampling->instructions) return g_strdup("more instructions were sampled than executed");
  if ((sampling->samples == 0) != (sampling->sampled == 0))
    return g_strdup("there are samples without instructions, or instructions without samples");
  return NULL;
}

char *profile_check_batch(ProfileCheckSamples *check, const Profile *profile) {
  const GArray *rows = profile->rows[BIN_RECORD_BATCH];
  const ProfileBatch *batch = &g_array_index(rows, ProfileBatch, rows->len - 1);
  if (rows->len > PROFILE_BATCHES_IN_TIME)
    return g_strdup_printf("there are more than %d batches", PROFILE_BATCHES_IN_TIME);
  if (batch->samples == 0) return g_strdup("a batch without samples");
  if (!__builtin_add_overflow(check->samples, batch->samples, &check->samples) &&
      !__builtin_add_overflow(check->instructions, batch->instructions, &check->instructions))
    return NULL;
  return g_strdup("a sum over batches does not fit in 64 bits");
}

char *profile_check_phase(ProfileCheckSamples *check, const Profile *profile) {
  const GArray *rows = profile->rows[BIN_RECORD_PHASE];
  const ProfileSampledPhase *phase = &g_array_index(rows, ProfileSampledPhase, rows->len - 1);
  uint64_t weighed;
  if (phase->phase == 0 || phase->phase > BIN_PHASES_MOST)
    return g_strdup_printf("phases are counted from 1 to %d", BIN_PHASES_MOST);
  if (rows->len > BIN_PHASES_MOST) return g_strdup_printf("there are more than %d intervals", BIN_PHASES_MOST);
  if (phase->weight == 0) return g_strdup("a phase without weight");
  if (phase->share > BIN_PHASE_WHOLE - check->share) return g_strdup("the phases are more than the whole run");
  check->share += phase->share;
  check->samples += phase->instructions != 0;
  if (!__builtin_mul_overflow(phase->weight, phase->instructions, &weighed) &&
      !__builtin_add_overflow(check->weighed, weighed, &check->weighed) &&
      !__builtin_add_overflow(check->instructions, phase->instructions, &check->instructions))
    return NULL;
  return g_strdup("a sum over phases does not fit in 64 bits");
}

static bool has_phase(const Profile *profile, uint64_t number) {
  const GArray *rows = profile->rows[BIN_RECORD_PHASE];
  for (guint i = 0; i < rows->len; i++)
    if (g_array_index(rows, ProfileSampledPhase, i).phase == number) return true;
  return false;
}

char *profile_check_stretch(ProfileCheckSamples *check, const Profile *profile) {
  const GArray *rows = profile->rows[BIN_RECORD_STRETCH];
  const UiStretch *stretch = &g_array_index(rows, UiStretch, rows->len - 1);
  if (!has_phase(profile, stretch->phase)) return g_strdup("no interval represents the phase of the stretch");
  if (stretch->instructions == 0) return g_strdup("a stretch without instructions");
  if (!__builtin_add_overflow(check->stretches, stretch->instructions, &check->stretches)) return NULL;
  return g_strdup("a sum over stretches does not fit in 64 bits");
}

static int compare(uint32_t place_a, uint32_t bin_a, uint32_t place_b, uint32_t bin_b) {
  if (place_a != place_b) return place_a < place_b ? -1 : 1;
  return bin_a < bin_b ? -1 : bin_a > bin_b;
}

static const ProfileCell *cell_at(const Profile *profile, guint index) {
  const GArray *cells = profile->rows[BIN_RECORD_CELL];
  return index < cells->len ? &g_array_index(cells, ProfileCell, index) : NULL;
}

/* Checks that all cells without a batch record, up to the cell of a place and a bin, have no misses and no stall. */
static char *skip_cells(ProfileCheckSamples *check, const Profile *profile, uint32_t place, uint32_t bin) {
  for (const ProfileCell *cell; (cell = cell_at(profile, check->cell)) != NULL; check->cell++) {
    if (compare(cell->place, cell->bin, place, bin) >= 0) return NULL;
    if (profile_counts_misses(&cell->counts) != 0 || cell->counts.stall_cycles != 0)
      return g_strdup_printf("the batches have nothing of the cell of place %u and bin %u", cell->place, cell->bin);
  }
  return NULL;
}

/* Factor of a batch's counts. */
static uint64_t weight_of(const Profile *profile, guint batch) {
  return profile->by_phase ? g_array_index(profile->rows[BIN_RECORD_PHASE], ProfileSampledPhase, batch).weight : 1;
}

/* Returns whether the numbers of a batch cell, from the first of a kind on, add up. */
static bool adds_up(const Profile *profile, const ProfileBatchCell *cell, unsigned kind, uint64_t whole) {
  uint64_t sum = 0, weighed;
  for (uint32_t i = kind; i < cell->counts.count; i += KINDS) {
    const uint64_t count = g_array_index(profile->number_store, uint64_t, cell->counts.first + i);
    if (__builtin_mul_overflow(count, weight_of(profile, i / KINDS), &weighed) ||
        __builtin_add_overflow(sum, weighed, &sum))
      return false;
  }
  return sum == whole;
}

char *profile_check_batch_cell(ProfileCheckSamples *check, const Profile *profile) {
  const GArray *rows = profile->rows[BIN_RECORD_BATCH_CELL];
  const ProfileBatchCell *one = &g_array_index(rows, ProfileBatchCell, rows->len - 1);
  if (rows->len > 1 && compare(one[-1].place, one[-1].bin, one->place, one->bin) >= 0)
    return g_strdup("the batch cells are not sorted by place and bin");
  const guint n = profile->rows[profile->by_phase ? BIN_RECORD_PHASE : BIN_RECORD_BATCH]->len;
  if (one->counts.count != KINDS * n) return g_strdup_printf("there should be two numbers for each of %u batches", n);
  char *wrong = skip_cells(check, profile, one->place, one->bin);
  if (wrong != NULL) return wrong;
  const ProfileCell *cell = cell_at(profile, check->cell);
  if (cell == NULL || compare(cell->place, cell->bin, one->place, one->bin) != 0)
    return g_strdup("the batches are of a cell that does not exist");
  check->cell++;
  if (!adds_up(profile, one, MISSES, profile_counts_misses(&cell->counts)))
    return g_strdup("the misses of the batches do not add up to those of the cell");
  if (!adds_up(profile, one, STALL, cell->counts.stall_cycles))
    return g_strdup("the stall cycles of the batches do not add up to those of the cell");
  return NULL;
}

static char *batches_end(ProfileCheckSamples *check, const Profile *profile) {
  const ProfileSampling *sampling = &profile->sampling;
  char *wrong = skip_cells(check, profile, G_MAXUINT32, G_MAXUINT32);
  if (wrong != NULL) return wrong;
  if (check->samples != sampling->samples || check->instructions != sampling->sampled)
    return g_strdup("the batches do not add up to the samples and their instructions");
  if (profile->totals.instructions != sampling->sampled)
    return g_strdup("the instructions of the totals are not those of the samples");
  return NULL;
}

static char *phases_end(ProfileCheckSamples *check, const Profile *profile) {
  const ProfileSampling *sampling = &profile->sampling;
  char *wrong = NULL;
  if (profile->rows[BIN_RECORD_BATCH_CELL]->len != 0) wrong = skip_cells(check, profile, G_MAXUINT32, G_MAXUINT32);
  if (wrong != NULL) return wrong;
  if (check->share != BIN_PHASE_WHOLE) return g_strdup("the phases do not add up to the whole run");
  if (check->samples != sampling->samples || check->instructions != sampling->sampled)
    return g_strdup("the phases do not add up to the samples and their instructions");
  if (profile->totals.instructions != check->weighed)
    return g_strdup("the instructions of the totals are not those of the intervals, times their weights");
  return NULL;
}

char *profile_check_samples_end(ProfileCheckSamples *check, const Profile *profile) {
  char *wrong = profile->by_phase ? phases_end(check, profile) : batches_end(check, profile);
  if (wrong != NULL) return wrong;
  return profile_scale_fits(profile) ? NULL : g_strdup("an estimate for the whole run does not fit in 64 bits");
}
