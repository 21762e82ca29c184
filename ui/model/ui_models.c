/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/model/ui_models.h"

#include <string.h>

_Static_assert(sizeof(UiModelCounts) == UI_MODEL_COUNTS * sizeof(uint64_t), "each count has a number");

enum { SOME, ALL }; /* compared */

static const UiModelText models[UI_MODELS] = {
#define MODEL(symbol, option, heading, leading, compared) {option, heading, COH_COUNT_##leading, compared == ALL},
#include "coherence/coh_counts.def"
};

static const UiModelCountText texts[UI_MODEL_COUNTS] = {
#define MODEL_COUNT(symbol, name, whole, unit, model, column, words, compared, help) \
  {UI_MODEL_##model, column, words, compared},
#include "coherence/coh_counts.def"
};

const UiModelText *ui_models_text(UiModel model) { return &models[model]; }
const UiModelCountText *ui_models_count_text(coh_count count) { return &texts[count - COH_COMMON_COUNTS]; }

const char *ui_models_name(unsigned index) { return coh_count_format_of(COH_COMMON_COUNTS + index)->name; }

coh_counts ui_models_all(const UiCounts *counts, const UiModelCounts *models) {
  coh_counts all = {0};
  if (counts != NULL) memcpy(&all, counts, UI_COUNTS * sizeof(uint64_t));
  if (models != NULL) memcpy(coh_counts_at(&all, COH_COMMON_COUNTS), models, sizeof *models);
  return all;
}

uint64_t ui_models_get(const UiModelCounts *counts, unsigned index) { return ((const uint64_t *)counts)[index]; }

bool ui_models_add(UiModelCounts *sum, const UiModelCounts *more) {
  bool overflow = false;
#define MODEL_COUNT(symbol, name, ...) overflow |= __builtin_add_overflow(sum->name, more->name, &sum->name);
#include "coherence/coh_counts.def"
  return !overflow;
}
