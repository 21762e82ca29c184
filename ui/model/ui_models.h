/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_models.h: counts of optional models of the machine (TLBs, prefetchers, traffic) for a cell and in all: separate
 * records of a profile, from the table BIN_MODEL_COUNTS. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "bins/bin_format.h"

/* walks <= tlb_misses; translation_cycles <= the cell's stall cycles; late <= covered; displaced <= the cell's
 * replacement misses; memory_bytes_read + transferred_bytes <= d1_bytes_read; l2_bytes_read <= d1_bytes_read: such
 * lines are filled into a D1. */
typedef struct {
#define FIELD(unused, name, help) uint64_t name;
  BIN_MODEL_COUNTS(FIELD, )
#undef FIELD
} UiModelCounts;

enum { UI_MODEL_COUNTS = sizeof(UiModelCounts) / sizeof(uint64_t) };

/* Counts of the cell of a place and a bin. */
typedef struct {
  uint32_t place;
  uint32_t bin;
  UiModelCounts counts;
} UiModelCell;

/* Counts of a processor. */
typedef struct {
  uint32_t processor;
  UiModelCounts counts;
} UiModelProcessor;

/* Returns the name of count `index` (below UI_MODEL_COUNTS, in the order of the struct) in profiles and exports. */
const char *ui_models_name(unsigned index);

/* Returns count `index`. */
uint64_t ui_models_get(const UiModelCounts *counts, unsigned index);

/* Adds *more to *sum. Returns false if a count overflows. Sums over parts of a valid profile cannot overflow. */
bool ui_models_add(UiModelCounts *sum, const UiModelCounts *more);
