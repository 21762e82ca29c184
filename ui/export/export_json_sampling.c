/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/export/export_json_sampling.h"

#include "ui/profile/profile_of_samples.h"

static void put_phases(UiJson *json, const Profile *profile) {
  enum { DECIMALS = 9 };
  ui_json_begin_array(json, "phases");
  for (uint32_t i = 0; i < profile->n_phases; i++) {
    const ProfileSampledPhase *phase = &profile->phases[i];
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "phase", phase->phase);
    ui_json_number(json, "interval", phase->interval);
    ui_json_number(json, "begin", phase->begin);
    ui_json_decimal(json, "share", (double)phase->share / BIN_PHASE_WHOLE, DECIMALS);
    ui_json_number(json, "sampled_instructions", phase->instructions);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_stretches(UiJson *json, const Profile *profile) {
  ui_json_begin_array(json, "stretches");
  for (uint32_t i = 0; i < profile->n_stretches; i++) {
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "phase", profile->stretches[i].phase);
    ui_json_number(json, "instructions", profile->stretches[i].instructions);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

/* Writes the member "sampling" for a profile that was made from samples of events. */
static void put_events(UiJson *json, const Profile *profile) {
  const ProfileEvents *events = &profile->events;
  ui_json_begin_object(json, "sampling");
  ui_json_number(json, "samples", events->samples);
  ui_json_string(json, "event", events->event);
  ui_json_number(json, "period", events->period);
  ui_json_string(json, "unit", profile_of_samples_unit(profile));
  ui_json_number(json, "detail", profile->event_kind.detail);
  if (profile->event_kind.spread != 0) ui_json_number(json, "spread", profile->event_kind.spread);
  ui_json_number(json, "attributed", events->attributed);
  ui_json_string(json, "method", events->method);
  ui_json_end_object(json);
}

void export_json_sampling(UiJson *json, const Profile *profile) {
  if (!profile->sampled) return;
  if (profile->of_samples) {
    put_events(json, profile);
    return;
  }
  ui_json_begin_object(json, "sampling");
  ui_json_number(json, "samples", profile->sampling.samples);
  ui_json_number(json, "instructions", profile->sampling.instructions);
  ui_json_number(json, "sampled_instructions", profile->sampling.sampled);
  ui_json_number(json, "batches", profile->n_batches);
  if (profile->by_phase) {
    put_phases(json, profile);
    put_stretches(json, profile);
  }
  ui_json_end_object(json);
}

void export_json_half(UiJson *json, const char *key, double half) {
  if (half < 0)
    ui_json_null(json, key);
  else
    ui_json_number(json, key, (uint64_t)(half + 0.5));
}

void export_json_plus_minus(UiJson *json, const Profile *profile, const ViewBatchSums *sums) {
  if (!profile->sampled) return;
  ui_json_begin_object(json, "plus_minus");
  export_json_half(json, "misses", view_estimate_half(profile, sums->misses));
  export_json_half(json, "stall_cycles",
                   profile->of_samples ? VIEW_ESTIMATE_UNKNOWN : view_estimate_half(profile, sums->stall));
  ui_json_end_object(json);
}

void export_json_cell_plus_minus(UiJson *json, const Profile *profile, const ViewCells *cells,
                                 const ViewMatrixCell *cell) {
  ViewBatchSums sums = {{0}, {0}};
  uint32_t n;
  const uint32_t *places = view_cells_places(cells, cell->row, &n);
  for (uint32_t i = 0; profile->sampled && i < n; i++) {
    const ProfileBatchCell *batches = profile_batch_cell(profile, places[i], cell->column);
    if (batches != NULL) view_estimate_add(&sums, profile, batches);
  }
  export_json_plus_minus(json, profile, &sums);
}
