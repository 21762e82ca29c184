/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_level_command.c: the command level: the granularity of data bins. */
#include "ui/base/ui_text.h"
#include "ui/model/ui_select.h"
#include "ui/session/ui_handlers.h"

const char *ui_choice_level_axis(const UiSession *session, char *const *before, unsigned index) {
  (void)session, (void)before;
  return index == 0 ? "data" : NULL;
}

const char *ui_choice_level(const UiSession *session, char *const *before, unsigned index) {
  (void)session, (void)before;
  return index < UI_LEVELS ? ui_level_key((UiLevel)index) : NULL;
}

/* Appends a line such as " variable 12 columns, the 10 largest have 98.2% (now)" for each level. */
static void append_levels(const UiView *view, GString *out) {
  const uint32_t n = view->profile->n_bins;
  g_autofree uint64_t *by_bin = ui_levels_by_bin(view->profile, view->metric);
  g_autofree uint64_t *referred = ui_levels_by_bin(view->profile, UI_METRIC_REFERENCES);
  const double whole = (double)ui_view_metric(view, &view->profile->totals.counts);
  for (unsigned i = 0; i < UI_LEVELS; i++) {
    const uint32_t columns = ui_levels_count(&view->levels.groups[i], referred, n);
    g_string_append_printf(out, "  %-8s %7u %s, the %u largest have ", ui_level_key((UiLevel)i), columns,
                           columns == 1 ? "column" : "columns", UI_LEVEL_COLUMNS);
    ui_text_append_percent(out, (double)ui_levels_explained(&view->levels.groups[i], by_bin, n), whole);
    g_string_append(out, ui_view_level(view) == (UiLevel)i ? " (now)\n" : "\n");
  }
}

static bool set_some(UiView *view, UiLevel level, const char *selector, GError **error) {
  g_auto(UiSelection) selection = {.picked = NULL};
  if (!ui_select(view, UI_DATA, selector, &selection, error)) return false;
  ui_view_set_level(view, selection.picked, level);
  return true;
}

bool ui_handle_level(UiSession *session, char **args, unsigned n, GError **error) {
  UiView *view = session->view;
  if (n == 0) {
    append_levels(view, session->out);
    return true;
  }
  const char *keys[UI_LEVELS + 1] = {NULL};
  for (unsigned i = 0; i < UI_LEVELS; i++) keys[i] = ui_level_key((UiLevel)i);
  if (g_ascii_strcasecmp(args[0], "data") != 0)
    return ui_command_fail_about(error, args[0], "levels are of data, not of %s");
  if (n == 1) return ui_command_fail(error, "level data takes a level: type, variable, path or block");
  const int level = ui_command_choose("level", args[1], keys, error);
  if (level < 0) return false;
  if (n == 2)
    ui_view_set_level(view, NULL, (UiLevel)level);
  else if (!set_some(view, (UiLevel)level, args[2], error))
    return false;
  g_string_append_printf(session->out, "%u %ss now\n", ui_view_used(view, UI_DATA), ui_view_axis_name(UI_DATA));
  return true;
}
