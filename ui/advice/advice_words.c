/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_words.c: writes the text and the figures of a finding about a bottleneck. */
#include "ui/advice/advice_words.h"

#include "ui/base/ui_text.h"
#include "ui/names/name_user_calls.h"

enum { QUOTES = 3 };

/* Returns the program text of the rule; NULL: the rule has none, it is empty, or the program is neither C nor C++. The
 * caller owns the text. */
static char *make_snippet(const AdviceContext *context, const AdviceTrouble *trouble, const AdviceCause *cause) {
  AdviceRuleSnippet *const write = advice_rule_code(cause->rule)->snippet;
  const AdviceLanguage language = advice_language(context, trouble);
  if (write == NULL || language == ADVICE_LANGUAGE_OTHER) return NULL;
  g_autofree char *variable = advice_variable(context, trouble->data);
  const AdviceDataGroup *data = advice_data(context->groups, trouble->data);
  const AdviceWriter writer = {context, trouble, cause, data, data->type, variable, language, g_string_new(NULL)};
  write(&writer);
  return g_string_free(writer.out, writer.out->len == 0);
}

/* Sets the data, the code and the place of the finding, from the bottleneck. */
static void set_where(const AdviceWords *words) {
  const AdviceTroublePlace *at = advice_place(words->trouble, 0);
  const bool allocated = advice_is_mostly_allocated(words->trouble);
  const uint32_t allocation = allocated ? advice_allocation(words->context, words->trouble) : ADVICE_NONE;
  AdviceFinding *advice = words->advice;
  advice->data = words->facts->main;
  advice->other = words->other != NULL ? advice_data(words->context->groups, words->trouble->other)->main : ADVICE_NONE;
  advice->place = allocation != ADVICE_NONE ? allocation : at->place;
  advice->at_place = allocation != ADVICE_NONE ? words->trouble->allocation : allocated ? 0 : at->cycles;
  advice->code = view_row(words->context->view, advice->place);
  advice->by_code = words->trouble->by_code;
}

/* Adds the numbers of the place's source lines to a finding. Does not quote these lines, since the source text is not
 * available. */
static void add_lines_of_place(const AdviceWords *words) {
  const NameTable *names = words->context->names;
  const Profile *profile = words->context->view->profile;
  const ProfilePlace *place = &profile->places[words->advice->place];
  NameUserLine lines[NAME_USER_LINES_MOST] = {{words->advice->place, place->file, place->line}};
  if (words->advice->lines->len != 0) return;
  guint n = names != NULL ? name_table_lines_of(names, words->advice->place, lines) : 0;
  if (n == 0 && place->line != 0 && !name_user_calls_is_library(profile, words->advice->place)) n = 1;
  for (guint i = 0; i < n; i++) {
    const AdviceLine at = {lines[i].file, lines[i].line};
    g_array_append_val(words->advice->lines, at);
  }
}

/* Sets the widths of the finding's confidence intervals. */
static void set_halves(const AdviceWords *words) {
  const Profile *profile = words->context->view->profile;
  uint64_t values[PROFILE_BATCHES];
  for (uint32_t b = 0; b < profile->n_batches; b++) values[b] = (uint64_t)(words->trouble->batches[b] + 0.5);
  words->advice->half = view_estimate_half(profile, values);
  words->advice->half_share = view_estimate_half_share(profile, values, words->context->batches);
}

/* Returns the text with each of its lines escaped for printing. The caller owns the new text. */
static char *printable_lines(const char *text) {
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  for (char **line = lines; *line != NULL; line++) {
    char *printable = ui_text_escaped(*line);
    g_free(*line);
    *line = printable;
  }
  return g_strjoinv("\n", lines);
}

/* Returns the names of the fields, separated by commas; NULL: there are no fields. The caller owns the text. */
static char *join_fields(const AdviceFields *fields) {
  GString *list = g_string_new(NULL);
  for (guint i = 0; i < fields->names->len; i++)
    g_string_append_printf(list, "%s%s", i > 0 ? "," : "", (const char *)fields->names->pdata[i]);
  return g_string_free(list, list->len == 0);
}

/* Returns whether the text of the rule's findings is about the source lines whose references for each miss show the
 * cause. The figures are then about these lines, too. Other lines can refer to the data many times without misses. */
static bool is_about_lines(AdviceRuleId rule) {
  return rule == ADVICE_RULE_SPATIAL || rule == ADVICE_RULE_LOOPS || rule == ADVICE_RULE_SCATTERED;
}

AdviceFinding *advice_explain(const AdviceContext *context, const AdviceTrouble *trouble, const AdviceCause *cause) {
  AdviceFinding *advice = advice_finding_new(trouble->rule, trouble->cycles);
  const AdviceGroups *groups = context->groups;
  const bool pair = trouble->other != ADVICE_NONE;
  const AdviceWords words = {.context = context,
                             .trouble = trouble,
                             .cause = cause,
                             .counts = is_about_lines(trouble->rule) ? &cause->counts : &trouble->counts,
                             .facts = advice_data(groups, trouble->data),
                             .data = trouble->by_code ? advice_code(groups, trouble->code)->name
                                                      : advice_data(groups, trouble->data)->name,
                             .other = pair ? advice_data(groups, trouble->other)->name : NULL,
                             .finding = g_string_new(NULL),
                             .remedy = g_string_new(advice->rule->remedy),
                             .advice = advice};
  set_where(&words);
  advice->gain = MIN(cause->gain, trouble->cycles);
  advice->unbounded = cause->unbounded;
  set_halves(&words);
  advice->sure = cause->sure;
  advice->why = cause->why;
  advice->used = join_fields(&cause->fields);
  if (trouble->rule == ADVICE_RULE_LOCK || trouble->locked * 2 > trouble->cycles)
    advice_quote_locks(context, trouble, QUOTES, advice);
  else if (trouble->rule == ADVICE_RULE_SET)
    advice_quote_sets(context, trouble, QUOTES, advice);
  else
    advice_quote(context, trouble, QUOTES, advice);
  add_lines_of_place(&words);
  advice_say_figure(&words, "stall cycles that this explains", trouble->cycles, ADVICE_FIGURE_CYCLES);
  advice_say_figure(&words, "of all stall cycles", advice_say_percent(trouble->cycles, context->stall),
                    ADVICE_FIGURE_PERCENT);
  advice_rule_code(trouble->rule)->text(&words);
  advice_say_figure(&words, "miss rate",
                    advice_say_percent(advice_say_misses(&words), (double)profile_counts_references(words.counts)),
                    ADVICE_FIGURE_PERCENT);
  g_autofree char *snippet = make_snippet(context, trouble, cause);
  if (snippet != NULL) advice->snippet = printable_lines(snippet);
  advice->finding = g_string_free(words.finding, FALSE);
  advice->remedy = g_string_free(words.remedy, FALSE);
  return advice;
}
