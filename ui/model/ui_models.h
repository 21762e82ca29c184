/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_models.h: what models of the machine that most machines do not have (TLBs, prefetchers, traffic) counted of a cell
 * and in all: records of their own in a profile, the MODEL_COUNTs of coh_counts.def. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "ui/model/ui_counts.h"

/* What coh_counts.def says of each holds. */
typedef struct {
#define MODEL_COUNT(symbol, name, ...) uint64_t name;
#include "coherence/coh_counts.def"
} UiModelCounts;

enum { UI_MODEL_COUNTS = COH_COUNTS - COH_COMMON_COUNTS };

/* What some machines have, and how it is shown. */
typedef enum {
#define MODEL(symbol, ...) UI_MODEL_##symbol,
#include "coherence/coh_counts.def"
  UI_MODELS
} UiModel;

typedef struct {
  const char *option; /* of machines that have it */
  const char *heading;
  coh_count leading; /* by which items are ranked */
  bool compares_all; /* tables of changes have all of its counts, if there are some */
} UiModelText;
const UiModelText *ui_models_text(UiModel model);

/* How a count (COH_COMMON_COUNTS or more) is shown. */
typedef struct {
  UiModel model;
  const char *column;   /* heading of its column */
  const char *words;    /* the same on the page */
  const char *compared; /* in tables of changes; "": not there */
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

/* All counts of a cell, a processor or the run; NULL: none of those. */
coh_counts ui_models_all(const UiCounts *counts, const UiModelCounts *models);

/* Count `index`. */
uint64_t ui_models_get(const UiModelCounts *counts, unsigned index);

/* Adds *more to *sum. Returns false if a count overflows. Sums over parts of a valid profile cannot overflow. */
bool ui_models_add(UiModelCounts *sum, const UiModelCounts *more);
