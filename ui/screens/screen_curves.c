/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/screen_curves.h"

#include "ui/base/ui_text.h"
#include "ui/screens/screen_columns.h"

enum { FITS_PERCENT = 1, NO_MACHINE = -1 };

/* Machines that differ only in the parameter that the columns of the table stand for. */
typedef struct {
  const ViewCurves *curves;
  unsigned against; /* number of the parameter that the columns stand for */
  unsigned first;   /* number of one of the machines */
  int *machines;    /* machines, by the value of that parameter; NO_MACHINE: there is none */
} Group;

static bool is_in(const Group *group, unsigned machine) {
  for (unsigned i = 0; i < group->curves->n_parameters; i++)
    if (i != group->against &&
        view_curves_value(group->curves, machine, i) != view_curves_value(group->curves, group->first, i))
      return false;
  return true;
}

static Group *group_new(const ViewCurves *curves, unsigned first) {
  Group *group = g_new(Group, 1);
  const unsigned against = view_curves_against(curves), n = curves->parameters[against].n;
  *group = (Group){curves, against, first, g_new(int, n)};
  for (unsigned v = 0; v < n; v++) group->machines[v] = NO_MACHINE;
  for (unsigned m = 0; m < curves->n_machines; m++)
    if (is_in(group, m)) group->machines[view_curves_value(curves, m, against)] = (int)m;
  return group;
}

static void group_free(gpointer data) {
  Group *group = data;
  g_free(group->machines);
  g_free(group);
}

/* Returns the groups of machines. Each group becomes a line of the table. They are in the order of their first
 * machines. */
static GPtrArray *make_groups(const ViewCurves *curves) {
  GPtrArray *groups = g_ptr_array_new_with_free_func(group_free);
  for (unsigned m = 0; m < curves->n_machines; m++) {
    bool found = false;
    for (guint i = 0; i < groups->len && !found; i++) found = is_in(g_ptr_array_index(groups, i), m);
    if (!found) g_ptr_array_add(groups, group_new(curves, m));
  }
  return groups;
}

/* Returns the first value from which on almost all misses are first uses of lines, or "-" if there is no such value. */
static const char *fitting_value(const ViewCurve *curve, const Group *group) {
  const ViewCurveParameter *parameter = &group->curves->parameters[group->against];
  const char *value = "-";
  for (unsigned v = parameter->n; v-- > 0;) {
    const int machine = group->machines[v];
    if (machine == NO_MACHINE) continue;
    if (100 * (double)curve->again[machine] >= FITS_PERCENT * (double)curve->references) return value;
    value = parameter->values[v];
  }
  return value;
}

static void add_rate(const ViewCurve *curve, int machine, GPtrArray *line) {
  GString *text = g_string_new(NULL);
  if (machine != NO_MACHINE) ui_text_append_percent(text, (double)curve->misses[machine], (double)curve->references);
  g_ptr_array_add(line, g_string_free(text, FALSE));
}

static void add_count(uint64_t count, GPtrArray *line) {
  GString *text = g_string_new(NULL);
  ui_text_append_count(text, (double)count);
  g_ptr_array_add(line, g_string_free(text, FALSE));
}

static GPtrArray *make_line(const ViewCurve *curve, const Group *group) {
  const ViewCurves *curves = group->curves;
  GPtrArray *line = g_ptr_array_new_with_free_func(g_free);
  for (unsigned axis = 0; axis < VIEW_AXES; axis++)
    if (curve->names[axis] != NULL) g_ptr_array_add(line, ui_text_escaped(curve->names[axis]));
  add_count(curve->references, line);
  for (unsigned i = 0; i < curves->n_parameters; i++)
    if (i != group->against)
      g_ptr_array_add(line, ui_text_escaped(curves->parameters[i].values[view_curves_value(curves, group->first, i)]));
  for (unsigned v = 0; v < curves->parameters[group->against].n; v++) add_rate(curve, group->machines[v], line);
  g_ptr_array_add(line, ui_text_escaped(fitting_value(curve, group)));
  return line;
}

static GPtrArray *make_headings(const ViewCurves *curves, const ViewCurve *first) {
  static const char *const headings[VIEW_AXES] = {[VIEW_CODE] = "Function", [VIEW_DATA] = "Data bin"};
  const unsigned against = view_curves_against(curves);
  GPtrArray *line = g_ptr_array_new_with_free_func(g_free);
  for (unsigned axis = 0; axis < VIEW_AXES; axis++)
    if (first->names[axis] != NULL) g_ptr_array_add(line, g_strdup(headings[axis]));
  g_ptr_array_add(line, g_strdup("References"));
  for (unsigned i = 0; i < curves->n_parameters; i++)
    if (i != against) g_ptr_array_add(line, ui_text_escaped(curves->parameters[i].name));
  for (char **value = curves->parameters[against].values; *value != NULL; value++)
    g_ptr_array_add(line, ui_text_escaped(*value));
  g_ptr_array_add(line, g_strdup("Fits"));
  return line;
}

void screen_curves(const ViewCurves *curves, const GPtrArray *shown, unsigned most, GString *out) {
  if (shown->len == 0) {
    g_string_append(out, "No references were counted.\n");
    return;
  }
  g_autofree char *name = ui_text_escaped(curves->parameters[view_curves_against(curves)].name);
  g_string_append_printf(out,
                         "Miss rates by %s. Fits: from there on less than %d %% miss, not counting first uses.\n\n",
                         name, FITS_PERCENT);
  g_autoptr(GPtrArray) groups = make_groups(curves);
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
  g_ptr_array_add(lines, make_headings(curves, g_ptr_array_index(shown, 0)));
  for (guint i = 0; i < MIN(shown->len, most); i++)
    for (guint g = 0; g < groups->len; g++)
      g_ptr_array_add(lines, make_line(g_ptr_array_index(shown, i), g_ptr_array_index(groups, g)));
  screen_columns_table(lines, 0, out);
  if (shown->len > most) g_string_append_printf(out, "... and %u more\n", shown->len - most);
}
