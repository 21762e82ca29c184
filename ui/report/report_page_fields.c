/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/report/report_page_fields.h"

#include "ui/analysis/analysis_fields.h"

enum { PROCESSORS = 64 }; /* number of bits in the sets of readers and writers */

/* Returns the bins whose elements have fields, as an array of uint32_t. The caller frees the array. */
static GArray *bins_with_fields(const View *view, const NameTable *names) {
  g_autoptr(GArray) all = analysis_fields_bins(view, NULL);
  GArray *bins = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  for (guint i = 0; i < all->len && bins->len < REPORT_PAGE_FIELDS_BINS; i++) {
    const uint32_t bin = g_array_index(all, uint32_t, i);
    const NameBinType *type = name_table_type(names, bin);
    if (type != NULL && type->element_size != 0 && type->n_fields != 0) g_array_append_val(bins, bin);
  }
  return bins;
}

static void put_processors(UiJson *json, const char *key, uint64_t processors) {
  ui_json_begin_array(json, key);
  for (unsigned p = 0; p < PROCESSORS; p++)
    if ((processors >> p & 1) != 0) ui_json_number(json, NULL, p);
  ui_json_end_array(json);
}

static void put_counts(UiJson *json, const ProfileCounts *counts) {
  ui_json_number(json, "stall", counts->stall_cycles);
  ui_json_number(json, "misses", profile_counts_misses(counts));
  ui_json_number(json, "references", profile_counts_references(counts));
}

static void put_rest(UiJson *json, const char *key, const ProfileCounts *counts) {
  ui_json_begin_object(json, key);
  put_counts(json, counts);
  ui_json_end_object(json);
}

static void put_fields(UiJson *json, const View *view, const AnalysisFields *fields) {
  g_autoptr(GPtrArray) hints = analysis_fields_hints(view, fields);
  ui_json_begin_object(json, NULL);
  ui_json_number(json, "bin", fields->bin);
  ui_json_boolean(json, "split", fields->state == ANALYSIS_FIELDS_SPLIT);
  ui_json_begin_array(json, "counts");
  for (guint i = 0; i < fields->fields->len; i++) {
    const AnalysisFieldCounts *field = &g_array_index(fields->fields, AnalysisFieldCounts, i);
    ui_json_begin_object(json, NULL);
    put_counts(json, &field->counts);
    put_processors(json, "readers", field->readers);
    put_processors(json, "writers", field->writers);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
  put_rest(json, "several", &fields->several);
  put_rest(json, "unknown", &fields->unknown);
  ui_json_begin_array(json, "hints");
  for (guint i = 0; i < hints->len; i++) ui_json_string(json, NULL, g_ptr_array_index(hints, i));
  ui_json_end_array(json);
  ui_json_end_object(json);
}

void report_page_fields_put(UiJson *json, const View *view, const NameTable *names) {
  g_autoptr(GArray) bins = bins_with_fields(view, names);
  g_autoptr(GPtrArray) all = analysis_fields_split_all(view, names, NULL, bins);
  ui_json_begin_array(json, "fields");
  for (guint i = 0; i < all->len; i++) put_fields(json, view, g_ptr_array_index(all, i));
  ui_json_end_array(json);
}
