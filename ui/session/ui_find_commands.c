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

enum { NONE = G_MAXUINT, MOST = 10 /* rows, unless the user gives a number */ };

/* Arguments of a command: a part of the matrix, and a number of rows. */
typedef struct {
  UiSelection code, data; /* owned */
  UiFocus focus;
  uint32_t most;
} Request;

static void request_clear(Request *request) {
  ui_selection_clear(&request->code);
  ui_selection_clear(&request->data);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Request, request_clear)

/* Selects the items of a selector on an axis; NULL: all that are not filtered out. Sets *chosen to the selection, or to
 * NULL for the whole axis. Returns false and sets *error if the selector names nothing. */
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

static const char *argument(char **args, unsigned n, unsigned index) { return index < n ? args[index] : NULL; }

/* Reads arguments number `code` and `data` (NONE: there is none), and, with `what` (ui_command_number()), the
 * number of rows in the first argument. Starts the output. */
static bool read_request(UiSession *session, char **args, unsigned n, const char *what, unsigned code, unsigned data,
                         Request *request, GError **error) {
  *request = (Request){.most = MOST};
  if (what != NULL && n > 0 && !ui_command_number(args[0], what, 1, &request->most, error)) return false;
  if (!choose_on(session->view, UI_CODE, argument(args, n, code), &request->code, &request->focus.code, error) ||
      !choose_on(session->view, UI_DATA, argument(args, n, data), &request->data, &request->focus.data, error))
    return false;
  g_string_append_c(session->out, '\n');
  return true;
}

bool ui_handle_advice(UiSession *session, char **args, unsigned n, GError **error) {
  g_auto(Request) request = {.most = MOST};
  if (!read_request(session, args, n, NULL, 0, 1, &request, error)) return false;
  if (ui_command_option(args, n, "--rules") != NULL) {
    ui_advice_screen_rules(&session->screen, session->view->profile, session->out);
    return true;
  }
  UiTried *tried = session->tried != NULL ? ui_tried_read(session->tried, NULL) : NULL;
  ui_advice_screen(&session->screen, session->view, session->names, &request.focus, session->settings.source_path,
                   tried, session->out);
  ui_tried_free(tried);
  return true;
}

bool ui_handle_source(UiSession *session, char **args, unsigned n, GError **error) {
  g_auto(Request) request = {.most = MOST};
  if (!read_request(session, args, n, NULL, 0, 1, &request, error)) return false;
  ui_source_screen(&session->screen, session->view, &request.focus, session->settings.source_path, session->out);
  return true;
}

bool ui_handle_lines(UiSession *session, char **args, unsigned n, GError **error) {
  g_auto(Request) request = {.most = MOST};
  if (!read_request(session, args, n, "lines takes a number of lines", NONE, 1, &request, error)) return false;
  ui_source_screen_lines(&session->screen, session->view, &request.focus, session->settings.source_path, request.most,
                         session->out);
  return true;
}

static bool show_blames(UiSession *session, UiBlameKind kind, char **args, unsigned n, GError **error) {
  g_auto(Request) request = {.most = MOST};
  if (!read_request(session, args, n, NULL, 1, 0, &request, error)) return false;
  ui_blame_screen(&session->screen, session->view, kind, &request.focus, session->out);
  return true;
}

/* Returns the references and, in *chosen, those that `pattern` (NULL: any) matches; the caller frees both. Returns
 * NULL and sets *error if there are none. */
static UiReferences *choose_references(UiSession *session, const char *pattern, GArray **chosen, GError **error) {
  if (session->view->profile->n_references == 0) {
    ui_command_fail(error, "the profile has no references: make one with --references=yes");
    return NULL;
  }
  g_autoptr(UiReferences) references = ui_references_new(session->view, session->names, session->settings.source_path);
  *chosen = ui_references_choose(references, pattern);
  if (pattern == NULL || (*chosen)->len != 0) return g_steal_pointer(&references);
  g_auto(GStrv) names = g_new0(char *, ui_references_count(references) + (gsize)1);
  for (uint32_t i = 0; i < ui_references_count(references); i++)
    names[i] = ui_text_escaped(ui_references_get(references, i)->name);
  ui_command_fail_unknown(error, "reference", pattern, (const char *const *)names);
  g_clear_pointer(chosen, g_array_unref);
  return NULL;
}

bool ui_handle_references(UiSession *session, char **args, unsigned n, GError **error) {
  const bool counted = n > 0 && strspn(args[0], "0123456789") == strlen(args[0]);
  const char *pattern = counted ? NULL : argument(args, n, 0), *number = counted ? args[0] : argument(args, n, 1);
  uint32_t most = MOST;
  g_autoptr(GArray) chosen = NULL;
  if (counted && n > 1) return ui_command_fail(error, "references takes other arguments: references [NAME [N]]");
  if (number != NULL && !ui_command_number(number, "references takes a number of references", 1, &most, error))
    return false;
  g_autoptr(UiReferences) references = choose_references(session, pattern, &chosen, error);
  if (references == NULL) return false;
  g_string_append_c(session->out, '\n');
  ui_references_screen(&session->screen, references, chosen, most, session->out);
  if (pattern == NULL) return true;
  g_string_append_c(session->out, '\n');
  ui_references_screen_evictors(&session->screen, references, chosen, most, session->out);
  return true;
}

/* Shows the evictors of references, if `name` matches any. */
static bool show_reference_evictors(UiSession *session, const char *name) {
  g_autoptr(GArray) chosen = NULL;
  g_autoptr(UiReferences) references = choose_references(session, name, &chosen, NULL);
  if (references == NULL) return false;
  g_string_append_c(session->out, '\n');
  ui_references_screen_evictors(&session->screen, references, chosen, chosen->len, session->out);
  return true;
}

bool ui_handle_evictors(UiSession *session, char **args, unsigned n, GError **error) {
  g_auto(UiSelection) data = {.picked = NULL};
  const bool is_data = n != 1 || ui_select(session->view, UI_DATA, args[0], &data, NULL);
  return (!is_data && show_reference_evictors(session, args[0])) ||
         show_blames(session, UI_BLAME_EVICTORS, args, n, error);
}

bool ui_handle_invalidators(UiSession *session, char **args, unsigned n, GError **error) {
  return show_blames(session, UI_BLAME_INVALIDATORS, args, n, error);
}

bool ui_handle_sharing(UiSession *session, char **args, unsigned n, GError **error) {
  g_auto(Request) request = {.most = MOST};
  if (!read_request(session, args, n, "sharing takes a number of lines", NONE, 1, &request, error)) return false;
  ui_sharing(&session->screen, session->view, session->names, &request.focus, request.most, session->out);
  return true;
}

bool ui_handle_fetches(UiSession *session, char **args, unsigned n, GError **error) {
  g_auto(Request) request = {.most = MOST};
  if (session->view->profile->n_icaches == 0)
    return ui_command_fail(error,
                           "the profile has no instruction fetches: make one with --I1=32K,8,64, or another cache");
  if (!read_request(session, args, n, "fetches takes a number of functions and lines", 1, NONE, &request, error))
    return false;
  ui_fetches_screen(&session->screen, session->view, &request.focus, request.most, session->out);
  return true;
}

/* Shows the counts of a model. `option` makes a profile with them. */
static bool show_model(UiSession *session, UiModel model, const char *name, const char *option, char **args, unsigned n,
                       GError **error) {
  g_auto(Request) request = {.most = MOST};
  if (!ui_models_has(session->view->profile, model))
    return ui_command_fail(error, "the profile has no %s: make one with %s", name, option);
  g_autofree char *what = g_strdup_printf("%s takes a number of bins and functions", name);
  if (!read_request(session, args, n, what, 1, 2, &request, error)) return false;
  ui_models_screen(&session->screen, session->view, model, &request.focus, request.most, session->out);
  return true;
}

bool ui_handle_translation(UiSession *session, char **args, unsigned n, GError **error) {
  return show_model(session, UI_MODEL_TRANSLATION, "translation", "--DTLB=64,4,4K, or another TLB", args, n, error);
}

bool ui_handle_prefetching(UiSession *session, char **args, unsigned n, GError **error) {
  return show_model(session, UI_MODEL_PREFETCHING, "prefetching", "--prefetch=stride, or another prefetcher", args, n,
                    error);
}

bool ui_handle_traffic(UiSession *session, char **args, unsigned n, GError **error) {
  return show_model(session, UI_MODEL_TRAFFIC, "traffic", "--traffic=yes", args, n, error);
}
