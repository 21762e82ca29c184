/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/screen_models.h"

#include <string.h>

#include "ui/base/ui_text.h"
#include "ui/screens/screen_columns.h"
#include "ui/screens/screen_ranked.h"
#include "ui/view/view_estimate.h"

enum { NUMBER = 8, COLUMNS = PROFILE_MODEL_COUNTS + 2, NAME_LEAST = 12 };

/* How a column shows a count. */
typedef enum {
  COUNT,
  SHARE,   /* percentage of the run's total */
  OF_STALL /* percentage of the stall of the same data or code */
} Kind;

typedef struct {
  const char *title; /* NULL: end of the columns */
  unsigned count;    /* number of the count in profile_models_get() */
  Kind kind;
} Column;

/* Sets columns[] to the columns of a model: the count that ranks items, the share of this count, and the other
 * counts. */
static void columns_of(ProfileModel model, Column columns[COLUMNS + 1]) {
  const coh_count leading = profile_models_text(model)->leading;
  const unsigned first = leading - COH_COMMON_COUNTS;
  unsigned n = 0;
  columns[n++] = (Column){profile_models_count_text(leading)->column, first, COUNT};
  columns[n++] = (Column){"Share%", first, SHARE};
  if (coh_count_format_of(leading)->whole == COH_COUNT_STALL) columns[n++] = (Column){"Stall%", first, OF_STALL};
  for (unsigned i = 0; i < PROFILE_MODEL_COUNTS; i++) {
    const ProfileModelCountText *text = profile_models_count_text(COH_COMMON_COUNTS + i);
    if (text->model == model && i != first) columns[n++] = (Column){text->column, i, COUNT};
  }
  columns[n] = (Column){0};
}

/* The sums of the counts over the cells of an item. */
typedef struct {
  ProfileModelCounts counts;
  uint64_t stall; /* cycles */
} Sum;

bool screen_models_has(const Profile *profile, ProfileModel model) {
  const char *value = profile_option(profile, profile_models_text(model)->option);
  return profile->has_models && value != NULL && strcmp(value, "none") != 0 && strcmp(value, "blocking") != 0;
}

/* Returns the sums over the cells in focus for each item of an axis, by rank. The caller frees the array. */
static Sum *by_item(const View *view, const AnalysisFocus *focus, ViewAxisKind axis) {
  const Profile *profile = view->profile;
  Sum *sums = g_new0(Sum, view_size(view, axis) + 1);
  for (const ProfileModelCell *cell = profile->model_cells; cell < profile->model_cells + profile->n_model_cells;
       cell++)
    if (analysis_focus_has(view, focus, cell->place, cell->bin))
      profile_models_add(&sums[axis == VIEW_CODE ? view_row(view, cell->place) : view_column(view, cell->bin)].counts,
                         &cell->counts);
  for (const ProfileCell *cell = profile->cells; cell < profile->cells + profile->n_cells; cell++)
    if (analysis_focus_has(view, focus, cell->place, cell->bin))
      sums[axis == VIEW_CODE ? view_row(view, cell->place) : view_column(view, cell->bin)].stall +=
          cell->counts.stall_cycles;
  return sums;
}

static void append_headings(const Screen *screen, ProfileModel model, const char *last, GString *out) {
  Column columns[COLUMNS + 1];
  columns_of(model, columns);
  screen_ink(screen, out, SCREEN_INK_TITLE);
  for (const Column *column = columns; column->title != NULL; column++)
    screen_columns_right(out, column->title, NUMBER);
  g_string_append_printf(out, " %s", last);
  screen_ink(screen, out, SCREEN_INK_PLAIN);
  g_string_append_c(out, '\n');
}

static void append_row(const Screen *screen, const Profile *profile, ProfileModel model, const Sum *sum,
                       const char *name, GString *out) {
  Column columns[COLUMNS + 1];
  unsigned width = 0;
  columns_of(model, columns);
  for (const Column *column = columns; column->title != NULL; column++, width += NUMBER) {
    const double count = (double)profile_models_get(&sum->counts, column->count);
    if (column->kind == COUNT)
      screen_columns_estimate(out, profile, count, NUMBER);
    else
      screen_columns_percent(
          out, count,
          (double)(column->kind == SHARE ? profile_models_get(&profile->model_totals, column->count) : sum->stall),
          NUMBER);
  }
  g_string_append_c(out, ' ');
  ui_text_append_cut(out, name, MAX(screen->width, width + 1 + NAME_LEAST) - width - 1);
  g_string_append_c(out, '\n');
}

static void append_axis(const Screen *screen, const View *view, ProfileModel model, const AnalysisFocus *focus,
                        ViewAxisKind axis, uint32_t n, GString *out) {
  const uint32_t size = view_size(view, axis);
  g_autofree Sum *sums = by_item(view, focus, axis);
  g_autofree uint64_t *amounts = g_new0(uint64_t, size + 1);
  const unsigned leading = profile_models_text(model)->leading - COH_COMMON_COUNTS;
  for (uint32_t i = 0; i < size; i++) amounts[i] = profile_models_get(&sums[i].counts, leading);
  g_autoptr(GArray) ranked = screen_ranked(amounts, size);
  append_headings(screen, model, axis == VIEW_CODE ? "Code" : "Data", out);
  for (guint i = 0; i < ranked->len && i < n; i++) {
    const uint32_t rank = g_array_index(ranked, ScreenRanked, i).index;
    append_row(screen, view->profile, model, &sums[rank], view_item(view, axis, rank)->name, out);
  }
  if (ranked->len > n) g_string_append_printf(out, "(%u more)\n", ranked->len - n);
}

void screen_models(const Screen *screen, const View *view, ProfileModel model, const AnalysisFocus *focus, uint32_t n,
                   GString *out) {
  const Sum all = {view->profile->model_totals, view->profile->totals.counts.stall_cycles};
  append_headings(screen, model, profile_models_text(model)->heading, out);
  append_row(screen, view->profile, model, &all, "all of the run", out);
  g_string_append_c(out, '\n');
  append_axis(screen, view, model, focus, VIEW_DATA, n, out);
  g_string_append_c(out, '\n');
  append_axis(screen, view, model, focus, VIEW_CODE, n, out);
}
