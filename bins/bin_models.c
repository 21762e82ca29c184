/* bin_models.c: see bin_models.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_models.h"

const bin_model_counts *bin_models_get(const bin_models *models, uint32_t cell) {
  static const bin_model_counts none;
  return cell < models->room ? &models->counts[cell] : &none;
}

bool bin_models_is_none(const bin_model_counts *counts) {
  uint64_t any = 0;
#define MODEL_COUNT(symbol, name, ...) any |= counts->name;
#include "coherence/coh_counts.def"
  return any == 0;
}

void bin_models_clear(bin_models *models) {
  plat_free(models->counts);
  *models = (bin_models){0};
}
