/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/screen_advice.h"

#include <string.h>

#include "ui/advice/advice.h"
#include "ui/base/ui_text.h"
#include "ui/screens/screen_columns.h"

enum { INDENT = 3, DEEPER = 2, FIRST = 3 /* maximum number of findings on the first screen */ };

/* Appends the place with the most cycles of a finding. If it has less than half of them, appends its share, too. */
static void append_where(const Screen *screen, GString *out, const NameTable *names, const AdviceFinding *advice) {
  if (advice->place == ADVICE_NONE || advice->at_place <= 0) return;
  g_autofree char *place = name_table_user_place(names, advice->place);
  static const char no_line[] = "??? in ";
  const char *known = g_str_has_prefix(place, no_line) ? place + strlen(no_line) : place;
  if (strcmp(known, "???") == 0) return;
  g_autofree char *printable = ui_text_escaped(known);
  g_autoptr(GString) part = g_string_new("Most of it: ");
  if (advice->at_place * 2 < advice->cycles)
    g_string_printf(part, "Largest part (%.1f%%): ", 100 * ui_text_ratio(advice->at_place, advice->cycles));
  g_string_append_printf(out, "%*s%s", INDENT, "", part->str);
  ui_text_append_cut(out, printable, screen->width - INDENT - (unsigned)part->len);
  g_string_append_c(out, '\n');
}

static void append_figures(const Screen *screen, const Profile *profile, GString *out, const AdviceFinding *advice) {
  g_autoptr(GString) words = g_string_new("Numbers: ");
  for (guint i = 0; i < advice->figures->len; i++) {
    const AdviceFigure *figure = &g_array_index(advice->figures, AdviceFigure, i);
    if (i > 0) g_string_append(words, "; ");
    g_string_append_printf(words, "%s ", figure->what);
    advice_append_figure(words, profile, figure);
  }
  g_string_append_c(words, '.');
  ui_text_wrap(out, words->str, screen->width, INDENT);
}

static void append_quotes(const Screen *screen, GString *out, const AdviceFinding *advice, guint most) {
  for (guint i = 0; i < advice->quotes->len && i < most; i++) {
    g_string_append_printf(out, "%*s", INDENT + DEEPER, "");
    ui_text_append_cut(out, advice->quotes->pdata[i], screen->width - INDENT - DEEPER);
    g_string_append_c(out, '\n');
  }
}

/* Appends how certain the cause is and the reason for that, and the possible saving. */
static void append_worth(const Screen *screen, const Profile *profile, GString *out, const AdviceList *list,
                         const AdviceFinding *advice) {
  if (advice->why == NULL) return;
  g_autoptr(GString) words = g_string_new(NULL);
  g_string_append_printf(words, "How sure: %s, since %s.", advice_sure(advice->sure), advice->why);
  if (advice->unbounded) {
    g_string_append(words, " How much a change saves is not known.");
  } else if (advice->gain > 0) {
    g_string_append(words, " Saves at most ");
    view_estimate_append(words, profile, advice->gain);
    g_string_append(words, " cycles, ");
    ui_text_append_percent(words, advice->gain, list->stall);
    g_string_append(words, " of the memory stall.");
  } else {
    g_string_append(words, " Only another algorithm or less data can save it.");
  }
  ui_text_wrap(out, words->str, screen->width, INDENT);
}

static void append_snippet(GString *out, const AdviceFinding *advice) {
  if (advice->snippet == NULL) return;
  g_auto(GStrv) lines = g_strsplit(advice->snippet, "\n", -1);
  for (char **line = lines; *line != NULL; line++) g_string_append_printf(out, "%*s%s\n", INDENT + DEEPER, "", *line);
}

static void append_title(const Screen *screen, const Profile *profile, GString *out, const AdviceList *list,
                         const AdviceFinding *advice, guint number) {
  g_autoptr(GString) title = g_string_new(NULL);
  g_string_printf(title, "%u. %s: ", number, advice->rule->title);
  view_estimate_append_interval(title, profile, advice->cycles, advice->half);
  g_string_append(title, " cycles");
  if (advice->is_stall) {
    g_string_append(title, ", ");
    if (advice->half_share < 0)
      ui_text_append_percent(title, advice->cycles, list->stall);
    else
      view_estimate_append_percent(title, 100 * ui_text_ratio(advice->cycles, list->stall), 100 * advice->half_share);
    g_string_append(title, " of the stall");
  }
  screen_ink(screen, out, SCREEN_INK_TITLE);
  ui_text_wrap(out, title->str, screen->width, 0);
  screen_ink(screen, out, SCREEN_INK_PLAIN);
}

static void append_summary(GString *out, const Profile *profile, const AdviceList *list) {
  if (list->busy == 0 && !profile->sampled && !profile->of_samples) {
    g_string_append(out, "Nothing was counted.\n");
    return;
  }
  if (list->little && list->explained == 0) return;
  if (list->findings->len == 0) g_string_append(out, "Nothing stands out. ");
  g_string_append(out, "Explained: ");
  ui_text_append_percent(out, list->explained, list->stall);
  g_string_append(out, " of ");
  view_estimate_append(out, profile, list->stall);
  g_string_append(out, " cycles of memory stall\n");
}

static void append_quality(const Screen *screen, GString *out, const AdviceList *list) {
  for (guint i = 0; i < list->quality->len; i++) ui_text_wrap(out, list->quality->pdata[i], screen->width, 0);
}

void screen_advice(const Screen *screen, const View *view, const NameTable *names, const AnalysisFocus *focus,
                   const char *where, const AdviceTried *tried, GString *out) {
  AdviceList *list = advice_make(view, names, focus, where);
  advice_judge(list, view, focus);
  screen_title(screen, out, "ADVICE");
  append_summary(out, view->profile, list);
  append_quality(screen, out, list);
  for (guint i = 0; i < list->findings->len; i++) {
    const AdviceFinding *advice = g_ptr_array_index(list->findings, i);
    g_string_append_c(out, '\n');
    append_title(screen, view->profile, out, list, advice, i + 1);
    ui_text_wrap(out, advice->finding, screen->width, INDENT);
    append_where(screen, out, names, advice);
    append_quotes(screen, out, advice, G_MAXUINT);
    append_worth(screen, view->profile, out, list, advice);
    append_figures(screen, view->profile, out, advice);
    g_autofree char *remedy = g_strdup_printf("What to do: %s", advice->remedy);
    ui_text_wrap(out, remedy, screen->width, INDENT);
    append_snippet(out, advice);
    g_autofree char *won = advice_tried_say(tried, advice);
    if (won != NULL) ui_text_wrap(out, won, screen->width, INDENT);
  }
  if (list->more != NULL) g_string_append_printf(out, "\nTo be surer: %s\n", list->more);
  advice_list_free(list);
}

/* Appends the first sentence of a text. */
static void append_sentence(const Screen *screen, const char *text, GString *out) {
  const char *end = strstr(text, ". ");
  g_autofree char *sentence = end != NULL ? g_strndup(text, (gsize)(end + 1 - text)) : g_strdup(text);
  ui_text_wrap(out, sentence, screen->width, INDENT);
}

bool screen_advice_first(const Screen *screen, const View *view, const NameTable *names, const char *where,
                         GString *out) {
  AdviceList *list = advice_make(view, names, NULL, where);
  advice_judge(list, view, NULL);
  const guint shown = MIN(list->findings->len, FIRST);
  if (shown > 0) screen_title(screen, out, "WHAT TO CHANGE");
  for (guint i = 0; i < shown; i++) {
    const AdviceFinding *advice = g_ptr_array_index(list->findings, i);
    append_title(screen, view->profile, out, list, advice, i + 1);
    append_sentence(screen, advice->finding, out);
    append_quotes(screen, out, advice, 1);
    append_sentence(screen, advice->remedy, out);
    append_snippet(out, advice);
  }
  if (list->findings->len > shown) g_string_append_printf(out, "%u more: advice\n", list->findings->len - shown);
  if (shown > 0) append_quality(screen, out, list);
  advice_list_free(list);
  return shown > 0;
}

void screen_advice_rules(const Screen *screen, const Profile *profile, GString *out) {
  for (const AdviceRule *rule = advice_rules(); rule->id != NULL; rule++) {
    if (rule == &advice_rules()[profile->sampled ? ADVICE_RULE_COLD : ADVICE_RULE_UNKNOWN]) continue;
    screen_title(screen, out, rule->title);
    ui_text_wrap(out, rule->when, screen->width, INDENT);
    ui_text_wrap(out, rule->source, screen->width, INDENT);
    if (*rule->remedy == '\0') continue;
    g_autofree char *remedy = g_strdup_printf("What to do: %s", rule->remedy);
    ui_text_wrap(out, remedy, screen->width, INDENT);
  }
}
