/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/advice/advice_causes.h"

#include "ui/advice/advice_reuse.h"
#include "ui/base/ui_text.h"

#define STALL(family, holds, text) ADVICE_FAMILY_##family, holds, text
#define PROGRAM ADVICE_FAMILIES, NULL, NULL
#define SNIPPET(snippet) snippet
#define NO_SNIPPET NULL

static const AdviceRuleCode codes[ADVICE_RULES] = {
#define RULE(symbol, id, title, when, source, remedy, cause, snippet, more) \
  [ADVICE_RULE_##symbol] = {cause, snippet, ADVICE_MORE_##more},
#include "ui/advice/advice_rules.def"
};

const AdviceRuleCode *advice_rule_code(AdviceRuleId rule) { return &codes[rule]; }

enum { OF_LINE = 20 /* a 20th of the cycles */, MISSING = 8 /* an eighth of the misses */ };

/* Returns an upper bound of the words that a line of source uses. Stores that hardly miss do not count, because the
 * source line has loaded these words before. Neither do loads that hardly miss, because the source line has stored
 * these words. */
static uint64_t words_of_line(const ProfileCounts *counts) {
  const uint64_t few = profile_counts_misses(counts) / MISSING;
  if (counts->write_misses <= few) return counts->reads;
  return counts->read_misses <= few ? counts->writes : counts->reads + counts->writes;
}

/* Returns the number of the first lines of a bottleneck that have most of its cycles. */
static guint main_lines(const AdviceTrouble *trouble) {
  guint n = 1;
  while (n < trouble->places->len && advice_place(trouble, n)->cycles * OF_LINE >= trouble->cycles) n++;
  return n;
}

/* Returns an upper bound of the words used per miss, on the lines with most of the cycles. Adds the counts of these lines
 * to *counts. */
static double words_for_each_miss(const AdviceTrouble *trouble, ProfileCounts *counts) {
  const guint n = main_lines(trouble);
  double words = 0, misses = 0;
  for (guint i = 0; i < n; i++) {
    const AdviceTroublePlace *line = advice_place(trouble, i);
    words += (double)words_of_line(&line->counts);
    misses += (double)profile_counts_misses(&line->counts);
    profile_counts_add(counts, &line->counts);
  }
  return ui_text_ratio(words, misses);
}

static uint64_t loop_at(const AdviceContext *context, const ProfilePlace *place) {
  g_autoptr(GArray) loops = advice_loops_at(context, place->file, place->line);
  return loops->len != 0 ? g_array_index(loops, AdviceLoop, 0).line : 0;
}

/* Returns whether the place is on a line with most of the cycles. */
static bool is_on_main_line(const AdviceContext *context, const AdviceTrouble *trouble, const ProfilePlace *place) {
  const guint n = main_lines(trouble);
  for (guint i = 0; i < n; i++) {
    const ProfilePlace *at = &context->view->profile->places[advice_place(trouble, i)->place];
    if (at->segment == place->segment && at->file == place->file && at->line == place->line) return true;
  }
  return false;
}

/* Returns the number of references by other source lines of the hottest line's innermost loop, for each miss of the
 * hottest line. Counts source lines that use the same structs and hardly miss, because they use other fields of the
 * elements that the hottest line has fetched. Adds the counts of these lines to *counts. */
static double words_of_neighbours(const AdviceContext *context, const AdviceTrouble *trouble, ProfileCounts *counts) {
  const Profile *profile = context->view->profile;
  const AdviceTroublePlace *hottest = advice_place(trouble, 0);
  const ProfilePlace *at = &profile->places[hottest->place];
  const NameBinType *type = advice_data(context->groups, trouble->data)->type;
  const bool array = !advice_data(context->groups, trouble->data)->linked &&
                     !advice_data(context->groups, trouble->data)->apart;
  const uint64_t loop = array && type != NULL && type->n_fields > 1 && !trouble->by_code ? loop_at(context, at) : 0;
  uint64_t words = 0;
  for (uint32_t c = 0; c < profile->n_cells && loop != 0; c++) {
    const ProfileCell *cell = &profile->cells[c];
    const ProfilePlace *place = &profile->places[cell->place];
    if (place->segment != at->segment || place->file != at->file || is_on_main_line(context, trouble, place)) continue;
    if (context->groups->of_column[view_column(context->view, cell->bin)] != trouble->data) continue;
    if (profile_counts_misses(&cell->counts) * OF_LINE >= profile_counts_references(&cell->counts) ||
        loop_at(context, place) != loop)
      continue;
    words += MAX(cell->counts.reads, cell->counts.writes);
    profile_counts_add(counts, &cell->counts);
  }
  return ui_text_ratio((double)words, (double)profile_counts_misses(&hottest->counts));
}

AdviceCause advice_cause(const AdviceContext *context, AdviceTrouble *trouble) {
  AdviceCause cause = {.rule = ADVICE_RULES};
  const uint64_t most = g_array_index(trouble->datas, AdviceTroublePart, 0).count;
  const AdviceLook look = {context,
                           trouble,
                           advice_data(context->groups, trouble->data),
                           advice_code(context->groups, trouble->code),
                           !trouble->by_code || (double)most > trouble->cycles * 3 / 4,
                           &cause};
  cause.words = words_for_each_miss(trouble, &cause.counts) + words_of_neighbours(context, trouble, &cause.counts);
  cause.unseen = !advice_has_source(context, trouble);
  cause.fields = advice_fields(context, trouble);
  cause.element = advice_element(context, trouble);
  const bool known = trouble->family == ADVICE_FAMILY_CACHE && !trouble->by_code;
  const AdviceCalled called = known ? advice_called(context, trouble) : (AdviceCalled){false, false};
  cause.searched = known && (cause.element.predicted || called.searches);
  for (AdviceRuleId rule = 0; cause.rule == ADVICE_RULES; rule++) /* the last rule of each family always holds */
    if (codes[rule].family == trouble->family && codes[rule].holds(&look)) cause.rule = rule;
  trouble->rule = cause.rule;
  /* Searches and sorts whose elements are in order, as in the merges of a sort, have many comparisons for each miss.
   * The next element is then known before the comparison. */
  cause.predicted = (cause.searched || called.sorts) &&
                    (cause.rule == ADVICE_RULE_LINKED || cause.rule == ADVICE_RULE_SCATTERED);
  /* If the finding is selected by the latency of its misses, because the simulated processor predicts correctly and
   * hardly waits, the gain has no bound. */
  cause.unbounded |= cause.predicted && context->by_latency;
  return cause;
}

void advice_cause_loops(const AdviceContext *context, const AdviceTrouble *trouble, AdviceCause *cause) {
  cause->passes = advice_passes(context, trouble);
  cause->gain = advice_passes_saved(context, trouble, &cause->passes);
  if (advice_passes_known(&cause->passes) || advice_reuse_is_shown(context, trouble, cause)) return;
  cause->sure = ADVICE_POSSIBLE;
  cause->why = advice_reuse_has_line(context, trouble) ? "the source of this code is not available"
                                                       : "the profile has no line numbers of this code";
}

void advice_cause_clear(AdviceCause *cause) {
  advice_fields_clear(&cause->fields);
  advice_element_clear(&cause->element);
  if (cause->passes.passes != NULL) advice_passes_clear(&cause->passes);
}
