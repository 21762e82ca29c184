/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_models.h: counts of optional models of the machine (TLBs, prefetchers, traffic), per cell and in total. A
 * profile has separate records for these counts, which are the MODEL_COUNTs of coh_counts.def. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "ui/profile/profile_counts.h"

/* coh_counts.def defines the counts. */
typedef struct {
#define MODEL_COUNT(symbol, name, ...) uint64_t name;
#include "coherence/coh_counts.def"
} ProfileModelCounts;

enum { PROFILE_MODEL_COUNTS = COH_COUNTS - COH_COMMON_COUNTS };

/* An optional model, and how it is presented. */
typedef enum {
#define MODEL(symbol, ...) PROFILE_MODEL_##symbol,
#include "coherence/coh_counts.def"
  PROFILE_MODELS
} ProfileModel;

typedef struct {
  const char *option; /* the machine option that enables the model */
  const char *heading;
  coh_count leading; /* the count that ranks items */
  bool compares_all; /* whether tables of changes show all counts of the model if any of them is nonzero */
} ProfileModelText;
const ProfileModelText *profile_models_text(ProfileModel model);

/* How a count of a model (COH_COMMON_COUNTS or greater) is presented. */
typedef struct {
  ProfileModel model;
  const char *column;   /* heading of its column */
  const char *words;    /* name on the page */
  const char *compared; /* name in tables of changes; "": not shown there */
} ProfileModelCountText;
const ProfileModelCountText *profile_models_count_text(coh_count count);

/* The counts of models for the cell of a place and a bin. */
typedef struct {
  uint32_t place;
  uint32_t bin;
  ProfileModelCounts counts;
} ProfileModelCell;

/* Counts of a processor. */
typedef struct {
  uint32_t processor;
  ProfileModelCounts counts;
} ProfileModelProcessor;

/* Returns the name of count `index` (below PROFILE_MODEL_COUNTS, in the order of the struct) in profiles and
 * exports. */
const char *profile_models_name(unsigned index);

/* Returns all counts of a cell, a processor or the run, joined from two parts. A part that is NULL counts as zeros. */
coh_counts profile_models_all(const ProfileCounts *counts, const ProfileModelCounts *models);

/* Returns count `index`. */
uint64_t profile_models_get(const ProfileModelCounts *counts, unsigned index);

/* Adds *more to *sum. Returns false if a count overflows. Sums over parts of a valid profile cannot overflow. */
bool profile_models_add(ProfileModelCounts *sum, const ProfileModelCounts *more);
