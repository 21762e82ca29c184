/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_speedscope.c: a profile for https://www.speedscope.app: each pair of a code item and a data item is a sample,
 * whose stack consists of the stack of the code item and of the data item. */
#include "ui/base/ui_json.h"
#include "ui/export/export_stack.h"
#include "ui/view/view_estimate.h"

/* Returns the number of an item's frame. All code items come first, by rank, then all data items. */
static uint32_t frame_of(const Export *export, ViewAxisKind axis, uint32_t rank) {
  return axis == VIEW_CODE ? rank : view_size(export->view, VIEW_CODE) + rank;
}

/* Returns the number of an axis' frames. A function without references can contain an inlined one. */
static uint32_t count_frames(const Export *export, ViewAxisKind axis) {
  return axis == VIEW_CODE ? view_size(export->view, axis) : view_used(export->view, axis);
}

static void put_frames(UiJson *json, const Export *export) {
  const Profile *profile = export->profile;
  ui_json_begin_array(json, "frames");
  for (unsigned axis = 0; axis < VIEW_AXES; axis++)
    for (uint32_t rank = 0; rank < count_frames(export, axis); rank++) {
      const ViewItem *item = view_item(export->view, axis, rank);
      const ProfileSegment *segment =
          &profile->segments[axis == VIEW_CODE ? g_array_index(item->members, uint32_t, 0) : 0];
      ui_json_begin_object(json, NULL);
      ui_json_string(json, "name", export->item_names[axis][rank]);
      if (axis == VIEW_CODE && *profile->files[segment->file].path != '\0') {
        ui_json_string(json, "file", profile->files[segment->file].path);
        if (segment->line != 0) ui_json_number(json, "line", segment->line);
      }
      ui_json_end_object(json);
    }
  ui_json_end_array(json);
}

/* Writes the stack of a cell, or its weight. */
static void put_sample(UiJson *json, const Export *export, const ViewMatrixCell *cell, bool stacks) {
  const uint64_t weight = view_metric_of(export->weight, &cell->counts);
  if (weight == 0) return;
  if (!stacks) {
    ui_json_number(json, NULL, weight);
    return;
  }
  uint32_t rows[EXPORT_STACK_MOST];
  const unsigned n = export_stack_of_row(export, cell->row, rows);
  const uint32_t data = frame_of(export, VIEW_DATA, cell->column);
  ui_json_begin_array(json, NULL);
  if (export->by_data) ui_json_number(json, NULL, data);
  for (unsigned i = 0; i < n; i++) ui_json_number(json, NULL, frame_of(export, VIEW_CODE, rows[i]));
  if (!export->by_data) ui_json_number(json, NULL, data);
  ui_json_end_array(json);
}

/* Writes all stacks, or all weights. The format has two separate lists for them. */
static void put_samples(UiJson *json, const char *key, const Export *export, ViewCells *cells, bool stacks) {
  ui_json_begin_array(json, key);
  const uint32_t rows = view_size(export->view, VIEW_CODE);
  for (uint32_t row = 0; row < rows; row++) {
    export_progress((stacks ? 0 : (uint64_t)rows) + row, 2 * (uint64_t)rows);
    uint32_t n;
    const ViewMatrixCell *cell = view_cells_row(cells, row, &n);
    for (; n > 0; n--, cell++) put_sample(json, export, cell, stacks);
  }
  ui_json_end_array(json);
}

static void put_profile(UiJson *json, const Export *export) {
  ViewCells *cells = export_cells(export);
  ui_json_begin_object(json, NULL);
  ui_json_string(json, "type", "sampled");
  g_autofree char *name = g_strconcat(view_estimate_metric_name(export->profile, export->weight),
                                      export->profile->sampled ? " (estimates from samples)" : "", NULL);
  ui_json_string(json, "name", name);
  ui_json_string(json, "unit", "none");
  ui_json_number(json, "startValue", 0);
  ui_json_number(json, "endValue", view_metric_of(export->weight, &export->profile->totals.counts));
  put_samples(json, "samples", export, cells, true);
  put_samples(json, "weights", export, cells, false);
  ui_json_end_object(json);
  view_cells_free(cells);
}

void export_speedscope(const Export *export, FILE *file) {
  UiJson json;
  GString *command = g_string_new(NULL);
  for (const char *const *word = export->profile->command; *word != NULL; word++)
    g_string_append_printf(command, "%s%s", command->len != 0 ? " " : "", *word);
  ui_json_start(&json, file);
  ui_json_begin_object(&json, NULL);
  ui_json_string(&json, "$schema", "https://www.speedscope.app/file-format-schema.json");
  ui_json_string(&json, "exporter", "memspy " VERSION);
  ui_json_string(&json, "name", command->str);
  ui_json_number(&json, "activeProfileIndex", 0);
  ui_json_begin_object(&json, "shared");
  put_frames(&json, export);
  ui_json_end_object(&json);
  ui_json_begin_array(&json, "profiles");
  put_profile(&json, export);
  ui_json_end_array(&json);
  ui_json_end_object(&json);
  g_string_free(command, TRUE);
}
