/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/diff/diff_json.h"

#include <string.h>

#include "ui/diff/diff_estimate.h"
#include "ui/diff/diff_findings.h"
#include "ui/profile/profile_of_samples.h"

static const char *const sides[DIFF_SIDES] = {[DIFF_BEFORE] = "before", [DIFF_AFTER] = "after"};

static void put_run(UiJson *json, const char *key, const char *title, const Profile *profile) {
  ui_json_begin_object(json, key);
  ui_json_string(json, "title", title);
  ui_json_strings(json, "command", profile->command);
  ui_json_number(json, "time", profile->time);
  ui_json_string(json, "label", profile->label);
  if (profile->sampled) ui_json_number(json, "samples", profile->sampling.samples);
  ui_json_begin_object(json, "totals");
  profile_of_samples_put_totals(json, profile);
  ui_json_end_object(json);
  ui_json_begin_array(json, "processors");
  for (uint32_t i = 0; i < profile_of_samples_processors(profile); i++) {
    const ProfileProcessor *processor = &profile->processors[i];
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "instructions", processor->instructions);
    ui_json_number(json, "busy_cycles", processor->busy_cycles);
    ui_json_number(json, "idle_cycles", processor->idle_cycles);
    profile_of_samples_put_counts(json, profile, &processor->counts);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
  ui_json_end_object(json);
}

static void put_options(UiJson *json, const Diff *diff) {
  ui_json_begin_array(json, "options");
  for (guint i = 0; i < diff->options->len; i++) {
    const DiffOption *option = &g_array_index(diff->options, DiffOption, i);
    ui_json_begin_object(json, NULL);
    ui_json_string(json, "name", option->name);
    ui_json_boolean(json, "machine", option->machine);
    for (unsigned side = 0; side < DIFF_SIDES; side++) ui_json_string(json, sides[side], option->value[side]);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

/* Writes the counts in both profiles. Writes null for a profile that does not have the item. */
static void put_sides(UiJson *json, const Diff *diff, const bool *in, const ProfileCounts *counts, double half,
                      const uint64_t *instructions) {
  for (unsigned side = 0; side < DIFF_SIDES; side++) {
    if (!in[side]) {
      ui_json_null(json, sides[side]);
      continue;
    }
    ui_json_begin_object(json, sides[side]);
    if (instructions != NULL && diff->views[side]->profile->of_samples)
      ui_json_null(json, "instructions");
    else if (instructions != NULL)
      ui_json_number(json, "instructions", instructions[side]);
    profile_of_samples_put_counts(json, diff->views[side]->profile, &counts[side]);
    ui_json_end_object(json);
  }
  const DiffChange change = diff_metric_change(diff, counts);
  ui_json_signed(json, "change", change.less, change.amount);
  if (!diff_is_sampled(diff)) return;
  if (half < 0)
    ui_json_null(json, "plus_minus");
  else
    ui_json_number(json, "plus_minus", (uint64_t)(half + 0.5));
}

static void put_items(UiJson *json, const char *key, const Diff *diff, ViewAxisKind axis) {
  ui_json_begin_array(json, key);
  for (guint i = 0; i < diff->items[axis]->len; i++) {
    const DiffItem *item = diff_item(diff, axis, i);
    ui_json_begin_object(json, NULL);
    ui_json_string(json, "name", item->name);
    ui_json_string(json, "fullname", item->full_name);
    ui_json_boolean(json, "moved", item->loosely);
    put_sides(json, diff, item->in, item->counts, item->half, axis == VIEW_CODE ? item->instructions : NULL);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_cells(UiJson *json, const Diff *diff) {
  static const ProfileCounts none;
  ui_json_begin_array(json, "cells");
  for (guint i = 0; i < diff->cells->len; i++) {
    const DiffCell *cell = &g_array_index(diff->cells, DiffCell, i);
    bool in[DIFF_SIDES]; /* whether each profile has the cell; the counts of a missing cell are all 0 */
    for (unsigned side = 0; side < DIFF_SIDES; side++) in[side] = memcmp(&cell->counts[side], &none, sizeof none) != 0;
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "code", cell->code);
    ui_json_number(json, "data", cell->data);
    put_sides(json, diff, in, cell->counts, cell->half, NULL);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_findings(UiJson *json, const Diff *diff) {
  if (diff->findings == NULL) return;
  ui_json_begin_array(json, "findings");
  for (guint i = 0; i < diff->findings->len; i++) {
    const DiffFinding *finding = &g_array_index(diff->findings, DiffFinding, i);
    const DiffChange change = diff_change(finding->cycles[DIFF_BEFORE], finding->cycles[DIFF_AFTER]);
    ui_json_begin_object(json, NULL);
    ui_json_string(json, "rule", finding->rule);
    ui_json_string(json, "about", finding->about);
    for (unsigned side = 0; side < DIFF_SIDES; side++) {
      if (finding->in[side])
        ui_json_number(json, sides[side], finding->cycles[side]);
      else
        ui_json_null(json, sides[side]);
    }
    ui_json_signed(json, "change", change.less, change.amount);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

void diff_json(UiJson *json, const char *key, const Diff *diff, const char *const titles[DIFF_SIDES], bool with_cells) {
  ui_json_begin_object(json, key);
  ui_json_number(json, "version", 1);
  ui_json_string(json, "metric", view_metric_key(diff->by->metric));
  for (unsigned side = 0; side < DIFF_SIDES; side++)
    put_run(json, sides[side], titles[side], diff->views[side]->profile);
  put_options(json, diff);
  put_findings(json, diff);
  put_items(json, "code", diff, VIEW_CODE);
  put_items(json, "data", diff, VIEW_DATA);
  if (with_cells) put_cells(json, diff);
  ui_json_end_object(json);
}
