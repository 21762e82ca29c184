/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/whatif/whatif_try_show.h"

#include "ui/base/ui_json.h"
#include "ui/base/ui_text.h"
#include "ui/results/results_tried_file.h"
#include "ui/screens/screen_columns.h"

enum { INDENT = 4, COUNT = 9, SHARE = 7 };
#define LEAST_SHARE 0.0005 /* shares below this are printed as 0.0% */

/* ---- text ---- */

/* Appends the changes as command-line arguments, escaped for printing. */
static void append_arguments(GString *out, const WhatifSuggestion *one) {
  g_autofree char *quoted = whatif_suggestion_quoted(one);
  g_autofree char *printable = ui_text_escaped(quoted);
  g_string_append(out, printable);
}

/* Appends the reason of a suggestion, such as "97.1% of the stall is false sharing of counts: why". */
static void append_why(GString *out, const WhatifSuggestion *one, double stall) {
  g_autofree char *title = g_ascii_strdown(one->rule->title, -1);
  ui_text_append_percent(out, one->cycles, stall);
  g_string_append_printf(out, " of the stall, %s, %s: %s\n", one->about, title, one->why);
}

static void append_suggested(GString *out, const WhatifSuggested *suggested) {
  if (suggested->suggestions->len == 0)
    g_string_append(out, "No finding of this profile suggests another layout of data.\n");
  for (guint i = 0; i < suggested->suggestions->len; i++) {
    const WhatifSuggestion *one = suggested->suggestions->pdata[i];
    append_arguments(out, one);
    g_string_append_printf(out, "\n%*s", INDENT, "");
    append_why(out, one, suggested->stall);
  }
}

/* Returns the difference by which a count has decreased. */
static double saved(uint64_t before, uint64_t after) { return (double)before - (double)after; }

/* Returns the minus sign for a negative amount; "" if the amount is printed as 0 or is positive. */
static const char *minus(double amount, double least) { return amount < -least ? "-" : ""; }

/* Appends a saved amount with its sign, right-aligned in `width` columns. */
static void append_saved(GString *out, double amount, unsigned width) {
  GString *text = g_string_new(minus(amount, 0));
  ui_text_append_count(text, ABS(amount));
  screen_columns_right(out, text->str, width);
  g_string_free(text, TRUE);
}

static void append_share(GString *out, double part, uint64_t whole) {
  GString *text = g_string_new(minus(part, (double)whole * LEAST_SHARE));
  ui_text_append_percent(text, ABS(part), (double)whole);
  screen_columns_right(out, text->str, SHARE);
  g_string_free(text, TRUE);
}

static void append_trial(GString *out, const WhatifTrials *trials, const WhatifTrial *trial) {
  const double stall = saved(trials->stall, trial->stall);
  append_saved(out, stall, COUNT);
  append_share(out, stall, trials->stall);
  append_saved(out, saved(trials->misses, trial->misses), COUNT + 1);
  g_string_append(out, "  ");
  append_arguments(out, trial->suggestion);
  g_string_append_c(out, '\n');
}

/* Appends the refused suggestions, and the number of suggestions that were not tried. */
static void append_rest(GString *out, const WhatifTrials *trials) {
  bool titled = false;
  for (guint i = 0; i < trials->trials->len; i++) {
    const WhatifTrial *trial = &g_array_index(trials->trials, WhatifTrial, i);
    if (trial->refused == NULL) continue;
    if (!titled) g_string_append(out, "\nCANNOT BE TRIED\n");
    titled = true;
    append_arguments(out, trial->suggestion);
    g_string_append_printf(out, "\n%*s%s\n", INDENT, "", trial->refused);
  }
  if (trials->untried != 0)
    g_string_append_printf(out, "\n%u more, of findings with less stall, were not tried; there are %u in all.\n",
                           trials->untried, trials->suggestions->len);
}

static void append_trials(GString *out, const WhatifTrials *trials) {
  g_string_append(out, "As it was: ");
  ui_text_append_count(out, (double)trials->stall);
  g_string_append(out, " cycles of memory stall, ");
  ui_text_append_count(out, (double)trials->misses);
  g_string_append(out, " misses\n\n");
  if (trials->trials->len == 0) {
    g_string_append(out, "No finding of this trace suggests another layout of data.\n");
    return;
  }
  g_string_append_printf(out, "%*s%*s  CHANGE\n", COUNT + SHARE, "STALL WON", COUNT + 1, "MISSES");
  for (guint i = 0; i < trials->trials->len; i++) {
    const WhatifTrial *trial = &g_array_index(trials->trials, WhatifTrial, i);
    if (trial->refused == NULL) append_trial(out, trials, trial);
  }
  append_rest(out, trials);
}

/* ---- JSON ---- */

static void put_also(UiJson *json, const GArray *findings) {
  ui_json_begin_array(json, "also");
  for (guint i = 0; i < findings->len; i++) {
    const WhatifFinding *finding = &g_array_index(findings, WhatifFinding, i);
    ui_json_begin_object(json, NULL);
    ui_json_string(json, "rule", finding->rule->id);
    ui_json_string(json, "about", finding->about);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

/* Writes the members of a suggestion into the current JSON object. */
static void put_suggestion(UiJson *json, const WhatifSuggestion *one) {
  ui_json_strings(json, "changes", (const char *const *)one->changes);
  ui_json_string(json, "about", one->about);
  if (one->rule != NULL)
    ui_json_string(json, "rule", one->rule->id);
  else
    ui_json_null(json, "rule");
  put_also(json, one->also);
  ui_json_string(json, "why", one->why);
  ui_json_decimal(json, "finding_cycles", one->cycles, 0);
}

static void put_suggested(UiJson *json, const WhatifSuggested *suggested) {
  ui_json_begin_object(json, NULL);
  ui_json_decimal(json, "stall_cycles", suggested->stall, 0);
  ui_json_begin_array(json, "suggestions");
  for (guint i = 0; i < suggested->suggestions->len; i++) {
    ui_json_begin_object(json, NULL);
    put_suggestion(json, suggested->suggestions->pdata[i]);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
  ui_json_end_object(json);
}

static void put_trials(UiJson *json, const WhatifTrials *trials) {
  ui_json_begin_object(json, NULL);
  ui_json_number(json, "version", RESULTS_TRIED_VERSION);
  ui_json_number(json, "stall_cycles", trials->stall);
  ui_json_number(json, "misses", trials->misses);
  ui_json_number(json, "untried", trials->untried);
  ui_json_begin_array(json, "trials");
  for (guint i = 0; i < trials->trials->len; i++) {
    const WhatifTrial *trial = &g_array_index(trials->trials, WhatifTrial, i);
    ui_json_begin_object(json, NULL);
    put_suggestion(json, trial->suggestion);
    if (trial->refused != NULL) {
      ui_json_string(json, "refused", trial->refused);
    } else {
      ui_json_number(json, "stall_cycles", trial->stall);
      ui_json_number(json, "misses", trial->misses);
    }
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
  ui_json_seal(json);
  ui_json_end_object(json);
}

/* ---- text and JSON ---- */

char *whatif_suggested_text(const WhatifSuggested *suggested) {
  GString *out = g_string_new(NULL);
  append_suggested(out, suggested);
  return g_string_free(out, FALSE);
}

char *whatif_trials_text(const WhatifTrials *trials) {
  GString *out = g_string_new(NULL);
  append_trials(out, trials);
  return g_string_free(out, FALSE);
}

void whatif_show_suggested(void *suggested, FILE *file, bool as_json) {
  UiJson json;
  if (as_json) {
    ui_json_start(&json, file);
    put_suggested(&json, suggested);
    fputc('\n', file);
    return;
  }
  g_autofree char *text = whatif_suggested_text(suggested);
  fputs(text, file);
}

void whatif_show_trials(void *trials, FILE *file, bool as_json) {
  UiJson json;
  if (as_json) {
    ui_json_start(&json, file);
    put_trials(&json, trials);
    fputc('\n', file);
    return;
  }
  g_autofree char *text = whatif_trials_text(trials);
  fputs(text, file);
}
