/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/replay/replay_sweep_cells_output.h"

#include <stddef.h>

#include "ui/screens/screen_curves.h"
#include "ui/screens/screen_ranked.h"

enum { CELLS_SHOWN = 20 };

/* ---- both -------------------------------------------------------------------------------------------------------- */

static const struct {
  unsigned by;
  const char *word, *list;
} kinds[VIEW_AXES] = {
    [VIEW_CODE] = {BIN_BY_FUNCTION, "function", "functions"}, [VIEW_DATA] = {BIN_BY_BIN, "bin", "bins"}};

static bool has_axis(const ReplaySweepReport *report, unsigned axis) {
  return replay_sweep_cells_by(report->cells) & kinds[axis].by;
}

static uint32_t number_of(const bin_sweep_cell *cell, unsigned axis) {
  return axis == VIEW_CODE ? cell->segment : cell->bin;
}

static const sweep_cell_misses *misses_of(const ReplaySweepReport *report, uint32_t cell) {
  return report->misses + (gsize)cell * report->plan->n_machines;
}

static uint64_t references_of(const bin_sweep_cell *cell) { return cell->reads + cell->writes; }

/* Cells with references, as an array of ScreenRanked. They are sorted by the sum of their misses on all machines,
 * largest first. */
static GArray *rank_cells(const ReplaySweepReport *report) {
  const uint32_t n = replay_sweep_cells_size(report->cells);
  g_autofree uint64_t *amounts = g_new(uint64_t, MAX(n, 1));
  for (uint32_t cell = 0; cell < n; cell++) {
    amounts[cell] = references_of(replay_sweep_cells_get(report->cells, cell)) != 0; /* 1 keeps cells without misses */
    for (unsigned m = 0; m < report->plan->n_machines; m++)
      amounts[cell] += misses_of(report, cell)[m].read_misses + misses_of(report, cell)[m].write_misses;
  }
  return screen_ranked(amounts, n);
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

static ViewCurves *make_curves(const sweep_plan *plan) {
  ViewCurves *curves = view_curves_new(plan->n_parameters, plan->n_machines);
  for (unsigned p = 0; p < plan->n_parameters; p++) {
    const sweep_parameter *parameter = &plan->parameters[p];
    curves->parameters[p] = (ViewCurveParameter){.name = g_strdup(parameter->name),
                                                 .size = sweep_plan_is_size(parameter->name),
                                                 .values = g_strdupv(parameter->values),
                                                 .n = parameter->n};
    for (unsigned m = 0; m < plan->n_machines; m++) {
      unsigned *value = &curves->values[m * plan->n_parameters + p];
      while (parameter->values[*value] != plan->machines[m].values[p]) ++*value;
    }
  }
  return curves;
}

static void add_curve(const ReplaySweepReport *report, uint32_t number, ViewCurves *curves) {
  const bin_sweep_cell *cell = replay_sweep_cells_get(report->cells, number);
  const ViewLabels *labels = replay_sweep_cells_labels(report->cells);
  ViewCurve *curve = view_curves_add(curves);
  for (unsigned axis = 0; axis < VIEW_AXES; axis++)
    if (has_axis(report, axis)) curve->names[axis] = g_strdup(labels[axis].names[number_of(cell, axis)]);
  curve->references = references_of(cell);
  for (unsigned m = 0; m < curves->n_machines; m++) {
    const sweep_cell_misses *misses = &misses_of(report, number)[m];
    curve->misses[m] = misses->read_misses + misses->write_misses;
    curve->again[m] = curve->misses[m] - misses->cold;
  }
}

void replay_sweep_cells_table(const ReplaySweepReport *report, GString *out) {
  ViewCurves *curves = make_curves(report->plan);
  for (uint32_t cell = 0; cell < replay_sweep_cells_size(report->cells); cell++)
    if (references_of(replay_sweep_cells_get(report->cells, cell)) != 0) add_curve(report, cell, curves);
  view_curves_rank(curves);
  replay_sweep_curves_table(curves, out);
  view_curves_free(curves);
}

void replay_sweep_curves_table(const ViewCurves *curves, GString *out) {
  g_string_append_c(out, '\n');
  screen_curves(curves, curves->curves, CELLS_SHOWN, out);
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

/* Writes the functions or the bins of cells as a list. Returns an array that contains, for each number, the position in
 * the list, from 1; 0: not in the list. */
static uint32_t *put_names(UiJson *json, const ReplaySweepReport *report, const GArray *ranked, unsigned axis) {
  const ViewLabels *labels = &replay_sweep_cells_labels(report->cells)[axis];
  uint32_t most = 0, n = 0;
  for (guint i = 0; i < ranked->len; i++)
    most = MAX(most,
               number_of(replay_sweep_cells_get(report->cells, g_array_index(ranked, ScreenRanked, i).index), axis));
  uint32_t *at = g_new0(uint32_t, (gsize)most + 1);
  ui_json_begin_array(json, kinds[axis].list);
  for (guint i = 0; i < ranked->len; i++) {
    const uint32_t number = number_of(
        replay_sweep_cells_get(report->cells, g_array_index(ranked, ScreenRanked, i).index), axis);
    if (at[number] != 0) continue;
    at[number] = ++n;
    ui_json_begin_object(json, NULL);
    ui_json_string(json, "name", labels->names[number]);
    ui_json_string(json, "fullname", labels->full[number]);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
  return at;
}

static void put_misses(UiJson *json, const ReplaySweepReport *report, uint32_t cell, const char *key, size_t field) {
  ui_json_begin_array(json, key);
  for (unsigned m = 0; m < report->plan->n_machines; m++)
    ui_json_number(json, NULL, *(const uint64_t *)(const void *)((const char *)&misses_of(report, cell)[m] + field));
  ui_json_end_array(json);
}

static void put_cell(UiJson *json, const ReplaySweepReport *report, uint32_t number, uint32_t *const *at) {
  const bin_sweep_cell *cell = replay_sweep_cells_get(report->cells, number);
  ui_json_begin_object(json, NULL);
  for (unsigned axis = 0; axis < VIEW_AXES; axis++)
    if (at[axis] != NULL) ui_json_number(json, kinds[axis].word, at[axis][number_of(cell, axis)] - 1);
  ui_json_number(json, "reads", cell->reads);
  ui_json_number(json, "writes", cell->writes);
  put_misses(json, report, number, "read_misses", offsetof(sweep_cell_misses, read_misses));
  put_misses(json, report, number, "write_misses", offsetof(sweep_cell_misses, write_misses));
  put_misses(json, report, number, "cold", offsetof(sweep_cell_misses, cold));
  ui_json_end_object(json);
}

void replay_sweep_cells_json(UiJson *json, const ReplaySweepReport *report) {
  g_autoptr(GArray) ranked = rank_cells(report);
  uint32_t *at[VIEW_AXES] = {NULL};
  for (unsigned axis = 0; axis < VIEW_AXES; axis++)
    if (has_axis(report, axis)) at[axis] = put_names(json, report, ranked, axis);
  ui_json_begin_array(json, "cells");
  for (guint i = 0; i < ranked->len; i++) put_cell(json, report, g_array_index(ranked, ScreenRanked, i).index, at);
  ui_json_end_array(json);
  for (unsigned axis = 0; axis < VIEW_AXES; axis++) g_free(at[axis]);
}
