/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/attribute/attr_method.h"

#include <string.h>

#include "ui/base/ui_nearest.h"
#include "ui/base/ui_text.h"

/* The words of --method, in the order in which MemSpy applies them. */
static const struct {
  const char *word;
  unsigned step;
  const char *summary;
} words[] = {
    {"raw", 0, "a line's samples go to all that it reads, in equal parts"},
    {"trained", ATTR_STEP_TRAINED, "lines are divided as an earlier run was simulated (--trained)"},
    {"instruction", ATTR_STEP_INSTRUCTION, "samples go to what the instruction uses, not the line"},
    {"skid", ATTR_STEP_SKID, "samples go to where --skid says that they came from"},
    {"loop", ATTR_STEP_LOOP, "what many lines of a loop read gets less: counters and indices"},
};

const char *attr_method_word(unsigned i, const char **summary) {
  if (i >= G_N_ELEMENTS(words)) return NULL;
  if (summary != NULL) *summary = words[i].summary;
  return words[i].word;
}

static bool take_word(const char *word, unsigned *steps) {
  for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
    if (strcmp(words[i].word, word) != 0) continue;
    *steps |= words[i].step;
    return true;
  }
  return false;
}

static void set_error(const char *text, const char *word, GError **error) {
  UiNearest nearest;
  ui_nearest_start(&nearest, word);
  for (size_t i = 0; i < G_N_ELEMENTS(words); i++) ui_nearest_offer(&nearest, words[i].word);
  const char *near = ui_nearest_take(&nearest);
  g_autofree char *printable = ui_text_escaped(text);
  g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
              "bad option --method=%s: expected raw, loop, skid, instruction or trained, or several of them with + "
              "between them%s%s%s",
              printable, near != NULL ? "; the nearest is '" : "", near != NULL ? near : "", near != NULL ? "'" : "");
}

bool attr_method_parse(const char *text, unsigned *steps, GError **error) {
  g_auto(GStrv) parts = g_strsplit(text, "+", -1);
  *steps = 0;
  for (char **part = parts; *part != NULL; part++) {
    if (take_word(*part, steps)) continue;
    set_error(text, *part, error);
    return false;
  }
  if (parts[0] != NULL) return true;
  set_error(text, "", error);
  return false;
}

char *attr_method_text(unsigned steps) {
  GString *out = g_string_new(NULL);
  for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
    if ((steps & words[i].step) != 0) g_string_append_printf(out, "%s%s", out->len != 0 ? "+" : "", words[i].word);
  if (out->len == 0) g_string_append(out, words[0].word);
  return g_string_free(out, FALSE);
}
