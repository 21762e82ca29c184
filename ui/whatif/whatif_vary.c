/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_vary.c: finds the stall that depends on chance. In a random simulation, a finding can disappear only because
 * its stall falls slightly below the threshold of its rule. For such a simulation, the finding's stall is assumed to be
 * the whole stall of its data or code, but at most the finding's stall in the unchanged simulation. Therefore, a
 * finding near its threshold is not reported as dependent on chance. */
#include "ui/whatif/whatif_vary.h"

#include <string.h>

#include "ui/advice/advice.h"

static const double WORTH = 0.02; /* smaller fractions of the stall are not reported */
static const double FALLS = 0.5;  /* a part depends on chance if its median is at most this fraction of its stall in the
                                     unchanged simulation */

/* The stall of a part, a finding or a subject in one simulation. */
typedef struct {
  char *data, *code, *cause;
  double stall;
} Amount;

struct WhatifOutcome {
  double totals[WHATIF_FIGURES];
  GHashTable *parts;    /* set of Amount *: the parts of the stall */
  GHashTable *findings; /* set of Amount *: the findings about stall */
  GHashTable *subjects; /* set of Amount *: the subjects of findings, with the whole stall of the data or of the code */
};

/* ---- amounts ---- */

static guint hash_name(const char *name) { return name != NULL ? g_str_hash(name) : 0; }

static guint hash_amount(gconstpointer key) {
  const Amount *amount = key;
  return (hash_name(amount->data) * 31 + hash_name(amount->code)) * 31 + hash_name(amount->cause);
}

static gboolean is_same_part(gconstpointer one, gconstpointer other) {
  const Amount *a = one, *b = other;
  return g_strcmp0(a->data, b->data) == 0 && g_strcmp0(a->code, b->code) == 0 && g_strcmp0(a->cause, b->cause) == 0;
}

static void free_amount(gpointer data) {
  Amount *amount = data;
  g_free(amount->data);
  g_free(amount->code);
  g_free(amount->cause);
  g_free(amount);
}

/* Adds the stall of `key` to the amount with the same names. If there is none, adds a copy of `key`. */
static void add_amount(GHashTable *amounts, const Amount *key) {
  Amount *amount = g_hash_table_lookup(amounts, key);
  if (amount == NULL) {
    amount = g_new(Amount, 1);
    *amount = (Amount){g_strdup(key->data), g_strdup(key->code), g_strdup(key->cause), 0};
    g_hash_table_add(amounts, amount);
  }
  amount->stall += key->stall;
}

void whatif_outcome_add(WhatifOutcome *outcome, const char *data, const char *code, const char *cause, double stall) {
  if (stall > 0) add_amount(outcome->parts, &(Amount){(char *)data, (char *)code, (char *)cause, stall});
}

/* ---- one simulation ---- */

static void take_totals(double *totals, const ProfileCounts *counts) {
  const uint64_t values[WHATIF_FIGURES] = {[WHATIF_MISSES] = profile_counts_misses(counts),
                                           [WHATIF_COLD] = counts->cold,
                                           [WHATIF_REPLACEMENT] = counts->replacement,
                                           [WHATIF_INVALIDATION] = counts->invalidation,
                                           [WHATIF_TRUE_SHARING] = counts->true_sharing,
                                           [WHATIF_FALSE_SHARING] = counts->false_sharing,
                                           [WHATIF_STALL] = counts->stall_cycles};
  for (unsigned i = 0; i < WHATIF_FIGURES; i++) totals[i] = (double)values[i];
}

static const char *name_of(const View *view, ViewAxisKind axis, uint32_t rank) {
  return rank != ADVICE_NONE ? view_item(view, axis, rank)->name : NULL;
}

static void take_findings(WhatifOutcome *outcome, const View *view, const NameTable *names) {
  AdviceList *list = advice_make(view, names, NULL, NULL);
  for (guint i = 0; i < list->findings->len; i++) {
    const AdviceFinding *advice = list->findings->pdata[i];
    const char *data = advice->by_code ? NULL : name_of(view, VIEW_DATA, advice->data);
    const char *code = advice->by_code ? name_of(view, VIEW_CODE, advice->code) : NULL;
    if (advice->is_stall)
      add_amount(outcome->findings, &(Amount){(char *)data, (char *)code, (char *)advice->rule->title, advice->cycles});
  }
  advice_list_free(list);
}

static void take_subjects(WhatifOutcome *outcome, const View *view) {
  for (uint32_t rank = 0; rank < view_size(view, VIEW_DATA); rank++) {
    const ViewItem *item = view_item(view, VIEW_DATA, rank);
    add_amount(outcome->subjects, &(Amount){item->name, NULL, NULL, (double)item->counts.stall_cycles});
  }
  for (uint32_t rank = 0; rank < view_size(view, VIEW_CODE); rank++) {
    const ViewItem *item = view_item(view, VIEW_CODE, rank);
    add_amount(outcome->subjects, &(Amount){NULL, item->name, NULL, (double)item->counts.stall_cycles});
  }
}

static GHashTable *new_amounts(void) { return g_hash_table_new_full(hash_amount, is_same_part, free_amount, NULL); }

static WhatifOutcome outcome_of(const Profile *profile, const WhatifVary *vary) {
  WhatifOutcome outcome = {.parts = new_amounts(), .findings = new_amounts(), .subjects = new_amounts()};
  NameTable *names = name_table_new(profile, true);
  View *view = view_new(profile, name_table_labels(names));
  take_totals(outcome.totals, &profile->totals.counts);
  vary->part(&outcome, view);
  take_findings(&outcome, view, names);
  take_subjects(&outcome, view);
  view_free(view);
  name_table_free(names);
  return outcome;
}

static void clear_outcome(gpointer data) {
  WhatifOutcome *outcome = data;
  g_hash_table_unref(outcome->parts);
  g_hash_table_unref(outcome->findings);
  g_hash_table_unref(outcome->subjects);
}

/* ---- filtering of results ---- */

static gboolean is_small(gpointer key, gpointer value, gpointer least) {
  (void)value;
  return ((const Amount *)key)->stall < *(const double *)least;
}

static gboolean is_unknown(gpointer key, gpointer value, gpointer known) {
  (void)value;
  return !g_hash_table_contains(known, key);
}

/* Returns whether no finding is about the data or code. */
static gboolean is_no_subject(gpointer key, gpointer value, gpointer findings) {
  const Amount *subject = key;
  GHashTableIter each;
  gpointer finding;
  (void)value;
  g_hash_table_iter_init(&each, findings);
  while (g_hash_table_iter_next(&each, &finding, NULL)) {
    const Amount *of = finding;
    if (g_strcmp0(of->data, subject->data) == 0 && g_strcmp0(of->code, subject->code) == 0) return FALSE;
  }
  return TRUE;
}

/* Removes the small parts and findings, and all subjects, of the unchanged simulation. */
static void keep_large(WhatifOutcome *was) {
  double least = WORTH * was->totals[WHATIF_STALL];
  g_hash_table_foreach_remove(was->parts, is_small, &least);
  g_hash_table_foreach_remove(was->findings, is_small, &least);
  g_hash_table_remove_all(was->subjects);
}

/* Removes those parts, findings and subjects of a random simulation that the unchanged simulation does not have. */
static void keep_likewise(WhatifOutcome *outcome, const WhatifOutcome *was) {
  g_hash_table_foreach_remove(outcome->parts, is_unknown, was->parts);
  g_hash_table_foreach_remove(outcome->findings, is_unknown, was->findings);
  g_hash_table_foreach_remove(outcome->subjects, is_no_subject, was->findings);
}

/* ---- the summary ---- */

static int compare(gconstpointer one, gconstpointer other) {
  const double a = *(const double *)one, b = *(const double *)other;
  return (a > b) - (a < b);
}

/* Returns the spread of n values. The first value belongs to the unchanged simulation. Sorts all others. */
static WhatifSpread spread_of(double *values, guint n) {
  double *others = values + 1;
  qsort(others, n - 1, sizeof *others, compare);
  return (WhatifSpread){values[0], others[0], (others[(n - 1) / 2] + others[(n - 2) / 2]) / 2, others[n - 2]};
}

static const WhatifOutcome *outcome_number(const GArray *outcomes, guint i) {
  return &g_array_index(outcomes, WhatifOutcome, i);
}

static GHashTable *amounts_of(const WhatifOutcome *outcome, bool is_finding) {
  return is_finding ? outcome->findings : outcome->parts;
}

/* Returns the stall of a part or finding in a simulation. `was` is the same part or finding in the unchanged
 * simulation. */
static double stall_of(const WhatifOutcome *outcome, bool is_finding, const Amount *was) {
  const Amount *amount = g_hash_table_lookup(amounts_of(outcome, is_finding), was);
  if (amount != NULL) return amount->stall;
  const Amount *subject = g_hash_table_lookup(outcome->subjects, &(Amount){was->data, was->code, NULL, 0});
  return is_finding && subject != NULL ? MIN(subject->stall, was->stall) : 0;
}

static gint compare_parts(gconstpointer one, gconstpointer other) {
  const WhatifPart *a = one, *b = other;
  if (a->stall.was != b->stall.was) return a->stall.was > b->stall.was ? -1 : 1;
  const int data = g_strcmp0(a->data, b->data), code = g_strcmp0(a->code, b->code);
  return data != 0 ? data : code != 0 ? code : g_strcmp0(a->cause, b->cause);
}

static void clear_part(gpointer data) {
  WhatifPart *part = data;
  g_free(part->data);
  g_free(part->code);
  g_free(part->cause);
}

/* Returns the parts or findings of the unchanged simulation, sorted by decreasing stall. `values` has room for one
 * value of each simulation. */
static GArray *make_parts(const GArray *outcomes, bool is_finding, double *values) {
  const WhatifOutcome *was = outcome_number(outcomes, 0);
  GArray *parts = g_array_new(FALSE, FALSE, sizeof(WhatifPart));
  GHashTableIter each;
  gpointer key;
  g_array_set_clear_func(parts, clear_part);
  g_hash_table_iter_init(&each, amounts_of(was, is_finding));
  while (g_hash_table_iter_next(&each, &key, NULL)) {
    const Amount *amount = key;
    for (guint i = 0; i < outcomes->len; i++) values[i] = stall_of(outcome_number(outcomes, i), is_finding, amount);
    const WhatifSpread spread = spread_of(values, outcomes->len);
    const WhatifPart part = {g_strdup(amount->data), g_strdup(amount->code), g_strdup(amount->cause), spread,
                             spread.median <= FALLS * spread.was};
    g_array_append_val(parts, part);
  }
  g_array_sort(parts, compare_parts);
  return parts;
}

static void summarize(WhatifVariation *variation, const GArray *outcomes) {
  g_autofree double *values = g_new(double, outcomes->len);
  variation->n = outcomes->len - 1;
  for (unsigned figure = 0; figure < WHATIF_FIGURES; figure++) {
    for (guint i = 0; i < outcomes->len; i++) values[i] = outcome_number(outcomes, i)->totals[figure];
    variation->totals[figure] = spread_of(values, outcomes->len);
  }
  variation->parts = make_parts(outcomes, false, values);
  variation->findings = make_parts(outcomes, true, values);
}

bool whatif_vary(WhatifVariation *variation, const WhatifVary *vary, void *closure, uint32_t n, GError **error) {
  g_autoptr(GArray) outcomes = g_array_new(FALSE, FALSE, sizeof(WhatifOutcome));
  *variation = (WhatifVariation){.words = vary->words};
  g_array_set_clear_func(outcomes, clear_outcome);
  for (uint32_t seed = 0; seed <= n; seed++) {
    Profile *profile = vary->simulate(closure, seed, error);
    if (profile == NULL) return false;
    WhatifOutcome outcome = outcome_of(profile, vary);
    if (seed == 0)
      keep_large(&outcome);
    else
      keep_likewise(&outcome, outcome_number(outcomes, 0));
    g_array_append_val(outcomes, outcome);
    profile_free(profile);
  }
  summarize(variation, outcomes);
  return true;
}

void whatif_variation_clear(WhatifVariation *variation) {
  if (variation->parts == NULL) return;
  g_array_unref(variation->parts);
  g_array_unref(variation->findings);
}
