/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/model/ui_check_models.h"

#include "ui/model/ui_check_identities.h"

static bool is_before(uint32_t place, uint32_t bin, const UiModelCell *than) {
  return place != than->place ? place < than->place : bin < than->bin;
}

/* Returns the counts of a record's cell; zeros, if the cell had no reference since counts were set to zero. */
static const UiCounts *counts_of(UiCheckModels *check, const UiProfile *profile, const UiModelCell *of) {
  static const UiCounts none;
  const GArray *cells = profile->rows[BIN_RECORD_CELL];
  for (; check->cell < cells->len; check->cell++) {
    const UiCell *cell = &g_array_index(cells, UiCell, check->cell);
    if (is_before(cell->place, cell->bin, of)) continue;
    return cell->place == of->place && cell->bin == of->bin ? &cell->counts : &none;
  }
  return &none;
}

/* `all`: the other counts of the same references. */
static char *check_counts(const UiModelCounts *counts, const UiCounts *all) {
  const coh_counts both = ui_models_all(all, counts);
  return ui_check_identities(&both, true);
}

static char *add_counts(UiModelCounts *sum, const UiModelCounts *counts) {
  return ui_models_add(sum, counts) ? NULL : g_strdup("a sum over counts of models does not fit in 64 bits");
}

char *ui_check_model_processor(UiCheckModels *check, const UiProfile *profile) {
  const GArray *rows = profile->rows[BIN_RECORD_MODEL_PROCESSOR], *processors = profile->rows[BIN_RECORD_PROCESSOR];
  const UiModelProcessor *one = &g_array_index(rows, UiModelProcessor, rows->len - 1);
  if (one->processor != rows->len - 1) return g_strdup("the processors of models are not those of all processors");
  char *wrong = check_counts(&one->counts, &g_array_index(processors, UiProcessor, one->processor).counts);
  return wrong != NULL ? wrong : add_counts(&check->processors, &one->counts);
}

char *ui_check_model_cell(UiCheckModels *check, const UiProfile *profile) {
  const GArray *rows = profile->rows[BIN_RECORD_MODEL_CELL];
  const UiModelCell *cell = &g_array_index(rows, UiModelCell, rows->len - 1);
  uint64_t any = 0;
  for (unsigned i = 0; i < UI_MODEL_COUNTS; i++) any |= ui_models_get(&cell->counts, i);
  if (rows->len > 1 && !is_before(cell[-1].place, cell[-1].bin, cell))
    return g_strdup("the cells of models are not sorted by place and bin");
  if (any == 0) return g_strdup("a cell of models of nothing but zeros");
  return add_counts(&check->cells, &cell->counts);
}

char *ui_check_model_part(UiCheckModels *check, const UiProfile *profile) {
  const GArray *rows = profile->rows[BIN_RECORD_MODEL_CELL];
  const UiModelCell *cell = &g_array_index(rows, UiModelCell, rows->len - 1);
  return check_counts(&cell->counts, counts_of(check, profile, cell));
}

static char *check_sums(const UiModelCounts *sums, const UiModelCounts *totals, const char *what) {
  for (unsigned i = 0; i < UI_MODEL_COUNTS; i++) {
    const uint64_t sum = ui_models_get(sums, i), total = ui_models_get(totals, i);
    if (sum != total)
      return g_strdup_printf("%s of all %s of models add up to %" G_GUINT64_FORMAT
                             ", not to the total of %" G_GUINT64_FORMAT,
                             ui_models_name(i), what, sum, total);
  }
  return NULL;
}

char *ui_check_model_totals(const UiCheckModels *check, const UiProfile *profile) {
  char *wrong = check_sums(&check->cells, &profile->model_totals, "cells");
  return wrong != NULL ? wrong : check_sums(&check->processors, &profile->model_totals, "processors");
}
