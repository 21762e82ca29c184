/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_find_commands.c: the commands that find causes: source lines, evictors and invalidators, shared lines, fetches,
 * translation, prefetching, traffic, advice. */
#include <string.h>

#include "ui/base/ui_text.h"
#include "ui/runs/ui_tried_file.h"
#include "ui/screens/ui_advice_screen.h"
#include "ui/screens/ui_blame_screen.h"
#include "ui/screens/ui_fetches_screen.h"
#include "ui/screens/ui_models_screen.h"
#include "ui/screens/ui_references_screen.h"
#include "ui/screens/ui_sharing.h"
#include "ui/screens/ui_source_screen.h"
#include "ui/session/ui_handlers.h"

/* A focus that owns its selections. */
typedef struct {
  UiSelection code, data;
  UiFocus focus;
} ChosenScope;

static void chosen_clear(ChosenScope *chosen) {
  if (chosen->focus.code != NULL) ui_selection_clear(&chosen->code);
  if (chosen->focus.data != NULL) ui_selection_clear(&chosen->data);
}

/* Chooses what a selector says on an axis; NULL: all that is not filtered out. Sets *chosen to it, or to NULL for the
 * whole axis. Returns false and sets *error when the selector names nothing. */
static bool choose_on(const UiView *view, UiAxisKind axis, const char *selector, UiSelection *selection,
                      const UiSelection **chosen, GError **error) {
  *chosen = NULL;
  if (selector == NULL && ui_view_shown(view, axis) == ui_view_used(view, axis)) return true;
  if (selector == NULL)
    ui_select_all(view, axis, selection);
  else if (!ui_select(view, axis, selector, selection, error))
    return false;
  *chosen = selection;
  return true;
}

static bool choose(const UiView *view, const char *code, const char *data, ChosenScope *chosen, GError **error) {
  chosen->focus = (UiFocus){NULL, NULL};
  if (choose_on(view, UI_CODE, code, &chosen->code, &chosen->focus.code, error) &&
      choose_on(view, UI_DATA, data, &chosen->data, &chosen->focus.data, error))
    return true;
  chosen_clear(chosen);
  return false;
}

static const char *argument(char **args, unsigned n, unsigned index) { return index < n ? args[index] : NULL; }

/* What was tried in this session; NULL: nothing. */
static UiTried *tried_so_far(const UiSession *session) {
  return session->tried != NULL ? ui_tried_read(session->tried, NULL) : NULL;
}

bool ui_handle_advice(UiSession *session, char **args, unsigned n, GError **error) {
  ChosenScope chosen;
  if (!choose(session->view, argument(args, n, 0), argument(args, n, 1), &chosen, error)) return false;
  UiTried *tried = tried_so_far(session);
  g_string_append_c(session->out, '\n');
  if (ui_command_option(args, n, "--rules") != NULL)
    ui_advice_screen_rules(&session->screen, session->view->profile, session->out);
  else
    ui_advice_screen(&session->screen, session->view, session->names, &chosen.focus, session->settings.source_path,
                     tried, session->out);
  ui_tried_free(tried);
  chosen_clear(&chosen);
  return true;
}

bool ui_handle_source(UiSession *session, char **args, unsigned n, GError **error) {
  ChosenScope chosen;
  if (!choose(session->view, args[0], argument(args, n, 1), &chosen, error)) return false;
  g_string_append_c(session->out, '\n');
  ui_source_screen(&session->screen, session->view, &chosen.focus, session->settings.source_path, session->out);
  chosen_clear(&chosen);
  return true;
}

bool ui_handle_lines(UiSession *session, char **args, unsigned n, GError **error) {
  uint32_t most = 10;
  ChosenScope chosen;
  if (n > 0 && !ui_command_number(args[0], "lines takes a number of lines", 1, &most, error)) return false;
  if (!choose(session->view, NULL, argument(args, n, 1), &chosen, error)) return false;
  g_string_append_c(session->out, '\n');
  ui_source_screen_lines(&session->screen, session->view, &chosen.focus, session->settings.source_path, most,
                         session->out);
  chosen_clear(&chosen);
  return true;
}

static bool show_blames(UiSession *session, UiBlameKind kind, char **args, unsigned n, GError **error) {
  ChosenScope chosen;
  if (!choose(session->view, argument(args, n, 1), argument(args, n, 0), &chosen, error)) return false;
  g_string_append_c(session->out, '\n');
  ui_blame_screen(&session->screen, session->view, kind, &chosen.focus, session->out);
  chosen_clear(&chosen);
  return true;
}

/* The references whose name is `pattern` (NULL: all). NULL and *error where there are none; free both. */
static UiReferences *choose_references(UiSession *session, const char *pattern, GArray **chosen, GError **error) {
  if (session->view->profile->n_references == 0) {
    ui_command_fail(error, "the profile has no references: make one with --references=yes");
    return NULL;
  }
  UiReferences *references = ui_references_new(session->view, session->names, session->settings.source_path);
  *chosen = ui_references_choose(references, pattern);
  if (pattern == NULL || (*chosen)->len != 0) return references;
  g_auto(GStrv) names = g_new0(char *, ui_references_count(references) + (gsize)1);
  for (uint32_t i = 0; i < ui_references_count(references); i++)
    names[i] = ui_text_escaped(ui_references_get(references, i)->name);
  ui_command_fail_unknown(error, "reference", pattern, (const char *const *)names);
  g_array_unref(*chosen);
  ui_references_free(references);
  return NULL;
}

bool ui_handle_references(UiSession *session, char **args, unsigned n, GError **error) {
  const bool counted = n > 0 && strspn(args[0], "0123456789") == strlen(args[0]);
  const char *pattern = counted ? NULL : argument(args, n, 0), *number = counted ? args[0] : argument(args, n, 1);
  uint32_t most = 10;
  GArray *chosen;
  if (counted && n > 1) return ui_command_fail(error, "references takes other arguments: references [NAME [N]]");
  if (number != NULL && !ui_command_number(number, "references takes a number of references", 1, &most, error))
    return false;
  UiReferences *references = choose_references(session, pattern, &chosen, error);
  if (references == NULL) return false;
  g_string_append_c(session->out, '\n');
  ui_references_screen(&session->screen, references, chosen, most, session->out);
  if (pattern != NULL) {
    g_string_append_c(session->out, '\n');
    ui_references_screen_evictors(&session->screen, references, chosen, most, session->out);
  }
  g_array_unref(chosen);
  ui_references_free(references);
  return true;
}

/* Those of references, if that is what `name` is. */
static bool show_reference_evictors(UiSession *session, const char *name) {
  GArray *chosen;
  UiReferences *references = choose_references(session, name, &chosen, NULL);
  if (references == NULL) return false;
  g_string_append_c(session->out, '\n');
  ui_references_screen_evictors(&session->screen, references, chosen, chosen->len, session->out);
  g_array_unref(chosen);
  ui_references_free(references);
  return true;
}

bool ui_handle_evictors(UiSession *session, char **args, unsigned n, GError **error) {
  UiSelection data;
  if (n != 1 || ui_select(session->view, UI_DATA, args[0], &data, NULL)) {
    if (n == 1) ui_selection_clear(&data);
    return show_blames(session, UI_BLAME_EVICTORS, args, n, error);
  }
  return show_reference_evictors(session, args[0]) || show_blames(session, UI_BLAME_EVICTORS, args, n, error);
}

bool ui_handle_invalidators(UiSession *session, char **args, unsigned n, GError **error) {
  return show_blames(session, UI_BLAME_INVALIDATORS, args, n, error);
}

bool ui_handle_sharing(UiSession *session, char **args, unsigned n, GError **error) {
  uint32_t lines = 10;
  ChosenScope chosen;
  if (n > 0 && !ui_command_number(args[0], "sharing takes a number of lines", 1, &lines, error)) return false;
  if (!choose(session->view, NULL, argument(args, n, 1), &chosen, error)) return false;
  g_string_append_c(session->out, '\n');
  ui_sharing(&session->screen, session->view, session->names, &chosen.focus, lines, session->out);
  chosen_clear(&chosen);
  return true;
}

bool ui_handle_fetches(UiSession *session, char **args, unsigned n, GError **error) {
  uint32_t most = 10;
  ChosenScope chosen;
  if (session->view->profile->n_icaches == 0)
    return ui_command_fail(error,
                           "the profile has no instruction fetches: make one with --I1=32K,8,64, or another cache");
  if (n > 0 && !ui_command_number(args[0], "fetches takes a number of functions and lines", 1, &most, error))
    return false;
  if (!choose(session->view, argument(args, n, 1), NULL, &chosen, error)) return false;
  g_string_append_c(session->out, '\n');
  ui_fetches_screen(&session->screen, session->view, &chosen.focus, most, session->out);
  chosen_clear(&chosen);
  return true;
}

/* What a model counted; `without` is told where the machine of the run does not have it. */
static bool show_model(UiSession *session, UiModel model, const char *without, char **args, unsigned n,
                       GError **error) {
  static const char *const wrong[] = {[UI_MODEL_TRANSLATION] = "translation takes a number of bins and functions",
                                      [UI_MODEL_PREFETCHING] = "prefetching takes a number of bins and functions",
                                      [UI_MODEL_TRAFFIC] = "traffic takes a number of bins and functions"};
  uint32_t most = 10;
  ChosenScope chosen;
  if (!ui_models_has(session->view->profile, model)) return ui_command_fail(error, "%s", without);
  if (n > 0 && !ui_command_number(args[0], wrong[model], 1, &most, error)) return false;
  if (!choose(session->view, argument(args, n, 1), argument(args, n, 2), &chosen, error)) return false;
  g_string_append_c(session->out, '\n');
  ui_models_screen(&session->screen, session->view, model, &chosen.focus, most, session->out);
  chosen_clear(&chosen);
  return true;
}

bool ui_handle_translation(UiSession *session, char **args, unsigned n, GError **error) {
  return show_model(session, UI_MODEL_TRANSLATION,
                    "the profile has no translation: make one with --DTLB=64,4,4K, or another TLB", args, n, error);
}

bool ui_handle_prefetching(UiSession *session, char **args, unsigned n, GError **error) {
  return show_model(session, UI_MODEL_PREFETCHING,
                    "the profile has no prefetching: make one with --prefetch=stride, or another prefetcher", args, n,
                    error);
}

bool ui_handle_traffic(UiSession *session, char **args, unsigned n, GError **error) {
  return show_model(session, UI_MODEL_TRAFFIC, "the profile has no traffic: make one with --traffic=yes", args, n,
                    error);
}
