/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_budget_finding.c: A budget of a cause, or of a metric with a cause, gets the finding about that cause. Other
 * budgets get the finding with the greatest gain. */
#include "ui/budgets/ui_budget_finding.h"

#include "ui/analysis/ui_advice.h"
#include "ui/base/ui_text.h"

/* The rules whose findings are about a metric. NO_RULE ends a list. */
#define NO_RULE UI_RULES
static const UiRule sharing[] = {UI_RULE_FALSE_SHARING, UI_RULE_SYNCHRONIZATION, UI_RULE_TRUE_SHARING, UI_RULE_UPGRADES,
                                 NO_RULE};
static const UiRule truly[] = {UI_RULE_SYNCHRONIZATION, UI_RULE_TRUE_SHARING, NO_RULE};
static const UiRule falsely[] = {UI_RULE_FALSE_SHARING, NO_RULE};
static const UiRule nodes[] = {UI_RULE_REMOTE, NO_RULE};
static const UiRule busy[] = {UI_RULE_IMBALANCE, UI_RULE_LITTLE, NO_RULE};

/* The metrics of sharing and of nodes with their rules; for metrics of `of_cache`, all other rules apply. */
static const struct {
  UiMetric metric;
  const UiRule *rules;
} concerned[] = {
    {UI_METRIC_INVALIDATION, sharing}, {UI_METRIC_TRANSFERS, sharing},     {UI_METRIC_UPGRADES, sharing},
    {UI_METRIC_TRUE_SHARING, truly},   {UI_METRIC_FALSE_SHARING, falsely}, {UI_METRIC_REMOTE, nodes},
};
static const UiMetric of_cache[] = {UI_METRIC_COLD,     UI_METRIC_REPLACEMENT, UI_METRIC_CAPACITY,
                                    UI_METRIC_CONFLICT, UI_METRIC_LAST_LEVEL,  UI_METRIC_SECOND_LEVEL};

static bool is_in(const UiRule *rules, const UiAdviceRule *rule) {
  for (; *rules != NO_RULE; rules++)
    if (rule == &ui_advice_rules()[*rules]) return true;
  return false;
}

/* Amounts of work. Findings are about waiting, and do not change these. */
static const UiAmount of_work[] = {(UiAmount)UI_METRIC_REFERENCES, (UiAmount)UI_METRIC_READS,
                                   (UiAmount)UI_METRIC_WRITES, UI_AMOUNT_INSTRUCTIONS};

/* Returns whether the finding is about the amount of the budget. */
static bool concerns(const UiAdvice *advice, const UiBudget *budget) {
  const UiMetric metric = (UiMetric)(budget->cause != NULL ? budget->cause->value : (int)budget->amount);
  for (unsigned i = 0; i < G_N_ELEMENTS(of_work); i++)
    if (of_work[i] == budget->amount) return false;
  for (unsigned i = 0; i < G_N_ELEMENTS(concerned); i++)
    if (concerned[i].metric == metric) return is_in(concerned[i].rules, advice->rule);
  for (unsigned i = 0; i < G_N_ELEMENTS(of_cache); i++)
    if (of_cache[i] == metric)
      return advice->is_stall && !is_in(sharing, advice->rule) && !is_in(nodes, advice->rule) &&
             !is_in(busy, advice->rule);
  return budget->amount == UI_AMOUNT_CYCLES || !is_in(busy, advice->rule);
}

/* Selects the items of the cells on an axis of a view. Returns the selection; NULL: everything. */
static const UiSelection *select_axis(const UiView *view, UiAxisKind axis, const UiBudgetCells *cells,
                                      UiSelection *selection) {
  if (cells->in[axis] == NULL) return NULL;
  *selection = (UiSelection){.axis = axis, .picked = g_new0(bool, MAX(ui_view_size(view, axis), 1))};
  for (uint32_t i = 0; i < view->axes[axis].n_members; i++)
    if (cells->in[axis][i]) selection->picked[view->axes[axis].rank_of[i]] = true;
  for (uint32_t rank = 0; rank < ui_view_size(view, axis); rank++) selection->count += selection->picked[rank];
  return selection;
}

static void set_advice(UiBudgetFinding *finding, const UiAdvice *advice) {
  finding->rule = g_strdup(advice->rule->id);
  finding->title = g_strdup(advice->rule->title);
  finding->finding = g_strdup(advice->finding);
  finding->remedy = g_strdup(advice->remedy);
  finding->snippet = g_strdup(advice->snippet);
}

static void find_advice(const UiBudgetProfile *profile, const UiBudget *budget, const UiBudgetCells *cells,
                        UiBudgetFinding *finding) {
  const UiView *view = profile->views[UI_LEVEL_PATH];
  UiSelection code = {.picked = NULL}, data = {.picked = NULL};
  const UiFocus focus = {.code = select_axis(view, UI_CODE, cells, &code),
                         .data = select_axis(view, UI_DATA, cells, &data)};
  const bool whole = focus.code == NULL && focus.data == NULL;
  UiAdviceList *list = ui_advice(view, profile->open.names, whole ? NULL : &focus, NULL);
  for (guint i = 0; i < list->findings->len; i++) {
    const UiAdvice *advice = g_ptr_array_index(list->findings, i);
    if (!concerns(advice, budget)) continue;
    set_advice(finding, advice);
    break;
  }
  ui_advice_free(list);
  ui_selection_clear(&code);
  ui_selection_clear(&data);
}

/* Returns a description of the cell with the greatest part of the amount. Owned by the caller. */
static char *find_place(const UiBudgetProfile *profile, const UiBudget *budget, const UiBudgetCells *cells) {
  const UiProfile *run = profile->open.profile;
  const UiCell *greatest = NULL;
  double most = 0;
  for (uint32_t i = 0; i < run->n_cells; i++) {
    const UiCell *cell = &run->cells[i];
    if (!ui_budget_cells_have(cells, run, cell->place, cell->bin)) continue;
    const double amount = ui_budget_amount_of(run, budget, &cell->counts);
    if (amount <= most) continue;
    most = amount;
    greatest = cell;
  }
  if (greatest == NULL || budget->amount == UI_AMOUNT_INSTRUCTIONS) return NULL;
  const UiView *view = profile->views[UI_LEVEL_VARIABLE];
  g_autofree char *place = ui_names_user_place(profile->open.names, greatest->place);
  g_autofree char *printable = ui_text_escaped(place);
  return g_strdup_printf("%s, on %s", printable,
                         ui_view_item(view, UI_DATA, ui_view_column(view, greatest->bin))->name);
}

void ui_budget_finding(const UiBudgetProfile *profile, const UiBudget *budget, const UiBudgetCells *cells,
                       UiBudgetFinding *finding) {
  *finding = (UiBudgetFinding){.place = find_place(profile, budget, cells)};
  find_advice(profile, budget, cells, finding);
}

void ui_budget_finding_clear(UiBudgetFinding *finding) {
  g_free(finding->place);
  g_free(finding->rule);
  g_free(finding->title);
  g_free(finding->finding);
  g_free(finding->remedy);
  g_free(finding->snippet);
}
