/* bin_models.c: see bin_models.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_models.h"

#include "coherence/coh_array.h"
#include "coherence/plat.h"

bin_model_counts *bin_models_of(bin_models *models, uint32_t cell) {
  models->counts = coh_grow(models->counts, cell, &models->room, sizeof *models->counts);
  return &models->counts[cell];
}

const bin_model_counts *bin_models_get(const bin_models *models, uint32_t cell) {
  static const bin_model_counts none;
  return cell < models->room ? &models->counts[cell] : &none;
}

uint64_t *bin_models_moved(bin_model_counts *counts, coh_move move) {
  switch (move) {
    case COH_D1_READ: return &counts->d1_bytes_read;
    case COH_D1_WRITTEN: return &counts->d1_bytes_written;
    case COH_L2_READ: return &counts->l2_bytes_read;
    case COH_L2_WRITTEN: return &counts->l2_bytes_written;
    case COH_MEMORY_READ: return &counts->memory_bytes_read;
    case COH_MEMORY_WRITTEN: return &counts->memory_bytes_written;
    default: return &counts->transferred_bytes;
  }
}

bool bin_models_is_none(const bin_model_counts *counts) {
  uint64_t any = 0;
#define OR(from, name, help) any |= from->name;
  BIN_MODEL_COUNTS(OR, counts)
#undef OR
  return any == 0;
}

void bin_models_zero(bin_models *models) {
  for (uint32_t i = 0; i < models->room; i++) models->counts[i] = (bin_model_counts){0};
}

void bin_models_clear(bin_models *models) {
  plat_free(models->counts);
  *models = (bin_models){0};
}
