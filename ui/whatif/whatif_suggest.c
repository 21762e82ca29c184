/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/whatif/whatif_suggest.h"

#include "ui/whatif/whatif_words.h"

enum {
  SHARE = 100,
  MOST_BINS = 64
}; /* the minimum share of the code's stall that data must have to count is 1 / SHARE */

static const struct {
  AdviceRuleId rule;
  const char *changes, *why;
} rows[] = {
#define SUGGEST(rule, changes, why) {ADVICE_RULE_##rule, changes, why},
#include "ui/whatif/whatif_suggestions.def"
#undef SUGGEST
};

/* ---- the data of a finding ---- */

typedef struct {
  uint32_t bin;
  uint64_t stall;
} BinStall;

static gint compare_stall(gconstpointer one, gconstpointer other) {
  const BinStall *a = one, *b = other;
  if (a->stall != b->stall) return a->stall > b->stall ? -1 : 1;
  return a->bin < b->bin ? -1 : a->bin > b->bin;
}

/* Returns the data on which the code of a finding stalls, sorted by decreasing stall. */
static GArray *bins_of_code(const View *view, uint32_t row) {
  const Profile *profile = view->profile;
  g_autoptr(GArray) sums = g_array_sized_new(FALSE, TRUE, sizeof(BinStall), profile->n_bins);
  GArray *bins = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  uint64_t all = 0;
  for (uint32_t bin = 0; bin < profile->n_bins; bin++) g_array_append_val(sums, ((BinStall){.bin = bin}));
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    const ProfileCell *cell = &profile->cells[i];
    if (view_row(view, cell->place) != row) continue;
    g_array_index(sums, BinStall, cell->bin).stall += cell->counts.stall_cycles;
    all += cell->counts.stall_cycles;
  }
  g_array_sort(sums, compare_stall);
  for (guint i = 0; i < MIN(sums->len, MOST_BINS); i++) {
    const BinStall *sum = &g_array_index(sums, BinStall, i);
    if (sum->stall != 0 && sum->stall * SHARE >= all) g_array_append_val(bins, sum->bin);
  }
  return bins;
}

static WhatifSubject make_subject(const View *view, const NameTable *names, const WhatifSteps *steps,
                                  const AdviceFinding *advice) {
  WhatifSubject subject = {.view = view,
                           .names = names,
                           .advice = advice,
                           .steps = steps,
                           .bin = g_array_index(view_item(view, VIEW_DATA, advice->data)->members, uint32_t, 0),
                           .line = profile_machine_cache_of(view->profile, "D1").line};
  subject.type = name_table_type(names, subject.bin);
  subject.bins = advice->code != ADVICE_NONE ? bins_of_code(view, advice->code)
                                             : g_array_new(FALSE, FALSE, sizeof(uint32_t));
  return subject;
}

/* ---- suggestions ---- */

/* Adds the changes of a template, with values in place of its words. Returns false if a word has no value. */
static bool add_filled(GPtrArray *changes, const WhatifSubject *subject, const char *pattern) {
  const bool repeat = whatif_words_repeat(pattern);
  if (repeat && (!subject->advice->by_code || subject->bins->len < 2)) return false;
  for (guint number = 1; number < (repeat ? subject->bins->len : 2); number++) {
    char *change = whatif_words_fill(subject, pattern, number);
    if (change == NULL) return false;
    g_ptr_array_add(changes, change);
  }
  return true;
}

/* Returns the changes of a row of the table; NULL: the row does not apply. The caller owns the array. */
static char **fill_row(const WhatifSubject *subject, const char *row) {
  g_auto(GStrv) patterns = g_strsplit(row, " + ", -1);
  GPtrArray *changes = g_ptr_array_new_with_free_func(g_free);
  bool good = true;
  for (guint i = 0; patterns[i] != NULL && good; i++) good = add_filled(changes, subject, patterns[i]);
  if (!good) {
    g_ptr_array_unref(changes);
    return NULL;
  }
  g_ptr_array_add(changes, NULL);
  return (char **)g_ptr_array_free(changes, FALSE);
}

/* Returns the suggestion that consists of these changes; NULL: there is none. */
static WhatifSuggestion *with_changes(const GPtrArray *suggestions, char **changes) {
  for (guint i = 0; i < suggestions->len; i++) {
    WhatifSuggestion *one = suggestions->pdata[i];
    if (g_strv_equal((const char *const *)one->changes, (const char *const *)changes)) return one;
  }
  return NULL;
}

static void clear_finding(gpointer finding) { g_free(((WhatifFinding *)finding)->about); }

static void add_suggestion(GPtrArray *suggestions, char **changes, const AdviceFinding *advice, const char *why) {
  WhatifSuggestion *one = g_new(WhatifSuggestion, 1);
  *one = (WhatifSuggestion){.changes = changes,
                            .about = g_strdup(advice->about),
                            .rule = advice->rule,
                            .also = g_array_new(FALSE, FALSE, sizeof(WhatifFinding)),
                            .why = why,
                            .cycles = advice->cycles};
  g_array_set_clear_func(one->also, clear_finding);
  g_ptr_array_add(suggestions, one);
}

static void suggest_for(GPtrArray *suggestions, const WhatifSubject *subject) {
  const AdviceFinding *advice = subject->advice;
  for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
    if (&advice_rules()[rows[i].rule] != advice->rule) continue;
    char **changes = fill_row(subject, rows[i].changes);
    if (changes == NULL) continue;
    WhatifSuggestion *there = with_changes(suggestions, changes);
    if (there == NULL) {
      add_suggestion(suggestions, changes, advice, rows[i].why);
      continue;
    }
    g_array_append_val(there->also, ((WhatifFinding){advice->rule, g_strdup(advice->about)}));
    g_strfreev(changes);
  }
}

void whatif_suggestion_free(WhatifSuggestion *suggestion) {
  if (suggestion == NULL) return;
  g_strfreev(suggestion->changes);
  g_free(suggestion->about);
  g_array_unref(suggestion->also);
  g_free(suggestion);
}

static void free_suggestion(gpointer suggestion) { whatif_suggestion_free(suggestion); }

WhatifSuggestion *whatif_suggestion_together(const WhatifSuggestion *one, const WhatifSuggestion *other) {
  g_autoptr(GStrvBuilder) changes = g_strv_builder_new();
  WhatifSuggestion *together = g_new(WhatifSuggestion, 1);
  g_strv_builder_addv(changes, (const char **)one->changes);
  g_strv_builder_addv(changes, (const char **)other->changes);
  *together = (WhatifSuggestion){.changes = g_strv_builder_end(changes),
                                 .about = g_strdup_printf("%s, %s", one->about, other->about),
                                 .also = g_array_new(FALSE, FALSE, sizeof(WhatifFinding)),
                                 .why = "the best changes of several findings together",
                                 .cycles = one->cycles + other->cycles};
  return together;
}

static gint compare_cycles(gconstpointer one, gconstpointer other) {
  const AdviceFinding *a = *(AdviceFinding *const *)one, *b = *(AdviceFinding *const *)other;
  return a->cycles > b->cycles ? -1 : a->cycles < b->cycles;
}

WhatifSuggested whatif_suggest(const View *view, const NameTable *names, const WhatifSteps *steps) {
  AdviceList *list = advice_make(view, names, NULL, NULL);
  const WhatifSuggested suggested = {g_ptr_array_new_with_free_func(free_suggestion), list->stall};
  g_autoptr(GPtrArray) findings = g_ptr_array_new();
  for (guint i = 0; i < list->findings->len; i++) {
    const AdviceFinding *advice = list->findings->pdata[i];
    if (advice->is_stall && advice->data != ADVICE_NONE && advice->about != NULL)
      g_ptr_array_add(findings, list->findings->pdata[i]);
  }
  g_ptr_array_sort(findings, compare_cycles);
  for (guint i = 0; i < findings->len; i++) {
    const WhatifSubject subject = make_subject(view, names, steps, findings->pdata[i]);
    suggest_for(suggested.suggestions, &subject);
    g_array_unref(subject.bins);
  }
  advice_list_free(list);
  return suggested;
}

char *whatif_suggestion_quoted(const WhatifSuggestion *suggestion) {
  GString *quoted = g_string_new(NULL);
  for (char **change = suggestion->changes; *change != NULL; change++) {
    g_autofree char *word = g_shell_quote(*change);
    g_string_append_printf(quoted, "%s%s", quoted->len != 0 ? " " : "", word);
  }
  return g_string_free(quoted, FALSE);
}
