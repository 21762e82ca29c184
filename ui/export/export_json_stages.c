/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/export/export_json_stages.h"

#include "ui/view/view_stages.h"

/* The counts of a segment on a bin in a stage. `stage` is the number of the stage + 1. */
typedef struct {
  uint32_t stage, segment, bin;
  ProfileCounts counts;
} StageCell;

static gint compare_cells(gconstpointer a, gconstpointer b) {
  const StageCell *x = a, *y = b;
  if (x->stage != y->stage) return x->stage < y->stage ? -1 : 1;
  if (x->segment != y->segment) return x->segment < y->segment ? -1 : 1;
  return x->bin != y->bin ? (x->bin < y->bin ? -1 : 1) : 0;
}

/* Returns the cells of all stages, each stage, segment and bin once, sorted. The caller frees them. */
static GArray *cells_of(const Profile *profile) {
  GArray *all = g_array_new(FALSE, FALSE, sizeof(StageCell));
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    const ProfilePlace *place = &profile->places[profile->cells[i].place];
    const StageCell cell = {place->stage, place->segment, profile->cells[i].bin, profile->cells[i].counts};
    if (place->stage != 0) g_array_append_val(all, cell);
  }
  g_array_sort(all, compare_cells);
  guint kept = 0;
  for (guint i = 0; i < all->len; i++) {
    const StageCell *cell = &g_array_index(all, StageCell, i);
    if (kept != 0 && compare_cells(&g_array_index(all, StageCell, kept - 1), cell) == 0)
      profile_counts_add(&g_array_index(all, StageCell, kept - 1).counts, &cell->counts);
    else
      g_array_index(all, StageCell, kept++) = *cell;
  }
  g_array_set_size(all, kept);
  return all;
}

/* Writes the cells of a stage, which begin at *next, and moves *next to the first cell after them. */
static void put_cells(UiJson *json, const GArray *cells, uint32_t stage, guint *next) {
  ui_json_begin_array(json, "cells");
  for (; *next < cells->len && g_array_index(cells, StageCell, *next).stage == stage + 1; (*next)++) {
    const StageCell *cell = &g_array_index(cells, StageCell, *next);
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "segment", cell->segment);
    ui_json_number(json, "bin", cell->bin);
    ui_json_number(json, "references", profile_counts_references(&cell->counts));
    ui_json_number(json, "misses", profile_counts_misses(&cell->counts));
    ui_json_number(json, "stall_cycles", cell->counts.stall_cycles);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

void export_json_stages(UiJson *json, const Profile *profile, bool with_cells) {
  if (profile->n_stages == 0) return;
  ViewCost *own, *all;
  view_stages_costs(profile, &own, &all);
  g_autoptr(GArray) cells = with_cells ? cells_of(profile) : NULL;
  guint next = 0;
  ui_json_begin_array(json, "stages");
  for (uint32_t i = 0; i < profile->n_stages; i++) {
    const ProfileStage *stage = &profile->stages[i];
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "id", i);
    ui_json_string(json, "name", stage->name);
    if (stage->outer != 0) ui_json_number(json, "outer", stage->outer - 1);
    ui_json_number(json, "begun", stage->begun);
    ui_json_number(json, "cycles", stage->cycles);
    ui_json_number(json, "instructions", own[i + 1].instructions);
    ui_json_number(json, "references", profile_counts_references(&own[i + 1].counts));
    ui_json_number(json, "misses", profile_counts_misses(&own[i + 1].counts));
    ui_json_number(json, "stall_cycles", own[i + 1].counts.stall_cycles);
    if (with_cells) put_cells(json, cells, i, &next);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
  g_free(own);
  g_free(all);
}
