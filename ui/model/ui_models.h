/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_models.h: counts of optional models of the machine (TLBs, prefetchers, traffic), per cell and in total. A profile
 * has separate records of them: the MODEL_COUNTs of coh_counts.def. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "ui/model/ui_counts.h"

/* coh_counts.def defines the counts. */
typedef struct {
#define MODEL_COUNT(symbol, name, ...) uint64_t name;
#include "coherence/coh_counts.def"
} UiModelCounts;

enum { UI_MODEL_COUNTS = COH_COUNTS - COH_COMMON_COUNTS };

/* The optional models, and their presentation. */
typedef enum {
#define MODEL(symbol, ...) UI_MODEL_##symbol,
#include "coherence/coh_counts.def"
  UI_MODELS
} UiModel;

typedef struct {
  const char *option; /* the machine option that enables the model */
  const char *heading;
  coh_count leading; /* the count that ranks items */
  bool compares_all; /* tables of changes show all of its counts if any is nonzero */
} UiModelText;
const UiModelText *ui_models_text(UiModel model);

/* Presentation of a count (COH_COMMON_COUNTS or greater). */
typedef struct {
  UiModel model;
  const char *column;   /* heading of its column */
  const char *words;    /* name on the page */
  const char *compared; /* name in tables of changes; "": not shown there */
} UiModelCountText;
const UiModelCountText *ui_models_count_text(coh_count count);

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

/* Returns all counts of a cell, a processor or the run; NULL: zeros for that part. */
coh_counts ui_models_all(const UiCounts *counts, const UiModelCounts *models);

/* Returns count `index`. */
uint64_t ui_models_get(const UiModelCounts *counts, unsigned index);

/* Adds *more to *sum. Returns false if a count overflows. Sums over parts of a valid profile cannot overflow. */
bool ui_models_add(UiModelCounts *sum, const UiModelCounts *more);
