/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_models.h: what models of the machine that most machines do not have (TLBs, prefetchers, traffic) counted of a cell
 * and in all: records of their own in a profile, by the table BIN_MODEL_COUNTS. */
#ifndef UI_MODEL_MODELS_H
#define UI_MODEL_MODELS_H

#include <stdbool.h>
#include <stdint.h>

#include "bins/bin_format.h"

/* walks <= tlb_misses; translation_cycles are a part of the cell's stall cycles; late <= covered; displaced are some of
 * the cell's replacement misses; memory_bytes_read + transferred_bytes <= d1_bytes_read, l2_bytes_read <=
 * d1_bytes_read: lines that come from there are taken in by a D1. */
typedef struct {
#define FIELD(unused, name, help) uint64_t name;
  BIN_MODEL_COUNTS(FIELD, )
#undef FIELD
} UiModelCounts;

enum { UI_MODEL_COUNTS = sizeof(UiModelCounts) / sizeof(uint64_t) };

/* Those of the cell of a place and a bin. */
typedef struct {
  uint32_t place;
  uint32_t bin;
  UiModelCounts counts;
} UiModelCell;

/* Those of a processor. */
typedef struct {
  uint32_t processor;
  UiModelCounts counts;
} UiModelProcessor;

/* Name of count `index` (below UI_MODEL_COUNTS, in the order of the struct), as profiles and exports spell it. */
const char *ui_models_name(unsigned index);

/* Count `index`. */
uint64_t ui_models_get(const UiModelCounts *counts, unsigned index);

/* Adds *more to *sum. Returns false when a count overflowed. Sums over parts of a profile that was read without error
 * cannot overflow. */
bool ui_models_add(UiModelCounts *sum, const UiModelCounts *more);

#endif
