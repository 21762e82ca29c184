/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/model/ui_of_samples.h"

#include <stddef.h>
#include <string.h>

bool ui_of_samples_knows(const UiProfile *profile, unsigned counter) {
  return !profile->of_samples || counter == offsetof(UiCounts, read_misses) / sizeof(uint64_t);
}

bool ui_of_samples_knows_metric(const UiProfile *profile, UiMetric metric) {
  return !profile->of_samples || metric == UI_METRIC_MISSES;
}

void ui_of_samples_put_counts(UiJson *json, const UiProfile *profile, const UiCounts *counts) {
  for (unsigned i = 0; i < UI_COUNTS; i++) {
    if (ui_of_samples_knows(profile, i))
      ui_json_number(json, ui_counts_name(i), ui_counts_get(counts, i));
    else
      ui_json_null(json, ui_counts_name(i));
  }
}

void ui_of_samples_put_totals(UiJson *json, const UiProfile *profile) {
  if (profile->of_samples) {
    ui_json_null(json, "instructions");
    ui_json_null(json, "cycles");
  } else {
    ui_json_number(json, "instructions", profile->totals.instructions);
    ui_json_number(json, "cycles", profile->totals.cycles);
  }
  ui_of_samples_put_counts(json, profile, &profile->totals.counts);
}

uint32_t ui_of_samples_processors(const UiProfile *profile) { return profile->of_samples ? 0 : profile->n_processors; }

UiCounts ui_of_samples_counts(uint64_t events) {
  return (UiCounts){.reads = events, .read_misses = events, .cold = events, .local = events};
}

uint64_t ui_of_samples_period(const UiProfile *profile) { return MAX(profile->events.period, 1); }

char *ui_of_samples_check(const UiProfile *profile) {
  const UiEvents *events = &profile->events;
  const UiCounts *totals = &profile->totals.counts;
  const UiCounts alone = ui_of_samples_counts(totals->read_misses);
  uint64_t all;
  if (memcmp(totals, &alone, sizeof alone) != 0 || profile->totals.instructions != 0 || profile->totals.cycles != 0)
    return g_strdup("a profile made of samples has counts other than read_misses");
  if (events->attributed > events->samples) return g_strdup("more samples were attributed than taken");
  if (__builtin_mul_overflow(events->samples, ui_of_samples_period(profile), &all) || all != totals->read_misses)
    return g_strdup("the misses of the totals are not the samples, times their period");
  return NULL;
}

void ui_of_samples_complete(UiProfile *profile) {
  const GArray *cells = profile->rows[BIN_RECORD_CELL];
  const UiBatch all = {.samples = profile->events.samples};
  g_array_append_val(profile->rows[BIN_RECORD_BATCH], all);
  profile->sampling.samples = profile->events.samples;
  for (guint i = 0; i < cells->len; i++) {
    const UiCell *cell = &g_array_index(cells, UiCell, i);
    const uint64_t counts[] = {cell->counts.read_misses, 0};
    const UiBatchCell batch = {cell->place, cell->bin, {profile->number_store->len, G_N_ELEMENTS(counts)}};
    g_array_append_vals(profile->number_store, counts, G_N_ELEMENTS(counts));
    g_array_append_val(profile->rows[BIN_RECORD_BATCH_CELL], batch);
  }
}
