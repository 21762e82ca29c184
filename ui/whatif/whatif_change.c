/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_change.c: parses a change. The form of a change is also its grammar. The table `patterns` maps some words of
 * the form to patterns. All other words match themselves. */
#include "ui/whatif/whatif_change.h"

#include <string.h>

#include "ui/base/ui_error.h"
#include "ui/base/ui_nearest.h"

static const char *const forms[] = {
#define CHANGE(name, form, meaning) form,
#include "ui/whatif/whatif_changes.def"
#undef CHANGE
};

static const struct {
  const char *word, *pattern;
} patterns[] = {{"BIN", "(?<BIN>\\S|\\S.*\\S)"}, {"BIN:", "(?<BIN>\\S.*?)\\s*:"}, {"BIN[]", "(?<BIN>\\S.*?)\\[\\]"},
                {"N", "(?<N>[0-9]+)"},           {"M", "(?<M>[0-9]+)"},           {"RxC", "(?<R>[0-9]+)x(?<C>[0-9]+)"},
                {"FIELDS", "(?<FIELDS>\\S.*?)"}, {"NODE", "(?<NODE>[0-9]+)"},     {"BINS", "(?<BIN>\\S|\\S.*\\S)"}};

static GRegex *compile(const char *form) {
  g_auto(GStrv) words = g_strsplit(form, " ", -1);
  GString *pattern = g_string_new("^\\s*");
  for (guint i = 0; words[i] != NULL; i++) {
    const char *word = words[i];
    for (guint j = 0; j < G_N_ELEMENTS(patterns); j++)
      if (strcmp(words[i], patterns[j].word) == 0) word = patterns[j].pattern;
    g_string_append_printf(pattern, "%s%s", i > 0 ? "\\s+" : "", word);
  }
  g_string_append(pattern, "\\s*$");
  GRegex *regex = g_regex_new(pattern->str, G_REGEX_RAW, 0, NULL);
  g_string_free(pattern, TRUE);
  return regex;
}

/* Returns a list of the forms that begin with `verb`, or of all forms if `verb` is NULL. Returns "" if there are no
 * such forms. The caller owns the list. */
static char *list_forms(const char *verb) {
  GString *list = g_string_new(NULL);
  for (guint i = 0; i < G_N_ELEMENTS(forms); i++) {
    const size_t n = verb != NULL ? strlen(verb) : 0;
    if (n == 0 || (strncmp(forms[i], verb, n) == 0 && forms[i][n] == ' '))
      g_string_append_printf(list, "%s'%s'", list->len != 0 ? " or " : "", forms[i]);
  }
  return g_string_free(list, FALSE);
}

/* Returns the verb that is most similar to `verb`; NULL: none is similar. The caller owns it. */
static char *nearest_verb(const char *verb) {
  UiNearest nearest;
  char *verbs[G_N_ELEMENTS(forms) + 1] = {NULL};
  ui_nearest_start(&nearest, verb);
  for (guint i = 0; i < G_N_ELEMENTS(forms); i++) {
    verbs[i] = g_strndup(forms[i], strcspn(forms[i], " "));
    ui_nearest_offer(&nearest, verbs[i]);
  }
  char *near = g_strdup(ui_nearest_take(&nearest));
  for (guint i = 0; i < G_N_ELEMENTS(forms); i++) g_free(verbs[i]);
  return near;
}

/* Sets *error to a message with the forms of the verb, or else of the most similar verb, or else all forms. */
static void fail(const char *text, GError **error) {
  const size_t start = strspn(text, " \t");
  g_autofree char *verb = g_strndup(text + start, strcspn(text + start, " \t"));
  g_autofree char *own = *verb != '\0' ? list_forms(verb) : g_strdup("");
  g_autofree char *near = *own == '\0' ? nearest_verb(verb) : NULL;
  g_autofree char *forms_near = list_forms(near);
  ui_error_option(error, "bad change '%s': %s%s", text,
                  *own != '\0'   ? "expected "
                  : near != NULL ? "there is no such change; the nearest is "
                                 : "there is no such change; there are ",
                  *own != '\0' ? own : forms_near);
}

static char *part(const GMatchInfo *match, const char *name) {
  char *text = g_match_info_fetch_named(match, name);
  if (text != NULL && *text == '\0') g_clear_pointer(&text, g_free);
  return text;
}

/* Returns the value of a number parameter. The value 0 means that it is absent or 0. A value above WHATIF_MOST means
 * that it is too large. */
static uint64_t number(const GMatchInfo *match, const char *name) {
  g_autofree char *text = part(match, name);
  return text != NULL ? g_ascii_strtoull(text, NULL, 10) : 0;
}

static bool has_word(const char *form, const char *word) {
  const char *found = strstr(form, word);
  return found != NULL && (found[strlen(word)] == '\0' || found[strlen(word)] == ' ');
}

static bool check_number(const WhatifChange *change, const char *word, uint64_t value, GError **error) {
  return !has_word(forms[change->kind], word) || (value >= 1 && value <= WHATIF_MOST) ||
         ui_error_option(error, "bad change '%s': expected numbers from 1 to %" G_GUINT64_FORMAT, change->text,
                         WHATIF_MOST);
}

static WhatifChange *make(WhatifKind kind, const char *text, const GMatchInfo *match) {
  WhatifChange *change = g_new(WhatifChange, 1);
  *change = (WhatifChange){.kind = kind,
                           .text = g_strdup(text),
                           .name = part(match, "BIN"),
                           .fields = part(match, "FIELDS"),
                           .n = number(match, "N"),
                           .m = number(match, "M"),
                           .rows = number(match, "R"),
                           .columns = number(match, "C"),
                           .node = number(match, "NODE")};
  return change;
}

WhatifChange *whatif_change_parse(const char *text, GError **error) {
  WhatifChange *change = NULL;
  for (unsigned kind = 0; kind < WHATIF_CHANGES && change == NULL; kind++) {
    g_autoptr(GRegex) regex = compile(forms[kind]);
    g_autoptr(GMatchInfo) match = NULL;
    if (g_regex_match(regex, text, 0, &match)) change = make((WhatifKind)kind, text, match);
  }
  if (change == NULL) {
    fail(text, error);
    return NULL;
  }
  if (check_number(change, " N", change->n, error) && check_number(change, " M", change->m, error) &&
      check_number(change, " RxC", change->rows, error) && check_number(change, " RxC", change->columns, error))
    return change;
  whatif_change_free(change);
  return NULL;
}

void whatif_change_free(WhatifChange *change) {
  if (change == NULL) return;
  g_free(change->text);
  g_free(change->name);
  g_free(change->fields);
  g_free(change);
}

char **whatif_change_names(const WhatifChange *change) {
  g_autoptr(GStrvBuilder) names = g_strv_builder_new();
  const char *start = change->name;
  unsigned depth = 0;
  for (const char *at = start;; at++) {
    if (*at != '\0' && strchr("<([{", *at) != NULL) depth++;
    if (*at != '\0' && strchr(">)]}", *at) != NULL && depth > 0) depth--;
    if (*at != '\0' && (*at != ',' || depth > 0)) continue;
    g_autofree char *name = g_strndup(start, (gsize)(at - start));
    g_strv_builder_add(names, g_strstrip(name));
    if (*at == '\0') return g_strv_builder_end(names);
    start = at + 1;
  }
}
