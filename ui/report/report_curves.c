/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/report/report_curves.h"

#include "ui/results/results_curves_file.h"

enum { ITEMS_MOST = 100 };

static void put_parameters(UiJson *json, const ViewCurves *curves) {
  ui_json_begin_array(json, "parameters");
  for (unsigned i = 0; i < curves->n_parameters; i++) {
    ui_json_begin_object(json, NULL);
    ui_json_string(json, "name", curves->parameters[i].name);
    ui_json_strings(json, "values", (const char *const *)curves->parameters[i].values);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
  ui_json_number(json, "against", view_curves_against(curves));
}

static void put_machines(UiJson *json, const ViewCurves *curves) {
  ui_json_begin_array(json, "machines");
  for (unsigned m = 0; m < curves->n_machines; m++)
    UI_JSON_NUMBERS(json, NULL, curves->n_parameters, view_curves_value(curves, m, (unsigned)i));
  ui_json_end_array(json);
}

void report_curves_put(UiJson *json, const View *view, const ViewCurves *curves) {
  g_autoptr(ViewCurves) shown = results_curves_of_view(curves, view);
  ui_json_begin_object(json, "curves");
  put_parameters(json, shown);
  put_machines(json, shown);
  ui_json_begin_array(json, "items");
  for (guint item = 0; item < MIN(shown->curves->len, ITEMS_MOST); item++) {
    const ViewCurve *curve = g_ptr_array_index(shown->curves, item);
    ui_json_begin_object(json, NULL);
    ui_json_string(json, "name", curve->names[VIEW_DATA]);
    ui_json_number(json, "references", curve->references);
    UI_JSON_NUMBERS(json, "misses", shown->n_machines, curve->misses[i]);
    UI_JSON_NUMBERS(json, "again", shown->n_machines, curve->again[i]);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
  ui_json_end_object(json);
}
