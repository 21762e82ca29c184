/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/model/ui_curves.h"

static void curve_free(gpointer data) {
  UiCurve *curve = data;
  for (unsigned axis = 0; axis < UI_AXES; axis++) {
    g_free(curve->names[axis]);
    g_free(curve->full[axis]);
  }
  g_free(curve->misses);
  g_free(curve->again);
  g_free(curve);
}

UiCurves *ui_curves_new(unsigned n_parameters, unsigned n_machines) {
  UiCurves *curves = g_new(UiCurves, 1);
  *curves = (UiCurves){.parameters = g_new0(UiCurveParameter, n_parameters),
                       .n_parameters = n_parameters,
                       .values = g_new0(unsigned, (gsize)n_machines *n_parameters),
                       .n_machines = n_machines,
                       .curves = g_ptr_array_new_with_free_func(curve_free)};
  return curves;
}

void ui_curves_free(UiCurves *curves) {
  if (curves == NULL) return;
  for (unsigned i = 0; i < curves->n_parameters; i++) {
    g_free(curves->parameters[i].name);
    g_strfreev(curves->parameters[i].values);
  }
  g_free(curves->parameters);
  g_free(curves->values);
  g_ptr_array_unref(curves->curves);
  g_free(curves);
}

UiCurve *ui_curves_add(UiCurves *curves) {
  UiCurve *curve = g_new0(UiCurve, 1);
  curve->misses = g_new0(uint64_t, curves->n_machines);
  curve->again = g_new0(uint64_t, curves->n_machines);
  g_ptr_array_add(curves->curves, curve);
  return curve;
}

void ui_curve_add(const UiCurves *curves, UiCurve *to, const UiCurve *from) {
  to->references += from->references;
  for (unsigned m = 0; m < curves->n_machines; m++) {
    to->misses[m] += from->misses[m];
    to->again[m] += from->again[m];
  }
}

unsigned ui_curves_value(const UiCurves *curves, unsigned machine, unsigned parameter) {
  return curves->values[(gsize)machine * curves->n_parameters + parameter];
}

static uint64_t all_misses(const UiCurves *curves, const UiCurve *curve) {
  uint64_t sum = 0;
  for (unsigned m = 0; m < curves->n_machines; m++) sum += curve->misses[m];
  return sum;
}

static gint compare(gconstpointer a, gconstpointer b, gpointer curves) {
  const UiCurve *x = *(UiCurve *const *)a, *y = *(UiCurve *const *)b;
  const uint64_t misses_x = all_misses(curves, x), misses_y = all_misses(curves, y);
  if (misses_x != misses_y) return misses_x > misses_y ? -1 : 1;
  if (x->references != y->references) return x->references > y->references ? -1 : 1;
  for (unsigned axis = 0; axis < UI_AXES; axis++) {
    const gint order = g_strcmp0(x->names[axis], y->names[axis]);
    if (order != 0) return order;
  }
  return 0;
}

void ui_curves_rank(UiCurves *curves) { g_ptr_array_sort_with_data(curves->curves, compare, curves); }

unsigned ui_curves_against(const UiCurves *curves) {
  for (unsigned i = 0; i < curves->n_parameters; i++)
    if (curves->parameters[i].size) return i;
  return 0;
}
