/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_words.c: writes the text and the figures of a finding. */
#include "ui/analysis/ui_advice_words.h"

#include "ui/base/ui_text.h"

enum { QUOTES = 3 };

/* Returns the snippet of the rule; NULL: none, or it is empty. Owned by the caller. */
static char *make_snippet(const UiAdviceContext *context, const UiTrouble *trouble, const UiCause *cause) {
  UiRuleSnippet *const write = ui_advice_rule_code(cause->rule)->snippet;
  if (write == NULL) return NULL;
  g_autofree char *variable = ui_advice_variable(context, trouble->data);
  const UiDataGroup *data = ui_advice_data(context->groups, trouble->data);
  const UiWriter writer = {
      context, trouble, cause, data, data->type, variable, ui_advice_language(context, trouble), g_string_new(NULL)};
  write(&writer);
  return g_string_free(writer.out, writer.out->len == 0);
}

/* Sets the data, the code and the place of the finding. */
static void set_where(const UiWords *words) {
  const UiTroublePlace *at = &g_array_index(words->trouble->places, UiTroublePlace, 0);
  UiAdvice *advice = words->advice;
  advice->data = words->facts->main;
  advice->other = words->other != NULL ? ui_advice_data(words->context->groups, words->trouble->other)->main
                                       : UI_ADVICE_NONE;
  advice->code = ui_view_row(words->context->view, at->place);
  advice->place = at->place;
  advice->by_code = words->trouble->by_code;
}

/* Sets the widths of the confidence intervals. */
static void set_halves(const UiWords *words) {
  const UiProfile *profile = words->context->view->profile;
  uint64_t values[UI_BATCHES];
  for (uint32_t b = 0; b < profile->n_batches; b++) values[b] = (uint64_t)(words->trouble->batches[b] + 0.5);
  words->advice->half = ui_estimate_half(profile, values);
  words->advice->half_share = ui_estimate_half_share(profile, values, words->context->batches);
}

/* Returns the text with each line escaped for printing. Owned by the caller. */
static char *printable_lines(const char *text) {
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  for (char **line = lines; *line != NULL; line++) {
    char *printable = ui_text_escaped(*line);
    g_free(*line);
    *line = printable;
  }
  return g_strjoinv("\n", lines);
}

/* Returns the fields' names, separated by commas; NULL: no fields. Owned by the caller. */
static char *join_fields(const UiAdviceFields *fields) {
  GString *list = g_string_new(NULL);
  for (guint i = 0; i < fields->names->len; i++)
    g_string_append_printf(list, "%s%s", i > 0 ? "," : "", (const char *)fields->names->pdata[i]);
  return g_string_free(list, list->len == 0);
}

UiAdvice *ui_advice_explain(const UiAdviceContext *context, const UiTrouble *trouble, const UiCause *cause) {
  UiAdvice *advice = ui_advice_new(trouble->rule, trouble->cycles);
  const UiAdviceGroups *groups = context->groups;
  const bool pair = trouble->other != UI_ADVICE_NONE;
  const UiWords words = {.context = context,
                         .trouble = trouble,
                         .cause = cause,
                         .counts = &trouble->counts,
                         .facts = ui_advice_data(groups, trouble->data),
                         .data = trouble->by_code ? ui_advice_code(groups, trouble->code)->name
                                                  : ui_advice_data(groups, trouble->data)->name,
                         .other = pair ? ui_advice_data(groups, trouble->other)->name : NULL,
                         .finding = g_string_new(NULL),
                         .remedy = g_string_new(advice->rule->remedy),
                         .advice = advice};
  set_where(&words);
  advice->gain = MIN(cause->gain, trouble->cycles);
  set_halves(&words);
  advice->sure = cause->sure;
  advice->why = cause->why;
  advice->used = join_fields(&cause->fields);
  g_ptr_array_unref(advice->quotes);
  advice->quotes = ui_advice_quotes(context, trouble, QUOTES);
  ui_say_figure(&words, "stall cycles that this explains", trouble->cycles, UI_FIGURE_CYCLES);
  ui_say_figure(&words, "of all stall cycles", ui_say_percent(trouble->cycles, context->stall), UI_FIGURE_PERCENT);
  ui_advice_rule_code(trouble->rule)->text(&words);
  ui_say_figure(&words, "miss rate",
                ui_say_percent(ui_say_misses(&words), (double)ui_counts_references(&trouble->counts)),
                UI_FIGURE_PERCENT);
  g_autofree char *snippet = make_snippet(context, trouble, cause);
  if (snippet != NULL) advice->snippet = printable_lines(snippet);
  advice->finding = g_string_free(words.finding, FALSE);
  advice->remedy = g_string_free(words.remedy, FALSE);
  return advice;
}
