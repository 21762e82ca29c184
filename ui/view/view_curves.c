/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/view/view_curves.h"

static void curve_free(gpointer data) {
  ViewCurve *curve = data;
  for (unsigned axis = 0; axis < VIEW_AXES; axis++) {
    g_free(curve->names[axis]);
    g_free(curve->full[axis]);
  }
  g_free(curve->misses);
  g_free(curve->again);
  g_free(curve);
}

ViewCurves *view_curves_new(unsigned n_parameters, unsigned n_machines) {
  ViewCurves *curves = g_new(ViewCurves, 1);
  *curves = (ViewCurves){.parameters = g_new0(ViewCurveParameter, n_parameters),
                         .n_parameters = n_parameters,
                         .values = g_new0(unsigned, (gsize)n_machines *n_parameters),
                         .n_machines = n_machines,
                         .curves = g_ptr_array_new_with_free_func(curve_free)};
  return curves;
}

void view_curves_free(ViewCurves *curves) {
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

ViewCurve *view_curves_add(ViewCurves *curves) {
  ViewCurve *curve = g_new0(ViewCurve, 1);
  curve->misses = g_new0(uint64_t, curves->n_machines);
  curve->again = g_new0(uint64_t, curves->n_machines);
  g_ptr_array_add(curves->curves, curve);
  return curve;
}

void view_curve_add(const ViewCurves *curves, ViewCurve *to, const ViewCurve *from) {
  to->references += from->references;
  for (unsigned m = 0; m < curves->n_machines; m++) {
    to->misses[m] += from->misses[m];
    to->again[m] += from->again[m];
  }
}

unsigned view_curves_value(const ViewCurves *curves, unsigned machine, unsigned parameter) {
  return curves->values[(gsize)machine * curves->n_parameters + parameter];
}

static uint64_t all_misses(const ViewCurves *curves, const ViewCurve *curve) {
  uint64_t sum = 0;
  for (unsigned m = 0; m < curves->n_machines; m++) sum += curve->misses[m];
  return sum;
}

static gint compare(gconstpointer a, gconstpointer b, gpointer curves) {
  const ViewCurve *x = *(ViewCurve *const *)a, *y = *(ViewCurve *const *)b;
  const uint64_t misses_x = all_misses(curves, x), misses_y = all_misses(curves, y);
  if (misses_x != misses_y) return misses_x > misses_y ? -1 : 1;
  if (x->references != y->references) return x->references > y->references ? -1 : 1;
  for (unsigned axis = 0; axis < VIEW_AXES; axis++) {
    const gint order = g_strcmp0(x->names[axis], y->names[axis]);
    if (order != 0) return order;
  }
  return 0;
}

void view_curves_rank(ViewCurves *curves) { g_ptr_array_sort_with_data(curves->curves, compare, curves); }

unsigned view_curves_against(const ViewCurves *curves) {
  for (unsigned i = 0; i < curves->n_parameters; i++)
    if (curves->parameters[i].size) return i;
  return 0;
}
