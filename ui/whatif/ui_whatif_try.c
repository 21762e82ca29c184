/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_whatif_try.c: The replay without changes attributes to single instructions, also if the run did not. The
 * findings then include the used fields and the strides. */
#include "ui/whatif/ui_whatif_try.h"

#include <string.h>

#include "ui/whatif/ui_whatif_replay.h"

/* ---- one replay ---- */

static const char *feed_steps(void *closure, trace_replay *replay, const trace_batch *batch) {
  ui_whatif_steps_batch(closure, batch);
  return trace_replay_batch(replay, batch);
}

/* Returns the profile of the unchanged trace; adds its references to `steps`. */
static UiProfile *plain_profile(const UiTraceFile *file, const UiReplay *replay, UiWhatifSteps *steps, GError **error) {
  UiReplay apart = *replay;
  apart.instructions = UI_INSTRUCTIONS_APART;
  apart.wish.spreads = true;
  apart.feed = feed_steps;
  apart.closure = steps;
  return ui_whatif_profile(file, &apart, &(UiWhatifDifference){0}, error);
}

static void suggest(UiWhatifTrials *trials, const UiProfile *profile, const UiWhatifSteps *steps) {
  UiNames *names = ui_names_new(profile, true);
  UiView *view = ui_view_new(profile, ui_names_labels(names));
  trials->stall = profile->totals.counts.stall_cycles;
  trials->misses = ui_counts_misses(&profile->totals.counts);
  trials->suggestions = ui_whatif_suggest(view, names, steps).suggestions;
  ui_view_free(view);
  ui_names_free(names);
}

static bool find_suggestions(UiWhatifTrials *trials, const UiTraceFile *file, const UiReplay *replay, GError **error) {
  UiWhatifSteps *steps = ui_whatif_steps_new(file);
  UiProfile *profile = plain_profile(file, replay, steps, error);
  if (profile != NULL) suggest(trials, profile, steps);
  ui_profile_free(profile);
  ui_whatif_steps_free(steps);
  return trials->suggestions != NULL;
}

/* ---- one suggestion ---- */

static void free_change(gpointer change) { ui_whatif_change_free(change); }

/* A trace with the names of its data. */
typedef struct {
  const UiTraceFile *file;
  const UiReplay *replay;
  UiNames *names;
  UiView *view;
} Traced;

/* Makes the plans of a suggestion. Returns false and sets *error as for changes of the user. */
static bool make_plans(UiWhatifPlans *plans, const UiWhatifSuggestion *suggestion, const Traced *traced,
                       GError **error) {
  g_autoptr(GPtrArray) changes = g_ptr_array_new_with_free_func(free_change);
  for (char **text = suggestion->changes; *text != NULL; text++) {
    UiWhatifChange *change = ui_whatif_change_parse(*text, error);
    if (change == NULL) return false;
    g_ptr_array_add(changes, change);
  }
  return ui_whatif_plans_make(plans, traced->view, traced->names, changes, error) &&
         ui_whatif_plans_check(plans, traced->replay->config, error);
}

/* Tries a suggestion. Returns false and sets *error for errors other than a refused change. */
static bool try_one(UiWhatifTrial *trial, const Traced *traced, GError **error) {
  UiWhatifPlans plans = {0};
  GError *wrong = NULL;
  UiProfile *profile = NULL;
  if (make_plans(&plans, trial->suggestion, traced, &wrong))
    profile = ui_whatif_profile(traced->file, traced->replay, &(UiWhatifDifference){.plans = &plans}, &wrong);
  ui_whatif_plans_clear(&plans);
  if (profile != NULL) {
    trial->stall = profile->totals.counts.stall_cycles;
    trial->misses = ui_counts_misses(&profile->totals.counts);
    ui_profile_free(profile);
  } else if (wrong->domain == G_OPTION_ERROR) {
    trial->refused = g_strdup(wrong->message);
    g_error_free(wrong);
  } else {
    g_propagate_error(error, wrong);
    return false;
  }
  return true;
}

/* ---- several together ---- */

enum {
  MOST_TOGETHER = 4, /* limit of suggestions to combine with the best one */
  WORTH = 1000       /* a change must save at least 1 / WORTH of all stall */
};

static bool saves(const UiWhatifTrials *trials, uint64_t before, const UiWhatifTrial *trial) {
  return trial->refused == NULL && trial->stall < before && before - trial->stall >= trials->stall / WORTH;
}

/* Whether a suggestion is the best one for its finding: no trial before it has the same finding. */
static bool is_first_for(const UiWhatifTrials *trials, guint number) {
  const UiWhatifSuggestion *one = g_array_index(trials->trials, UiWhatifTrial, number).suggestion;
  for (guint i = 0; i < number; i++) {
    const UiWhatifSuggestion *other = g_array_index(trials->trials, UiWhatifTrial, i).suggestion;
    if (other->rule == one->rule && strcmp(other->about, one->about) == 0) return false;
  }
  return true;
}

static void clear_trial(gpointer data) {
  UiWhatifTrial *trial = data;
  ui_whatif_suggestion_free(trial->own);
  g_free(trial->refused);
}

/* Tries the best suggestion so far together with another; if that saves more, it becomes the best. */
static bool try_with(UiWhatifTrials *trials, UiWhatifTrial *best, const UiWhatifSuggestion *other, const Traced *traced,
                     GError **error) {
  UiWhatifTrial trial = {.own = ui_whatif_suggestion_together(best->suggestion, other)};
  trial.suggestion = trial.own;
  const bool good = try_one(&trial, traced, error), is_better = good && saves(trials, best->stall, &trial);
  clear_trial(is_better ? best : &trial);
  if (is_better) *best = trial;
  return good;
}

/* Adds the best changes of several findings if they save more together than the best one alone. */
static bool try_together(UiWhatifTrials *trials, const Traced *traced, GError **error) {
  if (trials->trials->len == 0) return true;
  UiWhatifTrial best = g_array_index(trials->trials, UiWhatifTrial, 0);
  bool good = true;
  for (guint i = 1, tries = 0; i < trials->trials->len && tries < MOST_TOGETHER && good; i++) {
    const UiWhatifTrial *other = &g_array_index(trials->trials, UiWhatifTrial, i);
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
  const UiWhatifTrial *a = one, *b = other;
  if ((a->refused != NULL) != (b->refused != NULL)) return a->refused != NULL ? 1 : -1;
  if (a->stall != b->stall) return a->stall < b->stall ? -1 : 1;
  return a->misses < b->misses ? -1 : a->misses > b->misses;
}

static bool try_each(UiWhatifTrials *trials, const Traced *traced, guint most, GError **error) {
  const guint n = MIN(trials->suggestions->len, most);
  bool good = true;
  for (guint i = 0; i < n && good; i++) {
    UiWhatifTrial trial = {.suggestion = trials->suggestions->pdata[i]};
    good = try_one(&trial, traced, error);
    if (good) g_array_append_val(trials->trials, trial);
  }
  trials->untried = trials->suggestions->len - n;
  g_array_sort(trials->trials, compare_trials);
  return good;
}

static bool try_all(UiWhatifTrials *trials, const UiTraceFile *file, const UiReplay *replay, guint most,
                    GError **error) {
  if (!find_suggestions(trials, file, replay, error)) return false;
  UiNames *names = ui_names_new(file->tables, true);
  const Traced traced = {file, replay, names, ui_view_new(file->tables, ui_names_labels(names))};
  const bool good = try_each(trials, &traced, most, error) && try_together(trials, &traced, error);
  g_array_sort(trials->trials, compare_trials);
  ui_view_free(traced.view);
  ui_names_free(names);
  return good;
}

bool ui_whatif_try(UiWhatifTrials *trials, const UiTraceFile *file, char *const *given, guint most, GError **error) {
  UiWhatifMachine machine;
  *trials = (UiWhatifTrials){.trials = g_array_new(FALSE, FALSE, sizeof(UiWhatifTrial))};
  g_array_set_clear_func(trials->trials, clear_trial);
  const bool good = ui_whatif_machine_make(&machine, file, given, error) &&
                    try_all(trials, file, &machine.replay, most, error);
  ui_whatif_machine_free(&machine);
  return good;
}

void ui_whatif_trials_clear(UiWhatifTrials *trials) {
  if (trials->suggestions != NULL) g_ptr_array_unref(trials->suggestions);
  g_array_unref(trials->trials);
}
