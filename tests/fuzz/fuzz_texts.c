/* fuzz_texts.c: readers of files that people write: budgets, names, a machine, a histogram, and changes for what-if.
 * They have no checksum. The data of an accepted file are written again, and reading that must give the same data.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "machine/mach_options.h"
#include "plat/plat.h"
#include "tests/fuzz/fuzz.h"
#include "ui/attribute/attr_skid.h"
#include "ui/budgets/budget_file.h"
#include "ui/replay/replay_machine.h"
#include "ui/view/view_keys.h"
#include "ui/whatif/whatif_change.h"

static void check_same(const char *first, const char *again) {
  if (again == NULL) fuzz_fail("what was accepted is refused when it is written again: %s", first);
  if (strcmp(first, again) != 0) fuzz_fail("written again, it says something else: %s, then %s", first, again);
}

static GByteArray *bytes_of(const char *text) {
  GByteArray *bytes = g_byte_array_new();
  g_byte_array_append(bytes, (const guint8 *)text, (guint)strlen(text));
  return bytes;
}

/* ---- budgets ---- */

static void put_budget(GString *text, const Budget *budget) {
  g_string_append_printf(text, "%s|%d %d %s", budget->name != NULL ? budget->name : "", (int)budget->amount,
                         budget->share, budget->cause != NULL ? budget_word_text(budget->cause) : "-");
  for (unsigned axis = 0; axis < VIEW_AXES; axis++)
    g_string_append_printf(text, " %s %d", budget->names[axis].name != NULL ? budget->names[axis].name : "-",
                           budget->names[axis].may_be_none);
  g_string_append_printf(text, " %d %d %d %" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT " %d\n", (int)budget->relation,
                         budget->of_baseline, budget->sign, budget->number.digits, budget->number.scale,
                         (int)budget->number.unit);
}

/* Returns a text in double quotes, as budgets contain it; "" for NULL. The caller owns the result. */
static char *quote(const char *text) {
  GString *quoted = g_string_new("\"");
  for (; text != NULL && *text != '\0'; text++) {
    if (strchr("\"\\$`", *text) != NULL) g_string_append_c(quoted, '\\');
    g_string_append_c(quoted, *text);
  }
  g_string_append_c(quoted, '"');
  return g_string_free(quoted, FALSE);
}

/* Returns the budgets, and in *again the file written anew. NULL: the reader rejected the file. */
static char *parse_budgets(const GByteArray *input, GString *again) {
  GError *error = NULL;
  BudgetFile *file = budget_file_load(fuzz_path(input), &error);
  if (!fuzz_check_result(file != NULL, error)) return NULL;
  GString *text = g_string_new(file->baseline);
  if (file->baseline != NULL) {
    g_autofree char *quoted = quote(file->baseline);
    g_string_append_printf(again, "baseline %s\n", quoted);
  }
  for (guint i = 0; i < file->budgets->len; i++) {
    const Budget *budget = g_ptr_array_index(file->budgets, i);
    put_budget(text, budget);
    g_autofree char *quoted = quote(budget->name);
    if (budget->name != NULL) g_string_append_printf(again, "%s: ", quoted);
    g_string_append_printf(again, "%s\n", budget->text);
  }
  budget_file_free(file);
  return g_string_free(text, FALSE);
}

static char *read_budgets(const GByteArray *input) {
  g_autoptr(GString) again = g_string_new(NULL), last = g_string_new(NULL);
  char *text = parse_budgets(input, again);
  if (text == NULL) return NULL;
  GByteArray *bytes = bytes_of(again->str);
  g_autofree char *second = parse_budgets(bytes, last);
  g_byte_array_unref(bytes);
  check_same(text, second);
  return text;
}

const FuzzReader fuzz_budgets = {.name = "budgets", .read = read_budgets};

/* ---- names ---- */

/* Reads a file of names. Returns the text of a new file with these names. NULL: the reader rejected the file. */
static char *parse_keys(const GByteArray *input) {
  static const char *const command[] = {"prog", NULL};
  GError *error = NULL;
  GBytes *bytes = view_keys_read(fuzz_path(input), &error);
  if (!fuzz_check_result(bytes != NULL, error)) return NULL;
  ViewKeys *keys = view_keys_parse(bytes, "keys", &error);
  g_bytes_unref(bytes);
  if (!fuzz_check_result(keys != NULL, error)) return NULL;
  const Profile profile = {.command = command};
  char *text = view_keys_text(keys, &profile);
  view_keys_free(keys);
  return text;
}

static char *read_keys(const GByteArray *input) {
  char *text = parse_keys(input);
  if (text == NULL) return NULL;
  GByteArray *bytes = bytes_of(text);
  g_autofree char *again = parse_keys(bytes);
  g_byte_array_unref(bytes);
  check_same(text, again);
  return text;
}

const FuzzReader fuzz_keys = {.name = "keys", .read = read_keys};

/* ---- machines ---- */

/* Returns all options of a machine, as a machine file contains them. NULL: the reader rejected the file. */
static char *parse_machine(const GByteArray *input) {
  mach_options given = {0};
  mach_config machine;
  mach_option_error wrong;
  char reason[256];
  g_autofree char *argument = g_strdup_printf("--machine-file=%s", fuzz_path(input));
  if (!mach_options_take(&given, argument)) fuzz_fail("there is no option --machine-file");
  GString *text = NULL;
  if (mach_options_settle(&given, replay_machine_read_file, &machine, &wrong)) {
    if (mach_config_check(&machine, reason, sizeof reason) != NULL) fuzz_fail("a machine that is none: %s", reason);
    text = g_string_new(NULL);
    for (unsigned i = 0; i < MACH_OPTIONS; i++) {
      char value[MACH_VALUE_MAX];
      mach_words words = mach_words_in(value, sizeof value);
      if (mach_option_text(&given, &machine, (mach_option)i, &words) && i != MACH_OPTION_MACHINE)
        g_string_append_printf(text, "%s = %s\n", mach_option_get((mach_option)i)->name, value);
    }
  } else if (wrong.allowed[0] == '\0' || strlen(wrong.allowed) >= sizeof wrong.allowed) {
    fuzz_fail("an error without a message");
  }
  mach_options_clear(&given);
  return text != NULL ? g_string_free(text, FALSE) : NULL;
}

static char *read_machine(const GByteArray *input) {
  char *text = parse_machine(input);
  if (text == NULL) return NULL;
  GByteArray *bytes = bytes_of(text);
  g_autofree char *again = parse_machine(bytes);
  g_byte_array_unref(bytes);
  check_same(text, again);
  return text;
}

const FuzzReader fuzz_machine = {.name = "machine", .read = read_machine};

/* ---- histograms ---- */

static char *read_histogram(const GByteArray *input) {
  GError *error = NULL;
  AttrSkid *skid = attr_skid_parse(fuzz_path(input), &error);
  if (!fuzz_check_result(skid != NULL, error)) return NULL;
  double sum = 0;
  for (guint i = 0; i < skid->n; i++) {
    if (!(skid->of[i] >= 0 && skid->of[i] <= 1)) fuzz_fail("a probability of %g", skid->of[i]);
    sum += skid->of[i];
  }
  if (sum < 1 - 1e-6 || sum > 1 + 1e-6) fuzz_fail("the probabilities add up to %g", sum);
  char *text = g_strdup_printf("%u", skid->n);
  attr_skid_free(skid);
  return text;
}

const FuzzReader fuzz_histogram = {.name = "histogram", .read = read_histogram};

/* ---- changes ---- */

static char *parse_change(const char *text) {
  GError *error = NULL;
  WhatifChange *change = whatif_change_parse(text, &error);
  if (!fuzz_check_result(change != NULL, error)) return NULL;
  g_auto(GStrv) names = change->name != NULL ? whatif_change_names(change) : g_new0(char *, 1);
  g_autofree char *joined = g_strjoinv("|", names);
  char *meaning = g_strdup_printf("%d %s (%s) %s %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
                                  "x%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT,
                                  (int)change->kind, change->name, joined, change->fields, change->n, change->m,
                                  change->rows, change->columns, change->node);
  if (change->n > WHATIF_MOST || change->m > WHATIF_MOST) fuzz_fail("a number that is too large");
  whatif_change_free(change);
  return meaning;
}

/* The words of a command line contain no zero byte. Additional white space does not change the meaning. */
static char *read_change(const GByteArray *input) {
  g_autofree char *text = g_strndup((const char *)input->data, input->len);
  char *meaning = parse_change(text);
  if (meaning == NULL) return NULL;
  g_autofree char *spaced = g_strconcat("  ", text, " ", NULL), *again = parse_change(spaced);
  check_same(meaning, again);
  return meaning;
}

const FuzzReader fuzz_change = {.name = "change", .read = read_change};
