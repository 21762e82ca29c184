/* ui_advice.c: see ui_advice.h.
 *
 * The rules of the program as a whole:
 *
 *   little memory stall  less than a LITTLEth of the busy cycles are stall: then the stall has no other advice
 *   load imbalance       the busiest processor has at least a quarter more busy cycles than the mean of those that did
 *                        something; it explains the cycles that the others have less, if they are MATTERS or more
 *
 * What explains less than a SHAREth of the stall, or fewer than LEAST misses, is left out.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/analysis/ui_advice.h"

#include "ui/analysis/ui_advice_words.h"
#include "ui/base/ui_text.h"

enum { LITTLE = 20, SHARE = 50, LEAST = 1000, MATTERS = 10000000 };
#define UNEVEN 1.25

/* ---- facts ---- */

static UiDataFacts facts_of(const UiView *view, const UiCache *cache, uint32_t column) {
  const UiItem *item = ui_view_item(view, UI_DATA, column);
  UiDataFacts facts = {.stack = true};
  uint64_t blocks = 0;
  for (guint i = 0; i < item->members->len; i++) {
    const uint32_t number = g_array_index(item->members, uint32_t, i);
    const UiBin *bin = &view->profile->bins[number];
    const UiVariable *variable = bin->blocks == 0 ? ui_profile_variable(view->profile, number) : NULL;
    facts.bytes += variable != NULL ? variable->bytes : bin->bytes;
    blocks += variable != NULL ? 1 : bin->blocks;
    facts.stack &= g_str_equal(bin->kind, "stack");
  }
  /* A block may begin and end within lines. */
  if (cache->line != 0) facts.lines = facts.bytes / cache->line + (facts.bytes != 0 ? blocks : 0);
  const uint64_t distinct = item->counts.cold != 0 ? item->counts.cold : facts.lines;
  facts.fetches = ui_text_ratio((double)ui_counts_misses(&item->counts), (double)distinct);
  facts.shared = ui_text_ratio((double)item->counts.cold, (double)facts.lines);
  return facts;
}

static UiAdviceContext make_context(const UiView *view, const UiNames *names, const UiFocus *focus) {
  const UiProfile *profile = view->profile;
  const uint32_t columns = ui_view_size(view, UI_DATA);
  UiAdviceContext context = {.view = view,
                             .names = names,
                             .focus = focus,
                             .latencies = ui_stall_latencies(profile),
                             .cache = ui_machine_cache_of(profile, "D1"),
                             .kinds = profile->totals.counts.capacity != 0 || profile->totals.counts.conflict != 0,
                             .facts = g_new(UiDataFacts, columns + 1)};
  for (uint32_t p = 0; p < profile->n_processors; p++) context.processors += profile->processors[p].busy_cycles != 0;
  for (uint32_t c = 0; c < columns; c++) context.facts[c] = facts_of(view, &context.cache, c);
  return context;
}

/* ---- of the program as a whole ---- */

static UiAdvice *imbalance(const UiProfile *profile) {
  double sum = 0, most = 0;
  uint32_t busiest = 0, used = 0;
  for (uint32_t p = 0; p < profile->n_processors; p++) {
    const double busy = (double)profile->processors[p].busy_cycles;
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
  ui_text_append_count(finding, most);
  g_string_append(finding, " cycles, the mean of the processors that do something is ");
  ui_text_append_count(finding, sum / used);
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

/* ---- all of it ---- */

static void advice_free(gpointer data) {
  UiAdvice *advice = data;
  g_free(advice->finding);
  g_free(advice->remedy);
  g_array_free(advice->figures, TRUE);
  g_free(advice);
}

static gint compare_advice(gconstpointer a, gconstpointer b) {
  const UiAdvice *x = *(UiAdvice *const *)a, *y = *(UiAdvice *const *)b;
  if (x->cycles != y->cycles) return x->cycles > y->cycles ? -1 : 1;
  if (x->rule != y->rule) return x->rule < y->rule ? -1 : 1;
  return x->data < y->data ? -1 : x->data > y->data;
}

static void add_troubles(UiAdviceList *list, UiAdviceContext *context) {
  UiAdviceCells cells = ui_advice_cells(context->view, context->focus);
  UiAdviceCells all = ui_advice_cells(context->view, NULL);
  context->stall = (double)cells.stall;
  list->stall = context->stall;
  g_autoptr(GArray) troubles = ui_advice_find(context, &cells, &all);
  for (guint i = 0; i < troubles->len; i++) {
    const UiTrouble *trouble = &g_array_index(troubles, UiTrouble, i);
    if (trouble->cycles * SHARE < list->stall || trouble->misses < LEAST) continue;
    list->explained += trouble->cycles;
    g_ptr_array_add(list->findings, ui_advice_explain(context, trouble));
  }
  ui_advice_cells_clear(&cells);
  ui_advice_cells_clear(&all);
}

UiAdviceList *ui_advice(const UiView *view, const UiNames *names, const UiFocus *focus) {
  const UiProfile *profile = view->profile;
  const bool whole = focus == NULL || (focus->code == NULL && focus->data == NULL);
  UiAdviceList *list = g_new0(UiAdviceList, 1);
  list->findings = g_ptr_array_new_with_free_func(advice_free);
  list->stall = (double)profile->totals.counts.stall_cycles;
  list->little = list->stall * LITTLE < busy_cycles(profile) || list->stall == 0;
  if (list->little && whole) {
    g_ptr_array_add(list->findings, little_stall(profile));
  } else {
    UiAdviceContext context = make_context(view, names, focus);
    add_troubles(list, &context);
    g_free(context.facts);
  }
  UiAdvice *uneven = whole ? imbalance(profile) : NULL;
  if (uneven != NULL) g_ptr_array_add(list->findings, uneven);
  g_ptr_array_sort(list->findings, compare_advice);
  return list;
}

void ui_advice_free(UiAdviceList *list) {
  g_ptr_array_unref(list->findings);
  g_free(list);
}
