/* ui_export_json.c: see ui_export_json.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/export/ui_export_json.h"

#include <string.h>

#include "ui/model/ui_cells.h"
#include "ui/model/ui_machine.h"

static void put_counts(UiJson *json, const UiCounts *counts) {
  for (unsigned i = 0; i < UI_COUNTS; i++) ui_json_number(json, ui_counts_name(i), ui_counts_get(counts, i));
}

static void put_run(UiJson *json, const UiProfile *profile) {
  ui_json_string(json, "creator", profile->creator);
  ui_json_begin_array(json, "command");
  for (const char *const *word = profile->command; *word != NULL; word++) ui_json_string(json, NULL, *word);
  ui_json_end_array(json);
  ui_json_number(json, "pid", profile->pid);
  ui_json_number(json, "time", profile->time);
  ui_json_string(json, "label", profile->label);
  ui_json_string(json, "reason", profile->reason);
  ui_json_string(json, "interleaving", profile->interleaving);
  ui_json_number(json, "quantum", profile->quantum);
  ui_json_begin_array(json, "options");
  for (uint32_t i = 0; i < profile->n_options; i++) {
    ui_json_begin_object(json, NULL);
    ui_json_string(json, "name", profile->options[i].name);
    ui_json_string(json, "value", profile->options[i].value);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_cache(UiJson *json, const char *name, const UiCache *cache) {
  if (cache->size == 0) {
    ui_json_null(json, name);
    return;
  }
  ui_json_begin_object(json, name);
  ui_json_number(json, "size", cache->size);
  ui_json_number(json, "ways", cache->ways);
  ui_json_number(json, "line", cache->line);
  ui_json_end_object(json);
}

/* A machine option, as what it means, or as the text that it is if it means nothing known. */
static void put_parameter(UiJson *json, const UiOption *option) {
  const UiMachineKind kind = ui_machine_kind(option->name);
  uint64_t number;
  UiCache cache;
  if (kind == UI_MACHINE_NUMBER && ui_machine_number(option->value, &number))
    ui_json_number(json, option->name, number);
  else if (kind == UI_MACHINE_CACHE && ui_machine_cache(option->value, &cache))
    put_cache(json, option->name, &cache);
  else if (kind != UI_MACHINE_NOT)
    ui_json_string(json, option->name, option->value);
}

static void put_machine(UiJson *json, const UiProfile *profile) {
  ui_json_begin_object(json, "machine");
  for (uint32_t i = 0; i < profile->n_options; i++) {
    /* A key stands once: the last option of a name is the one in force. */
    uint32_t later = i + 1;
    while (later < profile->n_options && strcmp(profile->options[later].name, profile->options[i].name) != 0) later++;
    if (later == profile->n_options) put_parameter(json, &profile->options[i]);
  }
  ui_json_end_object(json);
}

static void put_totals(UiJson *json, const UiProfile *profile) {
  ui_json_begin_object(json, "totals");
  ui_json_number(json, "instructions", profile->totals.instructions);
  ui_json_number(json, "cycles", profile->totals.cycles);
  put_counts(json, &profile->totals.counts);
  ui_json_end_object(json);
}

static void put_processors(UiJson *json, const UiProfile *profile) {
  ui_json_begin_array(json, "processors");
  for (uint32_t i = 0; i < profile->n_processors; i++) {
    const UiProcessor *processor = &profile->processors[i];
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "id", i);
    ui_json_number(json, "threads", processor->threads);
    ui_json_number(json, "instructions", processor->instructions);
    ui_json_number(json, "cycles", processor->cycles);
    ui_json_number(json, "busy_cycles", processor->busy_cycles);
    ui_json_number(json, "idle_cycles", processor->idle_cycles);
    put_counts(json, &processor->counts);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_segments(UiJson *json, const UiProfile *profile) {
  g_autofree uint64_t *instructions = g_new0(uint64_t, profile->n_segments);
  for (uint32_t i = 0; i < profile->n_places; i++)
    instructions[profile->places[i].segment] += profile->places[i].instructions;
  ui_json_begin_array(json, "segments");
  for (uint32_t i = 0; i < profile->n_segments; i++) {
    const UiSegment *segment = &profile->segments[i];
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "id", i);
    ui_json_string(json, "name", segment->name);
    ui_json_string(json, "file", profile->files[segment->file].path);
    ui_json_number(json, "line", segment->line);
    ui_json_string(json, "object", profile->objects[segment->object].path);
    ui_json_number(json, "instructions", instructions[i]);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_frames(UiJson *json, const UiProfile *profile, const UiBin *bin) {
  ui_json_begin_array(json, "frames");
  for (uint32_t i = 0; i < bin->frames.count; i++) {
    const UiPlace *place = ui_profile_frame_place(profile, bin, i);
    ui_json_begin_object(json, NULL);
    ui_json_string(json, "function", profile->segments[place->segment].name);
    ui_json_string(json, "file", profile->files[place->file].path);
    ui_json_number(json, "line", place->line);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_bins(UiJson *json, const UiProfile *profile, const UiLabels *labels) {
  ui_json_begin_array(json, "bins");
  for (uint32_t i = 0; i < profile->n_bins; i++) {
    const UiBin *bin = &profile->bins[i];
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "id", i);
    ui_json_string(json, "kind", bin->kind);
    ui_json_string(json, "name", labels->names[i]);
    ui_json_string(json, "fullname", labels->full[i]);
    put_frames(json, profile, bin);
    ui_json_number(json, "bytes", bin->bytes);
    ui_json_number(json, "blocks", bin->blocks);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

/* `kind` is what the causes are: "bin" or "segment". */
static void put_causes(UiJson *json, const char *key, const UiCells *cells, const UiCauses *causes, const char *kind) {
  ui_json_begin_array(json, key);
  for (uint32_t i = 0; i < causes->n; i++) {
    const UiCause *cause = &g_array_index(cells->causes, UiCause, causes->first + i);
    ui_json_begin_object(json, NULL);
    ui_json_number(json, kind, cause->who);
    ui_json_number(json, "count", cause->count);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_cell(UiJson *json, const UiCells *cells, const UiSegmentCell *cell) {
  ui_json_begin_object(json, NULL);
  ui_json_number(json, "segment", cell->segment);
  ui_json_number(json, "bin", cell->bin);
  put_counts(json, &cell->counts);
  put_causes(json, "evictors", cells, &cell->evictors, "bin");
  put_causes(json, "invalidators", cells, &cell->invalidators, "segment");
  ui_json_end_object(json);
}

static void put_cells(UiJson *json, const UiProfile *profile) {
  UiCells cells = ui_cells_sum(profile);
  ui_json_begin_array(json, "cells");
  for (guint i = 0; i < cells.cells->len; i++)
    put_cell(json, &cells, &g_array_index(cells.cells, UiSegmentCell, i));
  ui_json_end_array(json);
  ui_cells_clear(&cells);
}

static void put_use(UiJson *json, const UiProfile *profile, const UiUse *use) {
  const UiPlace *place = &profile->places[use->place];
  const uint64_t address = profile->hot_lines[use->hot_line].address + use->offset;
  ui_json_begin_object(json, NULL);
  ui_json_number(json, "processor", use->processor);
  ui_json_number(json, "offset", use->offset);
  ui_json_number(json, "segment", place->segment);
  ui_json_string(json, "file", profile->files[place->file].path);
  ui_json_number(json, "line", place->line);
  ui_json_number(json, "bin", use->bin);
  if (use->start != 0)
    ui_json_number(json, "bin_offset", address - use->start);
  else
    ui_json_null(json, "bin_offset");
  ui_json_number(json, "reads", use->reads);
  ui_json_number(json, "writes", use->writes);
  ui_json_number(json, "modifies", use->modifies);
  ui_json_end_object(json);
}

static void put_hot_lines(UiJson *json, const UiProfile *profile) {
  const UiUse *use = profile->uses, *end = use + profile->n_uses;
  ui_json_begin_array(json, "hot_lines");
  for (uint32_t i = 0; i < profile->n_hot_lines; i++) {
    const UiHotLine *line = &profile->hot_lines[i];
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "address", line->address);
    ui_json_number(json, "events", line->events);
    ui_json_number(json, "missed", line->missed);
    ui_json_number(json, "true_sharing", line->true_sharing);
    ui_json_number(json, "false_sharing", line->false_sharing);
    ui_json_number(json, "upgrades", line->upgrades);
    ui_json_number(json, "transfers", line->transfers);
    ui_json_number(json, "unlisted", line->unlisted);
    ui_json_begin_array(json, "uses");
    for (; use < end && use->hot_line == i; use++) put_use(json, profile, use);
    ui_json_end_array(json);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_sharing(UiJson *json, const UiProfile *profile) {
  ui_json_begin_object(json, "sharing");
  ui_json_number(json, "events", profile->sharing.events);
  ui_json_number(json, "lines", profile->sharing.lines);
  ui_json_number(json, "forgotten", profile->sharing.forgotten);
  ui_json_end_object(json);
  put_hot_lines(json, profile);
}

void ui_export_json_members(UiJson *json, const UiProfile *profile, const UiLabels *labels, bool with_cells) {
  put_run(json, profile);
  put_machine(json, profile);
  put_totals(json, profile);
  put_processors(json, profile);
  put_segments(json, profile);
  put_bins(json, profile, &labels[UI_DATA]);
  if (with_cells) put_cells(json, profile);
  put_sharing(json, profile);
}

void ui_export_json(const UiProfile *profile, const UiLabels *labels, FILE *file) {
  UiJson json;
  ui_json_start(&json, file);
  ui_json_begin_object(&json, NULL);
  ui_export_json_members(&json, profile, labels, true);
  ui_json_end_object(&json);
}
