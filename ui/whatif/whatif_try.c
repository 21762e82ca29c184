/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_try.c: tries suggestions. The replay without changes attributes misses to single instructions, even if the
 * traced run did not. Therefore, its findings include the used fields and the strides. */
#include "ui/whatif/whatif_try.h"

#include <string.h>

#include "ui/whatif/whatif_replay.h"

/* ---- one replay ---- */

static const char *feed_steps(void *closure, trace_replay *replay, const trace_batch *batch) {
  whatif_steps_batch(closure, batch);
  return trace_replay_batch(replay, batch);
}

/* Returns the profile of the trace without changes. Also adds the trace's references to `steps`. */
static Profile *plain_profile(const EventsTraceFile *file, const Replay *replay, WhatifSteps *steps, GError **error) {
  Replay apart = *replay;
  apart.instructions = REPLAY_INSTRUCTIONS_APART;
  apart.wish.spreads = true;
  apart.feed = feed_steps;
  apart.closure = steps;
  return whatif_profile(file, &apart, &(WhatifDifference){0}, error);
}

static void suggest(WhatifTrials *trials, const Profile *profile, const WhatifSteps *steps) {
  NameTable *names = name_table_new(profile, true);
  View *view = view_new(profile, name_table_labels(names));
  trials->stall = profile->totals.counts.stall_cycles;
  trials->misses = profile_counts_misses(&profile->totals.counts);
  trials->suggestions = whatif_suggest(view, names, steps).suggestions;
  view_free(view);
  name_table_free(names);
}

static bool find_suggestions(WhatifTrials *trials, const EventsTraceFile *file, const Replay *replay, GError **error) {
  WhatifSteps *steps = whatif_steps_new(file);
  Profile *profile = plain_profile(file, replay, steps, error);
  if (profile != NULL) suggest(trials, profile, steps);
  profile_free(profile);
  whatif_steps_free(steps);
  return trials->suggestions != NULL;
}

/* ---- one suggestion ---- */

static void free_change(gpointer change) { whatif_change_free(change); }

/* A trace, with the names of its data. */
typedef struct {
  const EventsTraceFile *file;
  const Replay *replay;
  NameTable *names;
  View *view;
} Traced;

/* Makes the plans for a suggestion. Returns false and sets *error, as for changes that the user gives. */
static bool make_plans(WhatifPlans *plans, const WhatifSuggestion *suggestion, const Traced *traced, GError **error) {
  g_autoptr(GPtrArray) changes = g_ptr_array_new_with_free_func(free_change);
  for (char **text = suggestion->changes; *text != NULL; text++) {
    WhatifChange *change = whatif_change_parse(*text, error);
    if (change == NULL) return false;
    g_ptr_array_add(changes, change);
  }
  return whatif_plans_make(plans, traced->view, traced->names, changes, error) &&
         whatif_plans_check(plans, traced->replay->config, error);
}

/* Tries a suggestion. A refused change is not a failure. Returns false and sets *error on failure. */
static bool try_one(WhatifTrial *trial, const Traced *traced, GError **error) {
  WhatifPlans plans = {0};
  GError *wrong = NULL;
  Profile *profile = NULL;
  if (make_plans(&plans, trial->suggestion, traced, &wrong))
    profile = whatif_profile(traced->file, traced->replay, &(WhatifDifference){.plans = &plans}, &wrong);
  whatif_plans_clear(&plans);
  if (profile != NULL) {
    trial->stall = profile->totals.counts.stall_cycles;
    trial->misses = profile_counts_misses(&profile->totals.counts);
    profile_free(profile);
  } else if (wrong->domain == G_OPTION_ERROR) {
    trial->refused = g_strdup(wrong->message);
    g_error_free(wrong);
  } else {
    g_propagate_error(error, wrong);
    return false;
  }
  return true;
}

/* ---- several suggestions together ---- */

enum {
  MOST_TOGETHER = 4, /* maximum number of suggestions that are combined with the best one */
  WORTH = 1000       /* a suggestion must save at least 1 / WORTH of all stall */
};

static bool saves(const WhatifTrials *trials, uint64_t before, const WhatifTrial *trial) {
  return trial->refused == NULL && trial->stall < before && before - trial->stall >= trials->stall / WORTH;
}

/* Returns whether no trial before trial number `number` is for the same finding, which means that it is the best one
 * for this finding. */
static bool is_first_for(const WhatifTrials *trials, guint number) {
  const WhatifSuggestion *one = g_array_index(trials->trials, WhatifTrial, number).suggestion;
  for (guint i = 0; i < number; i++) {
    const WhatifSuggestion *other = g_array_index(trials->trials, WhatifTrial, i).suggestion;
    if (other->rule == one->rule && strcmp(other->about, one->about) == 0) return false;
  }
  return true;
}

static void clear_trial(gpointer data) {
  WhatifTrial *trial = data;
  whatif_suggestion_free(trial->own);
  g_free(trial->refused);
}

/* Tries the best suggestion together with another one. If this saves more stall, the combination becomes the best
 * suggestion. */
static bool try_with(WhatifTrials *trials, WhatifTrial *best, const WhatifSuggestion *other, const Traced *traced,
                     GError **error) {
  WhatifTrial trial = {.own = whatif_suggestion_together(best->suggestion, other)};
  trial.suggestion = trial.own;
  const bool good = try_one(&trial, traced, error), is_better = good && saves(trials, best->stall, &trial);
  clear_trial(is_better ? best : &trial);
  if (is_better) *best = trial;
  return good;
}

/* Combines the best suggestions for several findings, and adds the combination if it saves more stall than the best
 * suggestion alone. */
static bool try_together(WhatifTrials *trials, const Traced *traced, GError **error) {
  if (trials->trials->len == 0) return true;
  WhatifTrial best = g_array_index(trials->trials, WhatifTrial, 0);
  bool good = true;
  for (guint i = 1, tries = 0; i < trials->trials->len && tries < MOST_TOGETHER && good; i++) {
    const WhatifTrial *other = &g_array_index(trials->trials, WhatifTrial, i);
    if (!saves(trials, trials->stall, other)) break;
    if (!is_first_for(trials, i)) continue;
    good = try_with(trials, &best, other->suggestion, traced, error);
    tries++;
  }
  if (best.own != NULL) g_array_append_val(trials->trials, best);
  return good;
}

/* ---- all suggestions ---- */

static gint compare_trials(gconstpointer one, gconstpointer other) {
  const WhatifTrial *a = one, *b = other;
  if ((a->refused != NULL) != (b->refused != NULL)) return a->refused != NULL ? 1 : -1;
  if (a->stall != b->stall) return a->stall < b->stall ? -1 : 1;
  return a->misses < b->misses ? -1 : a->misses > b->misses;
}

static bool try_each(WhatifTrials *trials, const Traced *traced, guint most, GError **error) {
  const guint n = MIN(trials->suggestions->len, most);
  bool good = true;
  for (guint i = 0; i < n && good; i++) {
    WhatifTrial trial = {.suggestion = trials->suggestions->pdata[i]};
    good = try_one(&trial, traced, error);
    if (good) g_array_append_val(trials->trials, trial);
  }
  trials->untried = trials->suggestions->len - n;
  g_array_sort(trials->trials, compare_trials);
  return good;
}

static bool try_all(WhatifTrials *trials, const EventsTraceFile *file, const Replay *replay, guint most,
                    GError **error) {
  if (!find_suggestions(trials, file, replay, error)) return false;
  NameTable *names = name_table_new(file->tables, true);
  const Traced traced = {file, replay, names, view_new(file->tables, name_table_labels(names))};
  const bool good = try_each(trials, &traced, most, error) && try_together(trials, &traced, error);
  g_array_sort(trials->trials, compare_trials);
  view_free(traced.view);
  name_table_free(names);
  return good;
}

bool whatif_try(WhatifTrials *trials, const EventsTraceFile *file, char *const *given, guint most, GError **error) {
  WhatifMachine machine;
  *trials = (WhatifTrials){.trials = g_array_new(FALSE, FALSE, sizeof(WhatifTrial))};
  g_array_set_clear_func(trials->trials, clear_trial);
  const bool good = whatif_machine_make(&machine, file, given, error) &&
                    try_all(trials, file, &machine.replay, most, error);
  whatif_machine_free(&machine);
  return good;
}

void whatif_trials_clear(WhatifTrials *trials) {
  if (trials->suggestions != NULL) g_ptr_array_unref(trials->suggestions);
  g_array_unref(trials->trials);
}
