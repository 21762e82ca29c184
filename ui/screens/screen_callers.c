/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/screen_callers.h"

#include <inttypes.h>
#include <string.h>

#include "bins/bin_contexts.h"
#include "ui/analysis/analysis_paths.h"
#include "ui/base/ui_text.h"
#include "ui/screens/screen_columns.h"
#include "ui/screens/screen_matrix.h"
#include "ui/screens/screen_ranked.h"
#include "ui/view/view_callers.h"

enum { PERCENT = 6, COUNT = 9, STEP = 2, DEEPEST = 20 };

/* The data that all parts of a screen use. */
typedef struct {
  const View *view;
  const NameTable *names;
  const ViewCallers *callers;
  ViewMetric metric; /* metric of the view, or another one if call paths do not have it */
  double whole;      /* its total */
  GString *out;
} Page;

static Page page_of(const View *view, const NameTable *names, const ViewCallers *callers, GString *out) {
  const ProfileCounts *totals = &view->profile->totals.counts;
  ViewMetric metric = view_callers_know(view->metric) ? view->metric : VIEW_METRIC_STALL;
  if (view_metric_of(metric, totals) == 0) metric = VIEW_METRIC_MISSES;
  return (Page){view, names, callers, metric, (double)view_metric_of(metric, totals), out};
}

static uint64_t amount_of(const Page *page, const ViewCost *cost) {
  return view_metric_of(page->metric, &cost->counts);
}

static const char *name_of(const Page *page, uint32_t segment) {
  if (segment == VIEW_NO_CALLER) return "(start of a thread)";
  return view_item(page->view, VIEW_CODE, page->view->axes[VIEW_CODE].rank_of[segment])->name;
}

/* Appends the place of a call, such as "  solve.c:40", and the inlined function that makes the call. */
static void append_place(const Page *page, uint64_t number, GString *out) {
  const Profile *profile = page->view->profile;
  if (number == 0) return;
  const ProfilePlace *place = &profile->places[number - 1];
  if (profile->segments[place->segment].inlined_in != 0)
    g_string_append_printf(out, ", in %s", name_of(page, place->segment));
  const gsize end = out->len;
  g_string_append(out, "  ");
  if (!analysis_paths_append_line(profile, page->names, (uint32_t)(number - 1), UINT32_MAX, out))
    g_string_truncate(out, end);
}

/* Appends how a context was entered, if it was not by a call or by the start of a thread: " (jump)". */
static void append_way(const char *way, GString *out) {
  if (strcmp(way, bin_way_name(BIN_BY_JUMP)) == 0 || strcmp(way, bin_way_name(BIN_BY_SIGNAL)) == 0)
    g_string_append_printf(out, " (%s)", way);
}

/* Appends a text, cut at the end of the line. */
static void append_rest(const Screen *screen, const char *text, unsigned used, GString *out) {
  const unsigned room = screen->width > used + SCREEN_NARROWEST ? screen->width - used : SCREEN_NARROWEST;
  if (ui_text_width(text) > room)
    ui_text_append_fitted(out, text, room);
  else
    g_string_append(out, text);
  screen_columns_end(out);
}

/* ---- the tree ---- */

static void append_heads(const Page *page, const char *const *heads, unsigned n, const char *last) {
  static const unsigned widths[] = {PERCENT, PERCENT, COUNT};
  for (unsigned i = 0; i < n; i++) screen_columns_right(page->out, heads[i], widths[n == 2 && i == 1 ? 2 : i]);
  g_string_append_printf(page->out, "  %s\n", last);
}

static unsigned depth_of(const Profile *profile, uint32_t context) {
  unsigned depth = 0;
  for (uint64_t at = profile->contexts[context].caller; at != 0; at = profile->contexts[at - 1].caller) depth++;
  return depth;
}

static void append_context(const Screen *screen, const Page *page, uint32_t number) {
  const ProfileContext *context = &page->view->profile->contexts[number];
  const unsigned depth = depth_of(page->view->profile, number);
  g_autoptr(GString) text = g_string_new(NULL);
  screen_columns_percent(page->out, (double)amount_of(page, &page->callers->all[number]), page->whole, PERCENT);
  screen_columns_percent(page->out, (double)amount_of(page, &page->callers->self[number]), page->whole, PERCENT);
  screen_columns_count(page->out, (double)context->calls, COUNT);
  if (depth > DEEPEST) g_string_append_printf(text, "(%u) ", depth - DEEPEST);
  g_string_append(text, name_of(page, context->segment));
  append_place(page, context->place, text);
  append_way(context->way, text);
  const unsigned indent = STEP + MIN(depth, DEEPEST);
  g_string_append_printf(page->out, "%*s", (int)indent, "");
  append_rest(screen, text->str, 2 * PERCENT + COUNT + indent, page->out);
}

/* Returns, for each context, whether it is among the `most` contexts with the greatest inclusive costs. Sets *rest to
 * the number of other contexts with a cost. The callers of a context have at least the same cost, and come first. */
static bool *greatest(const Page *page, uint32_t most, uint32_t *rest) {
  const uint32_t n = page->view->profile->n_contexts;
  g_autofree uint64_t *amounts = g_new0(uint64_t, MAX(n, 1));
  bool *shown = g_new0(bool, MAX(n, 1));
  for (uint32_t i = 0; i < n; i++) amounts[i] = amount_of(page, &page->callers->all[i]);
  g_autoptr(GArray) ranked = screen_ranked(amounts, n);
  for (guint i = 0; i < MIN(ranked->len, most); i++) shown[g_array_index(ranked, ScreenRanked, i).index] = true;
  *rest = ranked->len > most ? ranked->len - most : 0;
  return shown;
}

static void append_left_out(const Page *page) {
  const uint64_t left_out = page->view->profile->contexts_left_out;
  if (left_out == 0) return;
  g_string_append_printf(page->out, "There are too many call paths: %" PRIu64 " calls count for their callers.\n",
                         left_out);
}

/* Appends the matrix of call paths and data, if the profile contains the metric for these pairs. */
static void append_matrix(const Screen *screen, const Page *page, uint32_t most) {
  if (page->view->profile->n_context_cells == 0 || !analysis_paths_know(page->metric)) return;
  g_autoptr(ViewRows) paths = analysis_paths_new(page->view, page->names, page->metric, most);
  g_string_append_c(page->out, '\n');
  screen_matrix(screen, paths->view, page->out);
}

void screen_paths(const Screen *screen, const View *view, const NameTable *names, uint32_t most, GString *out) {
  static const char *const heads[] = {"All%", "Own%", "Calls"};
  g_autoptr(ViewCallers) callers = view_callers_new(view->profile, view->axes[VIEW_CODE].rank_of);
  const Page page = page_of(view, names, callers, out);
  uint32_t rest;
  g_autofree bool *shown = greatest(&page, most, &rest);
  g_autofree char *title = g_strdup_printf("CALL PATHS (Percentage of Total %s)", view_metric_title(page.metric));
  screen_title(screen, out, title);
  append_heads(&page, heads, G_N_ELEMENTS(heads), "Function, and the place of its call");
  for (uint32_t i = 0; i < view->profile->n_contexts; i++)
    if (shown[i]) append_context(screen, &page, i);
  if (rest != 0) g_string_append_printf(out, "%u more call paths\n", rest);
  append_left_out(&page);
  append_matrix(screen, &page, most);
}

/* ---- callers and callees ---- */

/* Returns, for each segment, whether its item is picked. */
static bool *picked_segments(const View *view, const ViewSelection *code) {
  bool *picked = g_new0(bool, MAX(view->profile->n_segments, 1));
  for (uint32_t i = 0; i < view->profile->n_segments; i++) picked[i] = code->picked[view->axes[VIEW_CODE].rank_of[i]];
  return picked;
}

/* Appends the calls with the greatest costs among those that lead into or out of the picked functions. */
static void append_calls(const Screen *screen, const Page *page, const GArray *calls, const bool *picked, bool callers,
                         uint32_t most) {
  static const char *const heads[] = {"All%", "Calls"};
  g_autofree uint64_t *amounts = g_new0(uint64_t, MAX(calls->len, 1));
  for (guint i = 0; i < calls->len; i++) {
    const ViewCall *call = &g_array_index(calls, ViewCall, i);
    const bool from = call->caller != VIEW_NO_CALLER && picked[call->caller], to = picked[call->callee];
    /* adds 1, so that calls without costs are also listed */
    if (callers ? to : from) amounts[i] = amount_of(page, &call->all) + 1;
  }
  g_autoptr(GArray) ranked = screen_ranked(amounts, calls->len);
  append_heads(page, heads, G_N_ELEMENTS(heads), callers ? "Callers" : "Callees");
  for (guint i = 0; i < MIN(ranked->len, most); i++) {
    const ViewCall *call = &g_array_index(calls, ViewCall, g_array_index(ranked, ScreenRanked, i).index);
    g_autoptr(GString) text = g_string_new(name_of(page, callers ? call->caller : call->callee));
    append_place(page, call->place, text);
    append_way(call->way, text);
    screen_columns_percent(page->out, (double)amount_of(page, &call->all), page->whole, PERCENT);
    screen_columns_count(page->out, (double)call->calls, COUNT);
    g_string_append(page->out, "  ");
    append_rest(screen, text->str, PERCENT + COUNT + STEP, page->out);
  }
  if (ranked->len == 0) g_string_append(page->out, "  (none)\n");
  if (ranked->len > most) g_string_append_printf(page->out, "%u more\n", ranked->len - most);
}

/* Appends the call path of a context, starting at the innermost function. */
static void append_path(const Screen *screen, const Page *page, uint32_t number) {
  g_autofree char *path = analysis_paths_name(page->view, page->names, number);
  screen_columns_percent(page->out, (double)amount_of(page, &page->callers->all[number]), page->whole, PERCENT);
  screen_columns_count(page->out, (double)page->view->profile->contexts[number].calls, COUNT);
  g_string_append(page->out, "  ");
  append_rest(screen, path, PERCENT + COUNT + STEP, page->out);
}

static void append_paths(const Screen *screen, const Page *page, const bool *picked, uint32_t most) {
  static const char *const heads[] = {"All%", "Calls"};
  const Profile *profile = page->view->profile;
  g_autofree uint64_t *amounts = g_new0(uint64_t, MAX(profile->n_contexts, 1));
  for (uint32_t i = 0; i < profile->n_contexts; i++)
    if (picked[profile->contexts[i].segment]) amounts[i] = amount_of(page, &page->callers->all[i]) + 1;
  g_autoptr(GArray) ranked = screen_ranked(amounts, profile->n_contexts);
  append_heads(page, heads, G_N_ELEMENTS(heads), "Call paths, innermost function first");
  for (guint i = 0; i < MIN(ranked->len, most); i++)
    append_path(screen, page, g_array_index(ranked, ScreenRanked, i).index);
  if (ranked->len > most) g_string_append_printf(page->out, "%u more\n", ranked->len - most);
}

static bool has_context(const Profile *profile, const bool *picked) {
  for (uint32_t i = 0; i < profile->n_contexts; i++)
    if (picked[profile->contexts[i].segment]) return true;
  return false;
}

bool screen_callers(const Screen *screen, const View *view, const NameTable *names, const ViewSelection *code,
                    uint32_t most, GString *out) {
  g_autofree bool *picked = picked_segments(view, code);
  if (!has_context(view->profile, picked)) return false;
  g_autoptr(ViewCallers) callers = view_callers_new(view->profile, view->axes[VIEW_CODE].rank_of);
  g_autoptr(GArray) calls = view_callers_calls(callers);
  const Page page = page_of(view, names, callers, out);
  uint64_t n;
  const ViewCost all = view_callers_of(callers, picked, &n);
  ViewCost own = {.instructions = 0};
  for (uint32_t i = 0; i < view->profile->n_contexts; i++)
    if (picked[view->profile->contexts[i].segment]) view_cost_add(&own, &callers->self[i]);
  g_autoptr(GString) title = g_string_new("CALLERS AND CALLEES OF ");
  view_selection_describe(code, view, title);
  g_string_append_printf(title, " (Percentage of Total %s)", view_metric_title(page.metric));
  screen_title(screen, out, title->str);
  g_string_append(out, "With callees ");
  ui_text_append_percent(out, (double)amount_of(&page, &all), page.whole);
  g_string_append(out, ", without ");
  ui_text_append_percent(out, (double)amount_of(&page, &own), page.whole);
  g_string_append(out, "; instructions with callees ");
  ui_text_append_percent(out, (double)all.instructions, (double)view->profile->totals.instructions);
  g_string_append(out, "; calls ");
  ui_text_append_count(out, (double)n);
  g_string_append(out, "\n\n");
  append_calls(screen, &page, calls, picked, true, most);
  g_string_append_c(out, '\n');
  append_calls(screen, &page, calls, picked, false, most);
  g_string_append_c(out, '\n');
  append_paths(screen, &page, picked, most);
  append_left_out(&page);
  return true;
}
