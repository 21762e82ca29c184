/* ui_whatif_try.c: see ui_whatif_try.h.
 *
 * The replay without changes tells instructions apart, whatever the run did: findings then know which fields are used,
 * and in which steps.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/whatif/ui_whatif_try.h"

#include "ui/whatif/ui_whatif_replay.h"

/* ---- one replay ---- */

static const char *feed_steps(void *closure, trace_replay *replay, const trace_batch *batch) {
  ui_whatif_steps_batch(closure, batch);
  return trace_replay_batch(replay, batch);
}

/* The profile as it was, with steps. */
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

/* The plans of a suggestion. Returns false and sets *error as the user's changes would. */
static bool make_plans(UiWhatifPlans *plans, const UiWhatifSuggestion *suggestion, const UiReplay *replay,
                       const UiView *view, const UiNames *names, GError **error) {
  g_autoptr(GPtrArray) changes = g_ptr_array_new_with_free_func(free_change);
  for (char **text = suggestion->changes; *text != NULL; text++) {
    UiWhatifChange *change = ui_whatif_change_parse(*text, error);
    if (change == NULL) return false;
    g_ptr_array_add(changes, change);
  }
  return ui_whatif_plans_make(plans, view, names, changes, error) &&
         ui_whatif_plans_check(plans, replay->config, error);
}

/* Returns false and sets *error when it is not the change that is wrong. */
static bool try_one(UiWhatifTrial *trial, const UiTraceFile *file, const UiReplay *replay, const UiView *view,
                    const UiNames *names, GError **error) {
  UiWhatifPlans plans = {0};
  GError *wrong = NULL;
  UiProfile *profile = NULL;
  if (make_plans(&plans, trial->suggestion, replay, view, names, &wrong))
    profile = ui_whatif_profile(file, replay, &(UiWhatifDifference){.plans = &plans}, &wrong);
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

/* ---- all of them ---- */

static gint compare_trials(gconstpointer one, gconstpointer other) {
  const UiWhatifTrial *a = one, *b = other;
  if ((a->refused != NULL) != (b->refused != NULL)) return a->refused != NULL ? 1 : -1;
  if (a->stall != b->stall) return a->stall < b->stall ? -1 : 1;
  return a->misses < b->misses ? -1 : a->misses > b->misses;
}

static void clear_trial(gpointer data) { g_free(((UiWhatifTrial *)data)->refused); }

static bool try_all(UiWhatifTrials *trials, const UiTraceFile *file, const UiReplay *replay, guint most,
                    GError **error) {
  bool good = find_suggestions(trials, file, replay, error);
  if (!good) return false;
  UiNames *names = ui_names_new(file->tables, true);
  UiView *view = ui_view_new(file->tables, ui_names_labels(names));
  const guint n = MIN(trials->suggestions->len, most);
  for (guint i = 0; i < n && good; i++) {
    UiWhatifTrial trial = {.suggestion = trials->suggestions->pdata[i]};
    good = try_one(&trial, file, replay, view, names, error);
    if (good) g_array_append_val(trials->trials, trial);
  }
  ui_view_free(view);
  ui_names_free(names);
  trials->untried = trials->suggestions->len - n;
  g_array_sort(trials->trials, compare_trials);
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
