/* bin_models.h: what models of the machine that most machines do not have (TLBs, prefetchers, traffic) counted of each
 * cell.
 *
 * Such counts are apart from the cells, which do not grow by them: where the machine has no such model, nothing is
 * stored.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BINS_BIN_MODELS_H
#define BINS_BIN_MODELS_H

#include "coherence/coh_system.h"

typedef struct {
#define MODEL_COUNT(symbol, name, ...) uint64_t name;
#include "coherence/coh_counts.def"
} bin_model_counts;

/* A count by its number, from COH_COMMON_COUNTS on. */
static inline uint64_t *bin_model_count(bin_model_counts *counts, coh_count count) {
  return (uint64_t *)(void *)counts + (count - COH_COMMON_COUNTS);
}

/* By cell number, as far as there is room. All zero: none. */
typedef struct {
  bin_model_counts *counts;
  uint32_t room;
} bin_models;

/* The counts of a cell, to add to; valid until those of another cell are asked for so. */
bin_model_counts *bin_models_of(bin_models *models, uint32_t cell);

/* The counts of a cell, valid until the next call of bin_models_of(). */
const bin_model_counts *bin_models_get(const bin_models *models, uint32_t cell);

/* Whether anything was counted. */
bool bin_models_is_none(const bin_model_counts *counts);

/* Sets all counts to zero. */
void bin_models_zero(bin_models *models);

/* Frees what the models took: nothing is counted then. */
void bin_models_clear(bin_models *models);

#endif
