/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/report/report_data.h"

#include "ui/diff/diff_json.h"
#include "ui/diff/diff_match.h"
#include "ui/export/export_json.h"
#include "ui/export/export_json_references.h"
#include "ui/profile/profile_machine.h"
#include "ui/report/report_curves.h"
#include "ui/report/report_findings.h"
#include "ui/report/report_levels.h"
#include "ui/report/report_names.h"
#include "ui/report/report_page_fields.h"
#include "ui/report/report_tables.h"
#include "ui/report/report_tried.h"
#include "ui/view/view_estimate.h"

static void put_machine(UiJson *json, const Profile *profile) {
  g_autoptr(GString) words = g_string_new(NULL);
  profile_machine_describe(profile, G_MAXUINT, words);
  ui_json_string(json, "machine", g_strchomp(words->str));
}

static void put_strings(UiJson *json, const char *key, char *const *strings, uint32_t n) {
  ui_json_begin_array(json, key);
  for (uint32_t i = 0; i < n; i++) ui_json_string(json, NULL, strings[i]);
  ui_json_end_array(json);
}

static void put_files(UiJson *json, const Profile *profile) {
  ui_json_begin_array(json, "files");
  for (uint32_t i = 0; i < profile->n_files; i++) ui_json_string(json, NULL, profile->files[i].path);
  ui_json_end_array(json);
}

static void put_batch_cells(UiJson *json, const Profile *profile) {
  UI_JSON_NUMBERS(json, "place", profile->n_batch_cells, profile->batch_cells[i].place);
  UI_JSON_NUMBERS(json, "bin", profile->n_batch_cells, profile->batch_cells[i].bin);
  ui_json_begin_array(json, "counts");
  for (uint32_t i = 0; i < profile->n_batch_cells; i++) {
    const ProfileNumbers *counts = &profile->batch_cells[i].counts;
    for (uint32_t k = 0; k < counts->count; k++) ui_json_number(json, NULL, profile->numbers[counts->first + k]);
  }
  ui_json_end_array(json);
}

/* Writes the batches of a sampled run, from which the page computes confidence intervals. The output contains the
 * quantiles of Student's distribution for 1, 2, ... degrees of freedom, or, for samples of events, the quantile of the
 * normal distribution. For each batch, it contains the phase (0: sampled in time), the weight and the number of
 * instructions. For each batch cell, it contains the misses and stall cycles of each batch. */
static void put_batches(UiJson *json, const Profile *profile) {
  enum { DECIMALS = 6 };
  if (!profile->sampled) return;
  ui_json_begin_object(json, "batches");
  ui_json_begin_array(json, "quantiles");
  if (profile->of_samples) ui_json_decimal(json, NULL, view_estimate_quantile(G_MAXUINT), DECIMALS);
  for (uint32_t b = 1; b < profile->n_batches; b++) ui_json_decimal(json, NULL, view_estimate_quantile(b), DECIMALS);
  ui_json_end_array(json);
  const bool by_phase = profile->by_phase;
  UI_JSON_NUMBERS(json, "phase", profile->n_batches, by_phase ? profile->phases[i].phase : 0);
  UI_JSON_NUMBERS(json, "weight", profile->n_batches, by_phase ? profile->phases[i].weight : 1);
  UI_JSON_NUMBERS(json, "instructions", profile->n_batches, profile->batches[i].instructions);
  put_batch_cells(json, profile);
  ui_json_end_object(json);
}

/* Writes the profile's part of the document, and the tables of the profile into `elements`. `first`: whether the page
 * shows this profile; if not, the page only compares with it. */
static void put_run(FILE *elements, UiJson *json, const ReportRun *run, bool first, const char *source_path) {
  const Profile *profile = run->profile;
  const ViewLabels *labels = run->view->labels;
  ui_json_begin_object(json, NULL);
  ui_json_begin_object(json, "export");
  export_json_members(json, profile, run->names, false);
  ui_json_end_object(json);
  g_autofree char *name = g_path_get_basename(run->path);
  ui_json_string(json, "file", name);
  put_machine(json, profile);
  put_strings(json, "segment_names", labels[VIEW_CODE].names, profile->n_segments);
  put_strings(json, "segment_fullnames", labels[VIEW_CODE].full, profile->n_segments);
  put_files(json, profile);
  put_batches(json, profile);
  size_t n;
  g_autofree void *tables = report_tables_pack(profile, json, "tables", &n);
  report_page_element(elements, "tables-", first ? "0" : "1", tables, n);
  if (first) {
    export_json_references(json, run->view, run->names, source_path);
    report_findings_put(json, run->view, run->names, source_path, run->tried);
    report_page_fields_put(json, run->view, run->names);
    report_levels_put(json, run->view, run->names);
    report_names_put(json, run->view, run->keys, run->path);
    if (run->curves != NULL) report_curves_put(json, run->view, run->curves);
    if (run->tried != NULL) report_tried_put(json, run->tried);
  }
  ui_json_end_object(json);
}

/* Writes, for each axis and each of the two profiles, to which item of the difference each segment or bin belongs. */
static void put_places_in_difference(UiJson *json, const Diff *diff) {
  static const char *const axes[VIEW_AXES] = {[VIEW_CODE] = "code", [VIEW_DATA] = "data"};
  ui_json_begin_object(json, "difference_items");
  for (unsigned axis = 0; axis < VIEW_AXES; axis++) {
    ui_json_begin_array(json, axes[axis]);
    for (unsigned side = 0; side < DIFF_SIDES; side++) {
      const ViewAxis *members = &diff->views[side]->axes[axis];
      UI_JSON_NUMBERS(json, NULL, members->n_members, diff->rank_of[axis][side][members->rank_of[i]]);
    }
    ui_json_end_array(json);
  }
  ui_json_end_object(json);
}

static void put_difference(UiJson *json, const ReportRun *runs) {
  const char *const titles[DIFF_SIDES] = {runs[DIFF_BEFORE].path, runs[DIFF_AFTER].path};
  Diff *diff = diff_match(runs[DIFF_BEFORE].view, runs[DIFF_AFTER].view);
  diff_json(json, "difference", diff, titles, false);
  put_places_in_difference(json, diff);
  diff_free(diff);
}

/* ---- lists of counts ---- */

/* Returns the name of the count of which a count is a part, or "" if there is none. */
static const char *whole_of(coh_count count) {
  const coh_count whole = coh_count_format_of(count)->whole;
  return whole == COH_COUNT_MISSES ? "misses" : whole == COH_COUNT_NOTHING ? "" : coh_count_format_of(whole)->name;
}

static void put_counts(UiJson *json) {
  ui_json_begin_array(json, "counts");
  for (coh_count i = 0; i < COH_COMMON_COUNTS; i++) {
    ui_json_begin_object(json, NULL);
    ui_json_string(json, "name", profile_counts_name(i));
    ui_json_string(json, "title", profile_counts_text(i)->words);
    ui_json_string(json, "whole", whole_of(i));
    ui_json_boolean(json, "compared", profile_counts_text(i)->is_compared_on_page);
    ui_json_string(json, "help", coh_count_format_of(i)->help);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_sums(UiJson *json) {
  static const char *const names[] = {
#define SUM(symbol, ...) #symbol,
#include "coherence/coh_counts.def"
  };
  ui_json_begin_array(json, "sums");
  for (coh_sum sum = 0; sum < COH_SUMS; sum++) {
    const coh_count *part = coh_sum_format_of(sum)->parts;
    if (coh_sum_is_of_models(sum)) continue;
    ui_json_begin_object(json, NULL);
    ui_json_string(json, "name", names[sum]);
    ui_json_string(json, "whole", whole_of(*part));
    ui_json_begin_array(json, "parts");
    for (; *part != COH_COUNTS; part++) ui_json_string(json, NULL, profile_counts_name(*part));
    ui_json_end_array(json);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

/* Writes the counts of each optional model, by name, with their column headings. The first count of a model is the one
 * that ranks rows. */
static void put_models(UiJson *json) {
  static const char *const names[] = {
#define MODEL(symbol, ...) #symbol,
#include "coherence/coh_counts.def"
  };
  ui_json_begin_object(json, "models");
  for (ProfileModel model = 0; model < PROFILE_MODELS; model++) {
    const coh_count leading = profile_models_text(model)->leading;
    ui_json_begin_object(json, names[model]);
    ui_json_string(json, coh_count_format_of(leading)->name, profile_models_count_text(leading)->words);
    for (coh_count i = COH_COMMON_COUNTS; i < COH_COUNTS; i++)
      if (profile_models_count_text(i)->model == model && i != leading)
        ui_json_string(json, coh_count_format_of(i)->name, profile_models_count_text(i)->words);
    ui_json_end_object(json);
  }
  ui_json_end_object(json);
}

void report_data_put(const ReportRun *runs, unsigned n, const char *source_path, const ReportPageData *to) {
  UiJson json;
  ui_json_start(&json, to->document);
  ui_json_begin_object(&json, NULL);
  put_counts(&json);
  put_sums(&json);
  put_models(&json);
  ui_json_begin_array(&json, "profiles");
  for (unsigned i = 0; i < n; i++) put_run(to->elements, &json, &runs[i], i == 0, source_path);
  ui_json_end_array(&json);
  if (n == DIFF_SIDES)
    put_difference(&json, runs);
  else
    ui_json_null(&json, "difference");
  ui_json_end_object(&json);
}
