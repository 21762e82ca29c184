/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_models_screen.c: One table describes the columns of each model. */
#include "ui/screens/ui_models_screen.h"

#include <string.h>

#include "ui/base/ui_text.h"
#include "ui/model/ui_estimate.h"
#include "ui/screens/ui_columns.h"
#include "ui/screens/ui_ranked.h"

enum { NUMBER = 8, COLUMNS = 9, NAME_LEAST = 12 };

/* How a column shows a count. */
typedef enum {
  COUNT,
  SHARE,   /* percent of the run's total */
  OF_STALL /* percent of the stall of the same data or code */
} Kind;

typedef struct {
  const char *title; /* NULL: there is no such column */
  size_t offset;     /* offset of the count in UiModelCounts */
  Kind kind;
} Column;

#define OF(name) offsetof(UiModelCounts, name)
static const struct {
  const char *option; /* the machine's option */
  const char *title;
  Column columns[COLUMNS]; /* the first one ranks the items */
} models[] = {[UI_MODEL_TRANSLATION] = {"DTLB",
                                        "TRANSLATION",
                                        {{"Cycles", OF(translation_cycles), COUNT},
                                         {"Share%", OF(translation_cycles), SHARE},
                                         {"Stall%", OF(translation_cycles), OF_STALL},
                                         {"Misses", OF(tlb_misses), COUNT},
                                         {"Walks", OF(walks), COUNT}}},
              [UI_MODEL_PREFETCHING] = {"prefetch",
                                        "PREFETCHING",
                                        {{"Lines", OF(prefetches), COUNT},
                                         {"Share%", OF(prefetches), SHARE},
                                         {"Covered", OF(covered), COUNT},
                                         {"Late", OF(late), COUNT},
                                         {"Unused", OF(unused), COUNT},
                                         {"Lost", OF(displaced), COUNT}}},
              [UI_MODEL_TRAFFIC] = {"traffic",
                                    "TRAFFIC (bytes)",
                                    {{"D1 in", OF(d1_bytes_read), COUNT},
                                     {"Share%", OF(d1_bytes_read), SHARE},
                                     {"D1 out", OF(d1_bytes_written), COUNT},
                                     {"L2 in", OF(l2_bytes_read), COUNT},
                                     {"L2 out", OF(l2_bytes_written), COUNT},
                                     {"Mem rd", OF(memory_bytes_read), COUNT},
                                     {"Mem wr", OF(memory_bytes_written), COUNT},
                                     {"Transf", OF(transferred_bytes), COUNT}}}};

/* Sums over the cells of an item. */
typedef struct {
  UiModelCounts counts;
  uint64_t stall; /* cycles */
} Sum;

bool ui_models_has(const UiProfile *profile, UiModel model) {
  const char *value = ui_profile_option(profile, models[model].option);
  return profile->has_models && value != NULL && strcmp(value, "none") != 0;
}

static uint64_t count_at(const UiModelCounts *counts, size_t offset) {
  return *(const uint64_t *)(const void *)((const char *)counts + offset);
}

/* Returns the sums over the cells in focus, by rank on an axis; owned by the caller. */
static Sum *by_item(const UiView *view, const UiFocus *focus, UiAxisKind axis) {
  const UiProfile *profile = view->profile;
  Sum *sums = g_new0(Sum, ui_view_size(view, axis) + 1);
  for (const UiModelCell *cell = profile->model_cells; cell < profile->model_cells + profile->n_model_cells; cell++)
    if (ui_focus_has(view, focus, cell->place, cell->bin))
      ui_models_add(&sums[axis == UI_CODE ? ui_view_row(view, cell->place) : ui_view_column(view, cell->bin)].counts,
                    &cell->counts);
  for (const UiCell *cell = profile->cells; cell < profile->cells + profile->n_cells; cell++)
    if (ui_focus_has(view, focus, cell->place, cell->bin))
      sums[axis == UI_CODE ? ui_view_row(view, cell->place) : ui_view_column(view, cell->bin)].stall +=
          cell->counts.stall_cycles;
  return sums;
}

static void append_headings(const UiScreen *screen, UiModel model, const char *last, GString *out) {
  ui_screen_ink(screen, out, UI_INK_TITLE);
  for (const Column *column = models[model].columns; column->title != NULL; column++)
    ui_columns_right(out, column->title, NUMBER);
  g_string_append_printf(out, " %s", last);
  ui_screen_ink(screen, out, UI_INK_PLAIN);
  g_string_append_c(out, '\n');
}

static void append_row(const UiScreen *screen, const UiProfile *profile, UiModel model, const Sum *sum,
                       const char *name, GString *out) {
  unsigned width = 0;
  for (const Column *column = models[model].columns; column->title != NULL; column++, width += NUMBER) {
    const double count = (double)count_at(&sum->counts, column->offset);
    if (column->kind == COUNT)
      ui_columns_estimate(out, profile, count, NUMBER);
    else
      ui_columns_percent(
          out, count, (double)(column->kind == SHARE ? count_at(&profile->model_totals, column->offset) : sum->stall),
          NUMBER);
  }
  g_string_append_c(out, ' ');
  ui_text_append_cut(out, name, MAX(screen->width, width + 1 + NAME_LEAST) - width - 1);
  g_string_append_c(out, '\n');
}

static void append_axis(const UiScreen *screen, const UiView *view, UiModel model, const UiFocus *focus,
                        UiAxisKind axis, uint32_t n, GString *out) {
  const uint32_t size = ui_view_size(view, axis);
  g_autofree Sum *sums = by_item(view, focus, axis);
  g_autofree uint64_t *amounts = g_new0(uint64_t, size + 1);
  for (uint32_t i = 0; i < size; i++) amounts[i] = count_at(&sums[i].counts, models[model].columns[0].offset);
  g_autoptr(GArray) ranked = ui_ranked(amounts, size);
  append_headings(screen, model, axis == UI_CODE ? "Code" : "Data", out);
  for (guint i = 0; i < ranked->len && i < n; i++) {
    const uint32_t rank = g_array_index(ranked, UiRanked, i).index;
    append_row(screen, view->profile, model, &sums[rank], ui_view_item(view, axis, rank)->name, out);
  }
  if (ranked->len > n) g_string_append_printf(out, "(%u more)\n", ranked->len - n);
}

void ui_models_screen(const UiScreen *screen, const UiView *view, UiModel model, const UiFocus *focus, uint32_t n,
                      GString *out) {
  const Sum all = {view->profile->model_totals, view->profile->totals.counts.stall_cycles};
  append_headings(screen, model, models[model].title, out);
  append_row(screen, view->profile, model, &all, "all of the run", out);
  g_string_append_c(out, '\n');
  append_axis(screen, view, model, focus, UI_DATA, n, out);
  g_string_append_c(out, '\n');
  append_axis(screen, view, model, focus, UI_CODE, n, out);
}
