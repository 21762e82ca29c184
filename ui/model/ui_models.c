/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/model/ui_models.h"

static const char *const names[UI_MODEL_COUNTS] = {
#define NAME(unused, name, help) #name,
    BIN_MODEL_COUNTS(NAME, )
#undef NAME
};

const char *ui_models_name(unsigned index) { return names[index]; }

uint64_t ui_models_get(const UiModelCounts *counts, unsigned index) { return ((const uint64_t *)counts)[index]; }

bool ui_models_add(UiModelCounts *sum, const UiModelCounts *more) {
  bool overflow = false;
#define ADD(from, name, help) overflow |= __builtin_add_overflow(sum->name, from->name, &sum->name);
  BIN_MODEL_COUNTS(ADD, more)
#undef ADD
  return !overflow;
}
