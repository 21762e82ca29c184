/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/export/export_json.h"

#include <string.h>

#include "ui/advice/advice_formats.h"
#include "ui/export/export_json_callers.h"
#include "ui/export/export_json_models.h"
#include "ui/export/export_json_place.h"
#include "ui/export/export_json_program.h"
#include "ui/export/export_json_ranks.h"
#include "ui/export/export_json_references.h"
#include "ui/export/export_json_sampling.h"
#include "ui/export/export_json_stages.h"
#include "ui/export/export_json_timeline.h"
#include "ui/profile/profile_machine.h"
#include "ui/profile/profile_of_samples.h"
#include "ui/view/view_cells.h"

/* version 3 lacked the counts of misses by serving level, version 2 lacked instruction caches, and version 1 lacked
 * this member */
enum { VERSION_OF_SCHEMA = 4 };

void export_json_options(UiJson *json, const Profile *profile) {
  ui_json_begin_array(json, "options");
  for (uint32_t i = 0; i < profile->n_options; i++) {
    ui_json_begin_object(json, NULL);
    ui_json_string(json, "name", profile->options[i].name);
    ui_json_string(json, "value", profile->options[i].value);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_run(UiJson *json, const Profile *profile) {
  ui_json_string(json, "creator", profile->creator);
  ui_json_strings(json, "command", profile->command);
  ui_json_number(json, "pid", profile->pid);
  ui_json_number(json, "time", profile->time);
  ui_json_string(json, "label", profile->label);
  ui_json_string(json, "reason", profile->reason);
  ui_json_string(json, "interleaving", profile->interleaving);
  ui_json_number(json, "quantum", profile->quantum);
  export_json_options(json, profile);
}

void export_json_cache(UiJson *json, const char *key, uint64_t size, uint64_t ways, uint64_t line) {
  if (size == 0) {
    ui_json_null(json, key);
    return;
  }
  ui_json_begin_object(json, key);
  ui_json_number(json, "size", size);
  ui_json_number(json, "ways", ways);
  ui_json_number(json, "line", line);
  ui_json_end_object(json);
}

/* Writes a machine option: its parsed value, or its text if the text cannot be parsed. */
static void put_parameter(UiJson *json, const Profile *profile, const ProfileOption *option) {
  const ProfileMachineKind kind = profile_machine_kind(option->name);
  uint64_t number;
  ProfileCache cache;
  if (kind == PROFILE_MACHINE_NUMBER && profile_machine_number(option->value, &number))
    ui_json_number(json, option->name, number);
  else if (kind == PROFILE_MACHINE_CPI)
    ui_json_thousandths(json, option->name, profile_step(profile));
  else if (kind == PROFILE_MACHINE_CACHE && profile_machine_cache(option->value, &cache))
    export_json_cache(json, option->name, cache.size, cache.ways, cache.line);
  else if (kind != PROFILE_MACHINE_NOT)
    ui_json_string(json, option->name, option->value);
}

static void put_machine(UiJson *json, const Profile *profile) {
  ui_json_begin_object(json, "machine");
  for (uint32_t i = 0; i < profile->n_options; i++) {
    /* The keys of an object must be unique. If an option occurs several times, only the last one has an effect. */
    uint32_t later = i + 1;
    while (later < profile->n_options && strcmp(profile->options[later].name, profile->options[i].name) != 0) later++;
    if (later == profile->n_options) put_parameter(json, profile, &profile->options[i]);
  }
  ui_json_end_object(json);
}

static void put_totals(UiJson *json, const Profile *profile) {
  ui_json_begin_object(json, "totals");
  profile_of_samples_put_totals(json, profile);
  const ViewBatchSums batches = view_estimate_totals(profile);
  export_json_plus_minus(json, profile, &batches);
  ui_json_end_object(json);
}

static void put_processors(UiJson *json, const Profile *profile) {
  ui_json_begin_array(json, "processors");
  for (uint32_t i = 0; i < profile_of_samples_processors(profile); i++) {
    const ProfileProcessor *processor = &profile->processors[i];
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "id", i);
    ui_json_number(json, "threads", processor->threads);
    ui_json_number(json, "instructions", processor->instructions);
    ui_json_number(json, "cycles", processor->cycles);
    ui_json_number(json, "busy_cycles", processor->busy_cycles);
    ui_json_number(json, "idle_cycles", processor->idle_cycles);
    profile_of_samples_put_counts(json, profile, &processor->counts);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_spreads(UiJson *json, const Profile *profile) {
  ui_json_begin_array(json, "spreads");
  for (uint32_t i = 0; i < profile->n_spreads; i++) {
    const ProfileSpread *spread = &profile->spreads[i];
    const ProfilePlace *place = &profile->places[spread->place];
    ui_json_begin_object(json, NULL);
    export_json_place(json, profile, place);
    ui_json_number(json, "address", place->address);
    ui_json_number(json, "bin", spread->bin);
    ui_json_number(json, "offset", spread->offset);
    ui_json_number(json, "stride", spread->stride);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

/* Writes causes of misses. `kind` is "bin" or "segment". */
static void put_causes(UiJson *json, const char *key, const ViewCause *causes, uint32_t n, const char *kind) {
  ui_json_begin_array(json, key);
  for (uint32_t i = 0; i < n; i++) {
    ui_json_begin_object(json, NULL);
    ui_json_number(json, kind, causes[i].who);
    ui_json_number(json, "count", causes[i].count);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_cell(UiJson *json, const Profile *profile, const ViewCells *cells, const ViewMatrixCell *cell) {
  ui_json_begin_object(json, NULL);
  ui_json_number(json, "segment", cell->row);
  ui_json_number(json, "bin", cell->column);
  profile_of_samples_put_counts(json, profile, &cell->counts);
  export_json_cell_plus_minus(json, profile, cells, cell);
  put_causes(json, "evictors", cell->evictors, cell->n_evictors, "bin");
  put_causes(json, "invalidators", cell->invalidators, cell->n_invalidators, "segment");
  ui_json_end_object(json);
}

static void put_cells(UiJson *json, const Profile *profile) {
  ViewCells *cells = view_cells_new(profile, NULL, profile->n_segments, NULL, profile->n_bins);
  ui_json_begin_array(json, "cells");
  for (uint32_t segment = 0; segment < profile->n_segments; segment++) {
    uint32_t n;
    const ViewMatrixCell *cell = view_cells_row(cells, segment, &n);
    for (; n > 0; n--, cell++) put_cell(json, profile, cells, cell);
    export_progress(segment, profile->n_segments);
  }
  ui_json_end_array(json);
  view_cells_free(cells);
}

static void put_use(UiJson *json, const Profile *profile, const ProfileUse *use) {
  const ProfilePlace *place = &profile->places[use->place];
  const uint64_t address = profile->hot_lines[use->hot_line].address + use->offset;
  ui_json_begin_object(json, NULL);
  ui_json_number(json, "processor", use->processor);
  ui_json_number(json, "offset", use->offset);
  export_json_place(json, profile, place);
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

static void put_hot_lines(UiJson *json, const Profile *profile) {
  const ProfileUse *use = profile->uses, *end = use + profile->n_uses;
  ui_json_begin_array(json, "hot_lines");
  for (uint32_t i = 0; i < profile->n_hot_lines; i++) {
    const ProfileHotLine *line = &profile->hot_lines[i];
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

static void put_fetch_counts(UiJson *json, const ProfileFetchCounts *counts) {
#define PUT(from, name, help) ui_json_number(json, #name, from->name);
  BIN_FETCH_COUNTS(PUT, counts)
#undef PUT
}

static void put_icaches(UiJson *json, const Profile *profile) {
  ui_json_begin_array(json, "icaches");
  for (uint32_t i = 0; i < profile->n_icaches; i++) {
    const ProfileIcache *icache = &profile->icaches[i];
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "processor", icache->processor);
    ui_json_number(json, "fetches", icache->fetches);
    ui_json_number(json, "calls", icache->calls);
    ui_json_number(json, "runs", icache->runs);
    ui_json_number(json, "switches", icache->switches);
    put_fetch_counts(json, &icache->counts);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_fetch_misses(UiJson *json, const Profile *profile) {
  const ProfileFetchEvictor *evictor = profile->fetch_evictors, *end = evictor + profile->n_fetch_evictors;
  ui_json_begin_array(json, "fetch_misses");
  for (uint32_t i = 0; i < profile->n_fetch_misses; i++) {
    const ProfileFetchMiss *miss = &profile->fetch_misses[i];
    const ProfilePlace *place = &profile->places[miss->place];
    ui_json_begin_object(json, NULL);
    export_json_place(json, profile, place);
    put_fetch_counts(json, &miss->counts);
    ui_json_begin_array(json, "evictors");
    for (; evictor < end && evictor->place == miss->place; evictor++) {
      ui_json_begin_object(json, NULL);
      ui_json_number(json, "segment", evictor->segment);
      ui_json_number(json, "count", evictor->count);
      ui_json_end_object(json);
    }
    ui_json_end_array(json);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_sharing(UiJson *json, const Profile *profile) {
  ui_json_begin_object(json, "sharing");
  ui_json_number(json, "events", profile->sharing.events);
  ui_json_number(json, "lines", profile->sharing.lines);
  ui_json_number(json, "forgotten", profile->sharing.forgotten);
  ui_json_end_object(json);
  put_hot_lines(json, profile);
}

void export_json_members(UiJson *json, const Profile *profile, const NameTable *names, bool with_cells) {
  ui_json_number(json, "version", VERSION_OF_SCHEMA);
  put_run(json, profile);
  export_json_sampling(json, profile);
  put_machine(json, profile);
  put_totals(json, profile);
  put_processors(json, profile);
  export_json_ranks(json, profile, with_cells);
  export_json_timeline(json, profile);
  export_json_callers(json, profile);
  export_json_stages(json, profile, with_cells);
  export_json_program(json, profile, names);
  if (with_cells) put_cells(json, profile);
  if (with_cells) put_spreads(json, profile);
  put_icaches(json, profile);
  put_fetch_misses(json, profile);
  export_json_models(json, profile);
  put_sharing(json, profile);
}

/* Writes the rows or the columns of the matrix, the hottest items first. The items have the names that the user gave,
 * and are combined as the user specified. */
static void put_items(UiJson *json, const Export *export, ViewAxisKind axis, const char *key) {
  const View *view = export->view;
  ui_json_begin_array(json, key);
  for (uint32_t rank = 0; rank < view_used(view, axis); rank++) {
    const ViewItem *item = view_item(view, axis, rank);
    ui_json_begin_object(json, NULL);
    ui_json_string(json, "name", export->item_names[axis][rank]);
    ui_json_boolean(json, "named", item->given != NULL);
    profile_of_samples_put_mpki(json, export->profile, view_mpki(view, axis, item));
    ui_json_begin_array(json, "members");
    for (guint i = 0; i < item->members->len; i++)
      ui_json_number(json, NULL, g_array_index(item->members, uint32_t, i));
    ui_json_end_array(json);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_finding(UiJson *json, const Export *export, const AdviceList *list, const AdviceFinding *advice) {
  ui_json_begin_object(json, NULL);
  ui_json_string(json, "rule", advice->rule->id);
  ui_json_number(json, "cycles", (uint64_t)advice->cycles);
  if (export->profile->sampled) export_json_half(json, "plus_minus", advice->half);
  ui_json_boolean(json, "stall", advice->is_stall);
  const uint32_t ranks[] = {advice->data, advice->other, advice->code};
  static const char *const keys[] = {"data", "other_data", "code"};
  for (unsigned i = 0; i < G_N_ELEMENTS(ranks); i++) {
    if (ranks[i] == ADVICE_NONE)
      ui_json_null(json, keys[i]);
    else
      ui_json_string(json, keys[i], export->item_names[i < 2 ? VIEW_DATA : VIEW_CODE][ranks[i]]);
  }
  advice_format_gain(json, "gain", "gain_of_time", advice, list);
  ui_json_string(json, "sure", advice_sure(advice->sure));
  ui_json_string(json, "finding", advice->finding);
  ui_json_begin_array(json, "source");
  for (guint i = 0; i < advice->quotes->len; i++) ui_json_string(json, NULL, advice->quotes->pdata[i]);
  ui_json_end_array(json);
  ui_json_string(json, "remedy", advice->remedy);
  if (advice->snippet != NULL)
    ui_json_string(json, "snippet", advice->snippet);
  else
    ui_json_null(json, "snippet");
  ui_json_end_object(json);
}

static void put_advice(UiJson *json, const Export *export) {
  AdviceList *list = advice_make(export->view, export->names, NULL, NULL);
  ui_json_begin_array(json, "advice");
  for (guint i = 0; i < list->findings->len; i++) put_finding(json, export, list, g_ptr_array_index(list->findings, i));
  ui_json_end_array(json);
  advice_list_free(list);
}

void export_json(const Export *export, FILE *file) {
  UiJson json;
  ui_json_start(&json, file);
  ui_json_begin_object(&json, NULL);
  export_json_members(&json, export->profile, export->names, true);
  export_json_references(&json, export->view, export->names, NULL);
  put_items(&json, export, VIEW_CODE, "code_items");
  put_items(&json, export, VIEW_DATA, "data_items");
  put_advice(&json, export);
  ui_json_end_object(&json);
}
