/* SPDX-License-Identifier: GPL-2.0-or-later
 * session_find_commands.c: the commands that find causes: source lines, evictors and invalidators, shared lines,
 * fetches, translation, prefetching, traffic, advice. */
#include <string.h>

#include "ui/base/ui_text.h"
#include "ui/results/results_tried_file.h"
#include "ui/screens/screen_advice.h"
#include "ui/screens/screen_callers.h"
#include "ui/screens/screen_evictors.h"
#include "ui/screens/screen_fetches.h"
#include "ui/screens/screen_models.h"
#include "ui/screens/screen_references.h"
#include "ui/screens/screen_sharing.h"
#include "ui/screens/screen_source.h"
#include "ui/session/session_handlers.h"

enum { NONE = G_MAXUINT, MOST = 10 /* MOST: number of rows, unless the user gives another number */ };

/* The arguments of a command: a part of the matrix, and a number of rows. */
typedef struct {
  ViewSelection code, data; /* selections that `focus` refers to; owned by the request */
  AnalysisFocus focus;
  uint32_t most;
} Request;

static void request_clear(Request *request) {
  view_selection_clear(&request->code);
  view_selection_clear(&request->data);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Request, request_clear)

/* Selects the items of a selector on an axis. If the selector is NULL, selects all items that are not filtered out.
 * Sets *chosen to the selection, or to NULL for the whole axis. Returns false and sets *error if the selector matches
 * no item. */
static bool choose_on(const View *view, ViewAxisKind axis, const char *selector, ViewSelection *selection,
                      const ViewSelection **chosen, GError **error) {
  *chosen = NULL;
  if (selector == NULL && view_shown(view, axis) == view_used(view, axis)) return true;
  if (selector == NULL)
    view_select_all(view, axis, selection);
  else if (!view_select(view, axis, selector, selection, error))
    return false;
  *chosen = selection;
  return true;
}

static const char *argument(char **args, unsigned n, unsigned index) { return index < n ? args[index] : NULL; }

/* Reads the arguments number `code` and `data`; NONE means that there is no such argument. If `what` is not NULL (see
 * session_command_number()), reads the number of rows from the first argument. Starts the output. */
static bool read_request(Session *session, char **args, unsigned n, const char *what, unsigned code, unsigned data,
                         Request *request, GError **error) {
  *request = (Request){.most = MOST};
  if (what != NULL && n > 0 && !session_command_number(args[0], what, 1, &request->most, error)) return false;
  if (!choose_on(session->view, VIEW_CODE, argument(args, n, code), &request->code, &request->focus.code, error) ||
      !choose_on(session->view, VIEW_DATA, argument(args, n, data), &request->data, &request->focus.data, error))
    return false;
  g_string_append_c(session->out, '\n');
  return true;
}

bool session_handle_advice(Session *session, char **args, unsigned n, GError **error) {
  g_auto(Request) request = {.most = MOST};
  if (!read_request(session, args, n, NULL, 0, 1, &request, error)) return false;
  if (session_command_option(args, n, "--rules") != NULL) {
    screen_advice_rules(&session->screen, session->view->profile, session->out);
    return true;
  }
  AdviceTried *tried = session->tried != NULL ? results_tried_read(session->tried, NULL) : NULL;
  screen_advice(&session->screen, session->view, session->names, &request.focus, session->settings.source_path, tried,
                session->out);
  advice_tried_free(tried);
  return true;
}

enum { PATHS_SHOWN = 30, CALLERS_SHOWN = 10 };

static bool check_callers(const Session *session, GError **error) {
  if (session->view->profile->has_callers) return true;
  return session_command_fail(
      error, "the profile has no call paths: memspy run records them, unless it samples or has --callers=no");
}

bool session_handle_paths(Session *session, char **args, unsigned n, GError **error) {
  uint32_t most = PATHS_SHOWN;
  if (n > 0 && !session_command_number(args[0], "paths takes a number of call paths", 1, &most, error)) return false;
  if (!check_callers(session, error)) return false;
  g_string_append_c(session->out, '\n');
  screen_paths(&session->screen, session->view, session->names, most, session->out);
  return true;
}

bool session_handle_callers(Session *session, char **args, unsigned n, GError **error) {
  uint32_t most = CALLERS_SHOWN;
  g_auto(ViewSelection) code = {.picked = NULL};
  if (n > 1 && !session_command_number(args[1], "callers takes a number of calls", 1, &most, error)) return false;
  if (!check_callers(session, error) || !view_select(session->view, VIEW_CODE, args[0], &code, error)) return false;
  g_autoptr(GString) out = g_string_new("\n");
  if (!screen_callers(&session->screen, session->view, session->names, &code, most, out))
    return session_command_fail(error,
                                "no call path has this code: inlined functions belong to their containing function");
  g_string_append(session->out, out->str);
  return true;
}

bool session_handle_source(Session *session, char **args, unsigned n, GError **error) {
  g_auto(Request) request = {.most = MOST};
  if (!read_request(session, args, n, NULL, 0, 1, &request, error)) return false;
  screen_source(&session->screen, session->view, &request.focus, session->settings.source_path, session->out);
  return true;
}

bool session_handle_lines(Session *session, char **args, unsigned n, GError **error) {
  g_auto(Request) request = {.most = MOST};
  if (!read_request(session, args, n, "lines takes a number of lines", NONE, 1, &request, error)) return false;
  screen_source_lines(&session->screen, session->view, &request.focus, session->settings.source_path, request.most,
                      session->out);
  return true;
}

static bool show_blames(Session *session, AnalysisEvictorsKind kind, char **args, unsigned n, GError **error) {
  g_auto(Request) request = {.most = MOST};
  if (!read_request(session, args, n, NULL, 1, 0, &request, error)) return false;
  screen_evictors(&session->screen, session->view, kind, &request.focus, session->out);
  return true;
}

/* Returns the references of the profile, and sets *chosen to those that `pattern` matches; if the pattern is NULL, all
 * match. The caller frees both. Returns NULL and sets *error if there are none. */
static AnalysisReferences *choose_references(Session *session, const char *pattern, GArray **chosen, GError **error) {
  if (session->view->profile->n_references == 0) {
    session_command_fail(error, "the profile has no references: make one with --references=yes");
    return NULL;
  }
  g_autoptr(AnalysisReferences)
      references = analysis_references_new(session->view, session->names, session->settings.source_path);
  *chosen = analysis_references_choose(references, pattern);
  if (pattern == NULL || (*chosen)->len != 0) return g_steal_pointer(&references);
  g_auto(GStrv) names = g_new0(char *, analysis_references_count(references) + (gsize)1);
  for (uint32_t i = 0; i < analysis_references_count(references); i++)
    names[i] = ui_text_escaped(analysis_references_get(references, i)->name);
  session_command_fail_unknown(error, "reference", pattern, (const char *const *)names);
  g_clear_pointer(chosen, g_array_unref);
  return NULL;
}

bool session_handle_references(Session *session, char **args, unsigned n, GError **error) {
  const bool counted = n > 0 && strspn(args[0], "0123456789") == strlen(args[0]);
  const char *pattern = counted ? NULL : argument(args, n, 0), *number = counted ? args[0] : argument(args, n, 1);
  uint32_t most = MOST;
  g_autoptr(GArray) chosen = NULL;
  if (counted && n > 1) return session_command_fail(error, "references takes other arguments: references [NAME [N]]");
  if (number != NULL && !session_command_number(number, "references takes a number of references", 1, &most, error))
    return false;
  g_autoptr(AnalysisReferences) references = choose_references(session, pattern, &chosen, error);
  if (references == NULL) return false;
  g_string_append_c(session->out, '\n');
  screen_references(&session->screen, references, chosen, most, session->out);
  if (pattern == NULL) return true;
  g_string_append_c(session->out, '\n');
  screen_references_evictors(&session->screen, references, chosen, most, session->out);
  return true;
}

/* Shows the evictors of references, if `name` matches any reference. */
static bool show_reference_evictors(Session *session, const char *name) {
  g_autoptr(GArray) chosen = NULL;
  g_autoptr(AnalysisReferences) references = choose_references(session, name, &chosen, NULL);
  if (references == NULL) return false;
  g_string_append_c(session->out, '\n');
  screen_references_evictors(&session->screen, references, chosen, chosen->len, session->out);
  return true;
}

bool session_handle_evictors(Session *session, char **args, unsigned n, GError **error) {
  g_auto(ViewSelection) data = {.picked = NULL};
  const bool is_data = n != 1 || view_select(session->view, VIEW_DATA, args[0], &data, NULL);
  return (!is_data && show_reference_evictors(session, args[0])) ||
         show_blames(session, ANALYSIS_BLAME_EVICTORS, args, n, error);
}

bool session_handle_invalidators(Session *session, char **args, unsigned n, GError **error) {
  return show_blames(session, ANALYSIS_BLAME_INVALIDATORS, args, n, error);
}

bool session_handle_sharing(Session *session, char **args, unsigned n, GError **error) {
  g_auto(Request) request = {.most = MOST};
  if (!read_request(session, args, n, "sharing takes a number of lines", NONE, 1, &request, error)) return false;
  screen_sharing(&session->screen, session->view, session->names, &request.focus, request.most, session->out);
  return true;
}

bool session_handle_fetches(Session *session, char **args, unsigned n, GError **error) {
  g_auto(Request) request = {.most = MOST};
  if (session->view->profile->n_icaches == 0)
    return session_command_fail(
        error, "the profile has no instruction fetches: make one with --I1=32K,8,64, or another cache");
  if (!read_request(session, args, n, "fetches takes a number of functions and lines", 1, NONE, &request, error))
    return false;
  screen_fetches(&session->screen, session->view, &request.focus, request.most, session->out);
  return true;
}

/* Shows the counts of a model. `option` is the tool's option for profiles that have these counts. */
static bool show_model(Session *session, ProfileModel model, const char *name, const char *option, char **args,
                       unsigned n, GError **error) {
  g_auto(Request) request = {.most = MOST};
  if (!screen_models_has(session->view->profile, model))
    return session_command_fail(error, "the profile has no %s: make one with %s", name, option);
  g_autofree char *what = g_strdup_printf("%s takes a number of bins and functions", name);
  if (!read_request(session, args, n, what, 1, 2, &request, error)) return false;
  screen_models(&session->screen, session->view, model, &request.focus, request.most, session->out);
  return true;
}

bool session_handle_translation(Session *session, char **args, unsigned n, GError **error) {
  return show_model(session, PROFILE_MODEL_TRANSLATION, "translation", "--DTLB=64,4,4K, or another TLB", args, n,
                    error);
}

bool session_handle_prefetching(Session *session, char **args, unsigned n, GError **error) {
  return show_model(session, PROFILE_MODEL_PREFETCHING, "prefetching", "--prefetch=stride, or another prefetcher", args,
                    n, error);
}

bool session_handle_traffic(Session *session, char **args, unsigned n, GError **error) {
  return show_model(session, PROFILE_MODEL_TRAFFIC, "traffic", "--traffic=yes", args, n, error);
}

bool session_handle_overlap(Session *session, char **args, unsigned n, GError **error) {
  return show_model(session, PROFILE_MODEL_WINDOW, "overlap", "--processor=window (the default)", args, n, error);
}
