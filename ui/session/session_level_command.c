/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_level_command.c: implements the command `level`, which selects the granularity of code and data. */
#include "ui/base/ui_text.h"
#include "ui/session/session_handlers.h"
#include "ui/view/view_select.h"

const char *session_choice_level_axis(const Session *session, char *const *before, unsigned index) {
  (void)session, (void)before;
  static const char *const axes[] = {"data", "code", NULL};
  return axes[index];
}

/* The levels of code; the second one has whole functions. */
static const char *const code_levels[] = {"inlined", "function", NULL};

static bool is_code(const char *axis) { return g_ascii_strcasecmp(axis, "code") == 0; }

const char *session_choice_level(const Session *session, char *const *before, unsigned index) {
  (void)session;
  if (before[0] != NULL && is_code(before[0])) return code_levels[index];
  return index < VIEW_LEVELS ? view_level_key((ViewLevel)index) : NULL;
}

/* Appends for each level a line such as " variable 12 columns, the 10 largest have 98.2% (now)". */
static void append_levels(const View *view, GString *out) {
  const uint32_t n = view->profile->n_bins;
  g_autofree uint64_t *by_bin = view_levels_by_bin(view->profile, view->metric);
  g_autofree uint64_t *referred = view_levels_by_bin(view->profile, VIEW_METRIC_REFERENCES);
  const double whole = (double)view_metric(view, &view->profile->totals.counts);
  for (unsigned i = 0; i < VIEW_LEVELS; i++) {
    const uint32_t columns = view_levels_count(&view->levels.groups[i], referred, n);
    g_string_append_printf(out, "  %-8s %7u %s, the %u largest have ", view_level_key((ViewLevel)i), columns,
                           columns == 1 ? "column" : "columns", VIEW_LEVEL_COLUMNS);
    ui_text_append_percent(out, (double)view_levels_explained(&view->levels.groups[i], by_bin, n), whole);
    g_string_append(out, view_level(view) == (ViewLevel)i ? " (now)\n" : "\n");
  }
}

static bool set_some(View *view, ViewLevel level, const char *selector, GError **error) {
  g_auto(ViewSelection) selection = {.picked = NULL};
  if (!view_select(view, VIEW_DATA, selector, &selection, error)) return false;
  view_set_level(view, selection.picked, level);
  return true;
}

static bool set_code(Session *session, char **args, unsigned n, GError **error) {
  View *view = session->view;
  if (n == 1) return session_command_fail(error, "level code takes a level: inlined or function");
  const int level = session_command_choose("level", args[1], code_levels, error);
  if (level < 0) return false;
  if (n > 2) return session_command_fail_about(error, args[2], "level code changes all rows, not only %s");
  view_set_whole_functions(view, level == 1);
  g_string_append_printf(session->out, "%u %ss now\n", view_used(view, VIEW_CODE), view_axis_name(VIEW_CODE));
  return true;
}

bool session_handle_level(Session *session, char **args, unsigned n, GError **error) {
  View *view = session->view;
  if (n == 0) {
    append_levels(view, session->out);
    return true;
  }
  const char *keys[VIEW_LEVELS + 1] = {NULL};
  for (unsigned i = 0; i < VIEW_LEVELS; i++) keys[i] = view_level_key((ViewLevel)i);
  if (is_code(args[0])) return set_code(session, args, n, error);
  if (g_ascii_strcasecmp(args[0], "data") != 0)
    return session_command_fail_about(error, args[0], "levels are of data or code, not of %s");
  if (n == 1) return session_command_fail(error, "level data takes a level: type, variable, path or block");
  const int level = session_command_choose("level", args[1], keys, error);
  if (level < 0) return false;
  if (n == 2)
    view_set_level(view, NULL, (ViewLevel)level);
  else if (!set_some(view, (ViewLevel)level, args[2], error))
    return false;
  g_string_append_printf(session->out, "%u %ss now\n", view_used(view, VIEW_DATA), view_axis_name(VIEW_DATA));
  return true;
}
