/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_speedscope.c: writes a profile for https://www.speedscope.app. Each stack (export_stacks.h) becomes a
 * sample. */
#include "ui/base/ui_json.h"
#include "ui/export/export_stacks.h"
#include "ui/view/view_estimate.h"

/* Returns the number of items of an axis that can occur in a stack. Stacks also contain code without references: callers,
 * and functions that contain inlined ones. */
static uint32_t n_items(const Export *export, ViewAxisKind axis) {
  return axis == VIEW_CODE ? view_size(export->view, axis) : view_used(export->view, axis);
}

/* Returns the number of the frame that stands for an item. Frames of code items come first, by rank, followed by those
 * of data items. */
static uint32_t frame_of(const Export *export, ViewAxisKind axis, uint32_t rank) {
  return axis == VIEW_CODE ? rank : n_items(export, VIEW_CODE) + rank;
}

static void put_frames(UiJson *json, const Export *export) {
  const Profile *profile = export->profile;
  ui_json_begin_array(json, "frames");
  for (unsigned axis = 0; axis < VIEW_AXES; axis++)
    for (uint32_t rank = 0; rank < n_items(export, axis); rank++) {
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

/* The closure of put_stack(). */
typedef struct {
  UiJson *json;
  const Export *export;
  bool stacks; /* whether to write the stacks or the weights */
} Writer;

static void put_stack(void *closure, const ExportFrame *frames, unsigned n, uint64_t weight) {
  const Writer *writer = closure;
  if (!writer->stacks) {
    ui_json_number(writer->json, NULL, weight);
    return;
  }
  ui_json_begin_array(writer->json, NULL);
  for (unsigned i = 0; i < n; i++)
    ui_json_number(writer->json, NULL, frame_of(writer->export, frames[i].axis, frames[i].rank));
  ui_json_end_array(writer->json);
}

/* Writes all stacks or all weights. The format has a separate list for each. */
static void put_samples(UiJson *json, const char *key, const Export *export, bool stacks) {
  Writer writer = {json, export, stacks};
  ui_json_begin_array(json, key);
  export_stacks(export, put_stack, &writer);
  ui_json_end_array(json);
}

static void put_profile(UiJson *json, const Export *export) {
  ui_json_begin_object(json, NULL);
  ui_json_string(json, "type", "sampled");
  g_autofree char *name = g_strconcat(view_estimate_metric_name(export->profile, export->weight),
                                      export->profile->sampled ? " (estimates from samples)" : "", NULL);
  ui_json_string(json, "name", name);
  ui_json_string(json, "unit", "none");
  ui_json_number(json, "startValue", 0);
  ui_json_number(json, "endValue", view_metric_of(export->weight, &export->profile->totals.counts));
  put_samples(json, "samples", export, true);
  put_samples(json, "weights", export, false);
  ui_json_end_object(json);
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
