/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/export/export_json_references.h"

#include "ui/analysis/analysis_references.h"
#include "ui/export/export_json_place.h"

static void put_reference(UiJson *json, AnalysisReferences *references, uint32_t number) {
  const AnalysisNamedReference *one = analysis_references_get(references, number);
  const Profile *profile = analysis_references_profile(references);
  const ProfilePlace *place = &profile->places[one->record->place];
  g_autofree char *expression = analysis_references_expression(references, number);
  uint32_t n;
  const AnalysisReferenceEvictor *evictors = analysis_references_evictors(references, number, &n);
  ui_json_begin_object(json, NULL);
  ui_json_string(json, "name", one->name);
  ui_json_string(json, "kind", one->record->kind);
  export_json_place(json, profile, place);
  ui_json_number(json, "address", place->address);
  ui_json_number(json, "bin", one->record->bin);
  if (expression != NULL)
    ui_json_string(json, "expression", expression);
  else
    ui_json_null(json, "expression");
  ui_json_number(json, "reads", one->reads);
  ui_json_number(json, "writes", one->writes);
  ui_json_number(json, "misses", one->misses);
  ui_json_number(json, "temporal_hits", one->record->temporal_hits);
  ui_json_number(json, "spatial_hits", one->record->spatial_hits);
  ui_json_number(json, "evictions", one->record->evictions);
  ui_json_number(json, "used_bytes", one->record->used_bytes);
  ui_json_number(json, "lost", one->record->lost);
  ui_json_begin_array(json, "evictors");
  for (uint32_t i = 0; i < n; i++) {
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "reference", evictors[i].evicting);
    ui_json_number(json, "count", evictors[i].count);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
  ui_json_end_object(json);
}

void export_json_references(UiJson *json, const View *view, const NameTable *names, const char *where) {
  AnalysisReferences *references = analysis_references_new(view, names, where);
  ui_json_begin_array(json, "references");
  for (uint32_t i = 0; i < analysis_references_count(references); i++) put_reference(json, references, i);
  ui_json_end_array(json);
  analysis_references_free(references);
}
