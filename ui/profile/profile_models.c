/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/profile/profile_models.h"

#include <string.h>

_Static_assert(sizeof(ProfileModelCounts) == PROFILE_MODEL_COUNTS * sizeof(uint64_t), "each count has a number");

enum { SOME, ALL }; /* compared */

static const ProfileModelText models[PROFILE_MODELS] = {
#define MODEL(symbol, option, heading, leading, compared) {option, heading, COH_COUNT_##leading, compared == ALL},
#include "coherence/coh_counts.def"
};

static const ProfileModelCountText texts[PROFILE_MODEL_COUNTS] = {
#define MODEL_COUNT(symbol, name, whole, unit, model, column, words, compared, help) \
  {PROFILE_MODEL_##model, column, words, compared},
#include "coherence/coh_counts.def"
};

const ProfileModelText *profile_models_text(ProfileModel model) { return &models[model]; }
const ProfileModelCountText *profile_models_count_text(coh_count count) { return &texts[count - COH_COMMON_COUNTS]; }

const char *profile_models_name(unsigned index) { return coh_count_format_of(COH_COMMON_COUNTS + index)->name; }

coh_counts profile_models_all(const ProfileCounts *counts, const ProfileModelCounts *models) {
  coh_counts all = {0};
  if (counts != NULL) memcpy(&all, counts, PROFILE_COUNTS * sizeof(uint64_t));
  if (models != NULL) memcpy(coh_counts_at(&all, COH_COMMON_COUNTS), models, sizeof *models);
  return all;
}

uint64_t profile_models_get(const ProfileModelCounts *counts, unsigned index) {
  return ((const uint64_t *)counts)[index];
}

bool profile_models_add(ProfileModelCounts *sum, const ProfileModelCounts *more) {
  bool overflow = false;
#define MODEL_COUNT(symbol, name, ...) overflow |= __builtin_add_overflow(sum->name, more->name, &sum->name);
#include "coherence/coh_counts.def"
  return !overflow;
}
