/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice.c: The rules for the program as a whole:
 *
 *   little memory stall  Less than 1 / LITTLE of the busy cycles are stall; then no other finding is about the stall.
 *   load imbalance       The busiest processor has at least UNEVEN times the mean busy cycles of the processors that do
 *                        something. The finding's cycles are those that the other processors have less, if they are
 *                        MATTERS or more. (Cycles of the dynamic linker do not count: they precede other threads.)
 *
 * Findings about the stall come before the others, sorted by falling gain. */
#include "ui/analysis/ui_advice.h"

#include "ui/analysis/ui_advice_more.h"
#include "ui/analysis/ui_advice_words.h"
#include "ui/analysis/ui_source_text.h"
#include "ui/base/ui_text.h"
#include "ui/model/ui_loader.h"
#include "ui/model/ui_ranks.h"

enum { LITTLE = 20, MATTERS = 10000000 };
#define UNEVEN 1.25

/* ---- the context ---- */

static void text_free(gpointer text) { ui_source_text_free(text); }

/* Returns the number of busy processors, in the rank with most of them: ranks share no memory with each other. */
static unsigned used_processors(const UiProfile *profile) {
  unsigned most = 0, used = 0;
  for (uint32_t p = 0; p < profile->n_processors; p++) {
    if (ui_ranks_processor(profile, p) == 0) used = 0;
    used += profile->processors[p].busy_cycles != 0;
    most = MAX(most, used);
  }
  return most;
}

static UiAdviceContext make_context(const UiView *view, const UiNames *names, const UiFocus *focus, const char *where) {
  const UiProfile *profile = view->profile;
  UiAdviceContext context = {.view = view,
                             .names = names,
                             .focus = focus,
                             .where = where,
                             .latencies = ui_stall_latencies(profile),
                             .cache = ui_machine_cache_of(profile, "D1"),
                             .kinds = profile->totals.counts.capacity != 0 || profile->totals.counts.conflict != 0,
                             .texts = g_hash_table_new_full(NULL, NULL, NULL, text_free)};
  context.processors = used_processors(profile);
  context.groups = ui_advice_groups(view, names, &context.cache);
  for (uint32_t i = 0; i < profile->n_cells; i++)
    if (ui_focus_has(view, focus, profile->cells[i].place, profile->cells[i].bin))
      context.stall += (double)profile->cells[i].counts.stall_cycles;
  for (uint32_t i = 0; i < profile->n_batch_cells; i++)
    if (ui_focus_has(view, focus, profile->batch_cells[i].place, profile->batch_cells[i].bin))
      ui_estimate_add_values(context.batches, profile, &profile->batch_cells[i], UI_METRIC_STALL);
  return context;
}

/* Returns whether most of the stall in focus is in code without line numbers. */
static bool is_bare(const UiAdviceContext *context) {
  const UiProfile *profile = context->view->profile;
  double bare = 0;
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    const UiCell *cell = &profile->cells[i];
    if (profile->places[cell->place].line == 0 && ui_focus_has(context->view, context->focus, cell->place, cell->bin))
      bare += (double)cell->counts.stall_cycles;
  }
  return bare * 2 > context->stall;
}

static void clear_context(UiAdviceContext *context) {
  ui_advice_groups_free(context->groups);
  g_hash_table_destroy(context->texts);
}

/* ---- rules for the program as a whole ---- */

/* Adds the dynamic linker's cycles in each rank to `cycles` of the rank's first processor. */
static void add_starts_of_ranks(const UiProfile *profile, const bool *starts, double *cycles) {
  uint32_t r = 0;
  uint64_t first = 0;
  for (uint32_t i = 0; i < profile->n_rank_codes; i++) { /* sorted by rank */
    const UiRankCode *code = &profile->rank_codes[i];
    for (; r < code->rank; r++) first += profile->ranks[r].processors;
    if (starts[code->segment]) cycles[first] += (double)code->cycles;
  }
}

/* Returns the dynamic linker's cycles by processor. The first processor spends them, before other threads start. The
 * caller frees the array. */
static double *starting_cycles(const UiProfile *profile) {
  double *cycles = g_new0(double, profile->n_processors + 1);
  g_autofree bool *starts = g_new0(bool, profile->n_segments + 1);
  for (uint32_t s = 0; s < profile->n_segments; s++)
    starts[s] = ui_loader_is(profile->objects[profile->segments[s].object].path);
  if (profile->of_ranks) {
    add_starts_of_ranks(profile, starts, cycles);
    return cycles;
  }
  for (uint32_t p = 0; p < profile->n_places; p++)
    if (starts[profile->places[p].segment])
      cycles[0] += (double)profile->places[p].instructions * (double)ui_profile_cpi(profile);
  for (uint32_t c = 0; c < profile->n_cells; c++)
    if (starts[profile->places[profile->cells[c].place].segment])
      cycles[0] += (double)profile->cells[c].counts.stall_cycles;
  return cycles;
}

static UiAdvice *imbalance(const UiProfile *profile) {
  double sum = 0, most = 0;
  uint32_t busiest = 0, used = 0;
  g_autofree double *start = starting_cycles(profile);
  for (uint32_t p = 0; p < profile->n_processors; p++) {
    const double busy = MAX((double)profile->processors[p].busy_cycles - start[p], 0);
    if (profile->processors[p].threads == 0 && busy == 0) continue;
    sum += busy;
    used++;
    if (busy <= most) continue;
    most = busy;
    busiest = p;
  }
  if (used < 2 || most * used < UNEVEN * sum || most * used - sum < MATTERS) return NULL;
  UiAdvice *advice = ui_advice_new(UI_RULE_IMBALANCE, most * used - sum);
  GString *finding = g_string_new(NULL);
  advice->is_stall = false;
  g_string_printf(finding, "Processor %u is busy for ", busiest);
  ui_estimate_append(finding, profile, most);
  g_string_append(finding, " cycles, the mean of the processors that do something is ");
  ui_estimate_append(finding, profile, sum / used);
  g_string_append(finding, ".");
  advice->finding = g_string_free(finding, FALSE);
  advice->remedy = g_strdup(advice->rule->remedy);
  ui_advice_figure(advice->figures, "imbalance (most busy cycles over their mean)", most * used / sum, UI_FIGURE_RATIO);
  ui_advice_figure(advice->figures, "cycles that the other processors have less to do", advice->cycles,
                   UI_FIGURE_CYCLES);
  return advice;
}

static double busy_cycles(const UiProfile *profile) {
  double busy = 0;
  for (uint32_t p = 0; p < profile->n_processors; p++) busy += (double)profile->processors[p].busy_cycles;
  return busy;
}

static UiAdvice *little_stall(const UiProfile *profile) {
  const double stall = (double)profile->totals.counts.stall_cycles, busy = busy_cycles(profile);
  UiAdvice *advice = ui_advice_new(UI_RULE_LITTLE, stall);
  advice->finding = g_strdup_printf(
      "Of the time that processors are busy, they wait for memory in %.1f%%: there is little "
      "to gain.",
      100 * ui_text_ratio(stall, busy));
  advice->remedy = g_strdup(advice->rule->remedy);
  ui_advice_figure(advice->figures, "stall cycles", stall, UI_FIGURE_CYCLES);
  ui_advice_figure(advice->figures, "busy cycles", busy, UI_FIGURE_CYCLES);
  return advice;
}

/* ---- all findings ---- */

static void advice_free(gpointer advice) { ui_advice_delete(advice); }

static gint compare_advice(gconstpointer a, gconstpointer b) {
  const UiAdvice *x = *(UiAdvice *const *)a, *y = *(UiAdvice *const *)b;
  const bool x_little = x->rule == &ui_advice_rules()[UI_RULE_LITTLE],
             y_little = y->rule == &ui_advice_rules()[UI_RULE_LITTLE];
  if (x_little != y_little) return y_little ? -1 : 1;
  if (x->is_stall != y->is_stall) return x->is_stall ? -1 : 1;
  if (x->gain != y->gain) return x->gain > y->gain ? -1 : 1;
  if (x->cycles != y->cycles) return x->cycles > y->cycles ? -1 : 1;
  if (x->rule != y->rule) return x->rule < y->rule ? -1 : 1;
  return x->data < y->data ? -1 : x->data > y->data;
}

/* Returns the index of the bottleneck that is the other direction of the same cross-interference; -1: none. */
static int find_counterpart(const GPtrArray *troubles, guint number) {
  const UiTrouble *one = troubles->pdata[number];
  if (one->rule != UI_RULE_CROSS || one->by_code) return -1;
  for (guint i = number + 1; i < troubles->len; i++) {
    const UiTrouble *other = troubles->pdata[i];
    if (other->rule == UI_RULE_CROSS && !other->by_code && other->data == one->other && other->other == one->data)
      return (int)i;
  }
  return -1;
}

/* Adds the other direction of a cross-interference to `one`. */
static void merge(UiTrouble *one, const UiTrouble *other) {
  one->cycles += other->cycles;
  for (unsigned b = 0; b < UI_BATCHES; b++) one->batches[b] += other->batches[b];
  one->misses += other->misses;
  one->cold += other->cold;
  one->replacement += other->replacement;
  one->backward = g_array_index(other->evictors, UiTroublePart, 0).count;
  ui_counts_add(&one->counts, &other->counts);
  one->touched += other->touched;
}

/* Returns the name of the data or the code that a finding is about; NULL: it is about the program as a whole. */
static char *about_of(const UiView *view, const UiAdvice *advice) {
  const uint32_t rank = advice->by_code ? advice->code : advice->data;
  return rank != UI_ADVICE_NONE ? g_strdup(ui_view_item(view, advice->by_code ? UI_CODE : UI_DATA, rank)->name) : NULL;
}

static void add_finding(UiAdviceList *list, const UiAdviceContext *context, const UiTrouble *trouble,
                        const UiCause *cause) {
  UiAdvice *advice = ui_advice_explain(context, trouble, cause);
  advice->about = about_of(context->view, advice);
  g_ptr_array_add(list->findings, advice);
  list->explained += trouble->cycles;
}

static void add_troubles(UiAdviceList *list, const UiAdviceContext *context) {
  list->stall = context->stall;
  g_autoptr(GPtrArray) troubles = ui_advice_find(context);
  g_autoptr(GArray) causes = g_array_new(FALSE, FALSE, sizeof(UiCause));
  g_autofree bool *merged = g_new0(bool, troubles->len + 1);
  for (guint i = 0; i < troubles->len; i++) {
    const UiCause cause = ui_advice_cause(context, troubles->pdata[i]);
    g_array_append_val(causes, cause);
  }
  for (guint i = 0; i < troubles->len; i++) {
    UiTrouble *trouble = troubles->pdata[i];
    UiCause *cause = &g_array_index(causes, UiCause, i);
    const int other = merged[i] ? -1 : find_counterpart(troubles, i);
    if (other >= 0) {
      merged[other] = true;
      merge(trouble, troubles->pdata[other]);
      cause->gain += g_array_index(causes, UiCause, other).gain;
    }
    if (!merged[i]) add_finding(list, context, trouble, cause);
    ui_advice_cause_clear(cause);
  }
}

/* As ui_advice(), for a view at UI_LEVEL_PATH. */
static UiAdviceList *advice_of_paths(const UiView *view, const UiNames *names, const UiFocus *focus,
                                     const char *where) {
  const UiProfile *profile = view->profile;
  const bool whole = focus == NULL || (focus->code == NULL && focus->data == NULL);
  UiAdviceList *list = g_new0(UiAdviceList, 1);
  list->findings = g_ptr_array_new_with_free_func(advice_free);
  list->stall = (double)profile->totals.counts.stall_cycles;
  list->busy = busy_cycles(profile);
  list->little = list->stall * LITTLE < list->busy || list->stall == 0;
  const bool nothing = (profile->sampled && profile->sampling.samples == 0) || profile->of_samples; /* no stall known */
  if (list->little && whole && !nothing) {
    g_ptr_array_add(list->findings, little_stall(profile));
  } else if (!nothing) {
    UiAdviceContext context = make_context(view, names, focus, where);
    add_troubles(list, &context);
    list->more = ui_advice_more(&context, list->findings);
    list->bare = is_bare(&context);
    clear_context(&context);
  }
  UiAdvice *uneven = whole ? imbalance(profile) : NULL;
  if (uneven != NULL) g_ptr_array_add(list->findings, uneven);
  g_ptr_array_sort(list->findings, compare_advice);
  return list;
}

UiAdviceList *ui_advice(const UiView *view, const UiNames *names, const UiFocus *focus, const char *where) {
  if (ui_view_level(view) == UI_LEVEL_PATH) return advice_of_paths(view, names, focus, where);
  UiView *paths = ui_view_copy(view);
  ui_view_set_level(paths, NULL, UI_LEVEL_PATH);
  UiFocus moved = {NULL, NULL};
  UiSelection data = {.picked = NULL};
  if (focus != NULL) moved = *focus;
  if (moved.data != NULL) {
    ui_selection_move(moved.data, view, paths, &data);
    moved.data = &data;
  }
  UiAdviceList *list = advice_of_paths(paths, names, focus != NULL ? &moved : NULL, where);
  ui_selection_clear(&data);
  ui_view_free(paths);
  return list;
}

void ui_advice_free(UiAdviceList *list) {
  g_ptr_array_unref(list->findings);
  g_free(list->more);
  g_free(list);
}
