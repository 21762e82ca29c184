/* bin_models.h: stores the counts of each cell in optional models of the machine (TLBs, prefetchers, traffic).
 *
 * These counts are not in the cells, so that a machine without such models uses no memory for them.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_system.h"
#include "plat/plat.h"
#include "plat/plat_array.h"

typedef struct {
#define MODEL_COUNT(symbol, name, ...) uint64_t name;
#include "coherence/coh_counts.def"
} bin_model_counts;

/* Returns the count with a number. The numbers begin at COH_COMMON_COUNTS. */
static inline uint64_t *bin_model_count(bin_model_counts *counts, coh_count count) {
  return (uint64_t *)(void *)counts + (count - COH_COMMON_COUNTS);
}

/* The counts of all cells; the arrays are indexed by cell. If all fields are zero, no cell has counts. */
typedef struct {
  bin_model_counts *counts;
  uint32_t room;
} bin_models;

/* Returns the counts of a cell, so that the caller can add to them. The result is valid until the next call. */
static inline bin_model_counts *bin_models_of(bin_models *models, uint32_t cell) {
  if (PLAT_UNLIKELY(cell >= models->room))
    models->counts = plat_grow(models->counts, cell, &models->room, sizeof *models->counts);
  return &models->counts[cell];
}

/* Returns the counts of a cell. The result is valid until the next call of bin_models_of(). */
const bin_model_counts *bin_models_get(const bin_models *models, uint32_t cell);

/* Returns whether all counts are zero. */
bool bin_models_is_none(const bin_model_counts *counts);

void bin_models_clear(bin_models *models);
