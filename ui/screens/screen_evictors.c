/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/screen_evictors.h"

#include <string.h>

#include "ui/base/ui_short_name.h"
#include "ui/base/ui_text.h"
#include "ui/screens/screen_columns.h"
#include "ui/screens/screen_ranked.h"
#include "ui/view/view_estimate.h"

enum { LABEL = 9, CELL = 7, ROWS = 15, COLUMNS = 8 };

static const struct {
  const char *title, *other_side, *misses, *victims, *culprits;
} words[] = {
    [ANALYSIS_BLAME_EVICTORS] = {"EVICTORS", "EVICTED", "replacement misses", "Evicted", "Evicted by data bin"},
    [ANALYSIS_BLAME_INVALIDATORS] = {"INVALIDATORS", "INVALIDATED", "invalidation misses", "Invalidated",
                                     "Invalidated by a store of code segment"},
};

/* The ranks on one side of the table. Ranks with the most misses come first. */
typedef struct {
  uint32_t *ranks;
  uint32_t shown, all; /* number of ranks that the table shows; number of ranks with misses */
  uint32_t *place_of;  /* indexed by rank: position in the table; `shown`: the table does not show this rank */
} Side;

static Side make_side(const uint64_t *counts, uint32_t n, uint32_t most) {
  g_autoptr(GArray) ranked = screen_ranked(counts, n);
  Side side = {.all = ranked->len, .shown = MIN(ranked->len, most)};
  side.ranks = g_new(uint32_t, side.shown + 1);
  side.place_of = g_new(uint32_t, n + 1);
  for (uint32_t rank = 0; rank < n; rank++) side.place_of[rank] = side.shown;
  for (uint32_t i = 0; i < side.shown; i++) {
    side.ranks[i] = g_array_index(ranked, ScreenRanked, i).index;
    side.place_of[side.ranks[i]] = i;
  }
  return side;
}

static void side_clear(Side *side) {
  g_free(side->ranks);
  g_free(side->place_of);
}

/* Appends the names of the items on a side, with their totals. */
static void append_legend(const Screen *screen, GString *out, const View *view, ViewAxisKind axis, const Side *side,
                          const uint64_t *counts, uint64_t total, const char *title) {
  g_string_append_printf(out, "%s:\n", title);
  for (uint32_t i = 0; i < side->shown; i++) {
    const uint32_t rank = side->ranks[i];
    g_string_append_printf(out, "%*u : ", LABEL - 4, rank);
    ui_short_name_append_fitted(out, view_item(view, axis, rank)->name, screen->width - LABEL - 18);
    screen_columns_estimate(out, view->profile, (double)counts[rank], 9);
    screen_columns_percent(out, (double)counts[rank], (double)total, CELL);
    g_string_append_c(out, '\n');
  }
  if (side->all > side->shown) g_string_append_printf(out, "  (%u more)\n", side->all - side->shown);
}

static void append_row(GString *out, const Side *culprits, const uint64_t *cells, uint64_t sum, uint64_t total) {
  screen_columns_percent(out, (double)sum, (double)total, CELL);
  g_string_append(out, " |");
  for (uint32_t c = 0; c < culprits->shown; c++) screen_columns_percent(out, (double)cells[c], (double)total, CELL);
  if (culprits->all > culprits->shown) screen_columns_percent(out, (double)cells[culprits->shown], (double)total, CELL);
  g_string_append_c(out, '\n');
}

static void append_head(GString *out, const Side *culprits) {
  g_string_append_printf(out, "%*s |   Tot%% |", LABEL - 1, "");
  for (uint32_t c = 0; c < culprits->shown; c++) g_string_append_printf(out, "%*u", CELL, culprits->ranks[c]);
  if (culprits->all > culprits->shown) screen_columns_right(out, "more", CELL);
  g_string_append_c(out, '\n');
}

/* Appends the percentages. Rows are victims, and columns are culprits. The last row and the last column sum up the
 * remaining items. */
static void append_table(GString *out, const AnalysisEvictorsTable *table, const Side *victims, const Side *culprits) {
  const size_t stride = (size_t)culprits->shown + 1;
  g_autofree uint64_t *cells = g_new0(uint64_t, (victims->shown + (size_t)1) * stride);
  g_autofree uint64_t *sums = g_new0(uint64_t, victims->shown + (size_t)1);
  for (guint i = 0; i < table->pairs->len; i++) {
    const AnalysisEvictorsPair *pair = &g_array_index(table->pairs, AnalysisEvictorsPair, i);
    const uint32_t row = victims->place_of[pair->victim];
    cells[row * stride + culprits->place_of[pair->culprit]] += pair->count;
    sums[row] += pair->count;
  }
  append_head(out, culprits);
  for (uint32_t r = 0; r < victims->shown + (victims->all > victims->shown); r++) {
    if (r < victims->shown)
      g_string_append_printf(out, "%*u |", LABEL - 1, victims->ranks[r]);
    else
      g_string_append_printf(out, "%*s |", LABEL - 1, "more");
    append_row(out, culprits, cells + r * stride, sums[r], table->total);
  }
}

/* Appends a table, with a legend for each side. */
static void append_blames(const Screen *screen, GString *out, const View *view, const AnalysisEvictorsTable *table) {
  view_estimate_append(out, view->profile, (double)table->total);
  g_string_append_printf(out, " %s\n", words[table->kind].misses);
  if (table->total == 0) return;
  const ViewAxisKind axis = analysis_evictors_axis(table->kind);
  const unsigned fit = (MAX(screen->width, LABEL + 10 + 3 * CELL) - LABEL - 10) / CELL;
  Side victims = make_side(table->by_victim, view_size(view, VIEW_DATA), screen->top != 0 ? screen->top : ROWS);
  Side culprits = make_side(table->by_culprit, view_size(view, axis), MIN(fit - 1, COLUMNS));
  append_legend(screen, out, view, VIEW_DATA, &victims, table->by_victim, table->total, words[table->kind].victims);
  append_legend(screen, out, view, axis, &culprits, table->by_culprit, table->total, words[table->kind].culprits);
  g_string_append(out, "Percentages of these misses: by owner of the lost line (rows) and its cause (columns)\n");
  append_table(out, table, &victims, &culprits);
  side_clear(&victims);
  side_clear(&culprits);
}

static void append_title(const Screen *screen, GString *out, const char *title, const char *middle,
                         const ViewSelection *selection, const View *view) {
  screen_ink(screen, out, SCREEN_INK_TITLE);
  g_string_append(out, title);
  if (selection != NULL) {
    g_string_append(out, middle);
    view_selection_describe(selection, view, out);
  }
  g_string_append(out, ": ");
  screen_ink(screen, out, SCREEN_INK_PLAIN);
}

/* Appends the misses that the chosen data or code caused. */
static void append_other_side(const Screen *screen, GString *out, const View *view, AnalysisEvictorsKind kind,
                              const AnalysisFocus *focus) {
  const ViewSelection *culprits = kind == ANALYSIS_BLAME_EVICTORS ? focus->data : focus->code;
  if (culprits == NULL) return;
  AnalysisEvictorsTable *table = analysis_evictors_table(view, kind, NULL, culprits);
  g_string_append_c(out, '\n');
  append_title(screen, out, words[kind].other_side, " by ", culprits, view);
  append_blames(screen, out, view, table);
  analysis_evictors_free(table);
}

void screen_evictors(const Screen *screen, const View *view, AnalysisEvictorsKind kind, const AnalysisFocus *focus,
                     GString *out) {
  static const AnalysisFocus everything = {NULL, NULL};
  if (focus == NULL) focus = &everything;
  AnalysisEvictorsTable *table = analysis_evictors_table(view, kind, focus, NULL);
  append_title(screen, out, words[kind].title, " of ", focus->data, view);
  append_blames(screen, out, view, table);
  analysis_evictors_free(table);
  append_other_side(screen, out, view, kind, focus);
}
