/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/profile/profile_of_samples.h"

#include <stddef.h>
#include <string.h>

enum { MPKI_DIGITS = 4 };

bool profile_of_samples_knows(const Profile *profile, unsigned counter) {
  return !profile->of_samples || counter == offsetof(ProfileCounts, read_misses) / sizeof(uint64_t);
}

void profile_of_samples_put_counts(UiJson *json, const Profile *profile, const ProfileCounts *counts) {
  for (unsigned i = 0; i < PROFILE_COUNTS; i++) {
    if (profile_of_samples_knows(profile, i))
      ui_json_number(json, profile_counts_name(i), profile_counts_get(counts, i));
    else
      ui_json_null(json, profile_counts_name(i));
  }
}

void profile_of_samples_put_mpki(UiJson *json, const Profile *profile, double mpki) {
  if (profile->of_samples)
    ui_json_null(json, "mpki");
  else
    ui_json_decimal(json, "mpki", mpki, MPKI_DIGITS);
}

void profile_of_samples_put_totals(UiJson *json, const Profile *profile) {
  if (profile->of_samples) {
    ui_json_null(json, "instructions");
    ui_json_null(json, "cycles");
  } else {
    ui_json_number(json, "instructions", profile->totals.instructions);
    ui_json_number(json, "cycles", profile->totals.cycles);
  }
  const double instructions = (double)profile->totals.instructions;
  profile_of_samples_put_mpki(json, profile, profile_counts_mpki(&profile->totals.counts, instructions));
  profile_of_samples_put_counts(json, profile, &profile->totals.counts);
}

uint32_t profile_of_samples_processors(const Profile *profile) {
  return profile->of_samples ? 0 : profile->n_processors;
}

ProfileCounts profile_of_samples_counts(uint64_t events) {
  return (ProfileCounts){.reads = events, .read_misses = events, .cold = events, .local = events};
}

uint64_t profile_of_samples_period(const Profile *profile) { return MAX(profile->events.period, 1); }

char *profile_of_samples_check(const Profile *profile) {
  const ProfileEvents *events = &profile->events;
  const ProfileCounts *totals = &profile->totals.counts;
  const ProfileCounts alone = profile_of_samples_counts(totals->read_misses);
  uint64_t all;
  if (memcmp(totals, &alone, sizeof alone) != 0 || profile->totals.instructions != 0 || profile->totals.cycles != 0)
    return g_strdup("a profile made of samples has counts other than read_misses");
  if (events->attributed > events->samples) return g_strdup("more samples were attributed than taken");
  if (__builtin_mul_overflow(events->samples, profile_of_samples_period(profile), &all) || all != totals->read_misses)
    return g_strdup("the misses of the totals are not the samples, times their period");
  return NULL;
}

void profile_of_samples_complete(Profile *profile) {
  const GArray *cells = profile->rows[BIN_RECORD_CELL];
  const ProfileBatch all = {.samples = profile->events.samples};
  g_array_append_val(profile->rows[BIN_RECORD_BATCH], all);
  profile->sampling.samples = profile->events.samples;
  for (guint i = 0; i < cells->len; i++) {
    const ProfileCell *cell = &g_array_index(cells, ProfileCell, i);
    const uint64_t counts[] = {cell->counts.read_misses, 0};
    const ProfileBatchCell batch = {cell->place, cell->bin, {profile->number_store->len, G_N_ELEMENTS(counts)}};
    g_array_append_vals(profile->number_store, counts, G_N_ELEMENTS(counts));
    g_array_append_val(profile->rows[BIN_RECORD_BATCH_CELL], batch);
  }
}
