/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_finding.c: finds the advice for an exceeded budget. If the budget limits the misses or the stall of one cause,
 * this is the finding about that cause. Otherwise it is the finding with the greatest gain. */
#include "ui/budgets/budget_finding.h"

#include "ui/advice/advice.h"
#include "ui/base/ui_text.h"

/* Lists of the rules whose findings are about a group of metrics. NO_RULE ends each list. */
#define NO_RULE ADVICE_RULES
static const AdviceRuleId sharing[] = {ADVICE_RULE_LOCK,         ADVICE_RULE_FALSE_SHARING, ADVICE_RULE_SYNCHRONIZATION,
                                       ADVICE_RULE_TRUE_SHARING, ADVICE_RULE_UPGRADES,      NO_RULE};
static const AdviceRuleId truly[] = {ADVICE_RULE_LOCK, ADVICE_RULE_SYNCHRONIZATION, ADVICE_RULE_TRUE_SHARING, NO_RULE};
static const AdviceRuleId falsely[] = {ADVICE_RULE_FALSE_SHARING, NO_RULE};
static const AdviceRuleId nodes[] = {ADVICE_RULE_REMOTE, NO_RULE};
static const AdviceRuleId busy[] = {ADVICE_RULE_IMBALANCE, ADVICE_RULE_ALONE, ADVICE_RULE_LITTLE, NO_RULE};

/* The metrics of sharing and of memory nodes, with the rules that apply. For metrics in `of_cache`, all other rules
 * apply. */
static const struct {
  ViewMetric metric;
  const AdviceRuleId *rules;
} concerned[] = {
    {VIEW_METRIC_INVALIDATION, sharing}, {VIEW_METRIC_TRANSFERS, sharing},     {VIEW_METRIC_UPGRADES, sharing},
    {VIEW_METRIC_TRUE_SHARING, truly},   {VIEW_METRIC_FALSE_SHARING, falsely}, {VIEW_METRIC_REMOTE, nodes},
};
static const ViewMetric of_cache[] = {VIEW_METRIC_COLD,     VIEW_METRIC_REPLACEMENT, VIEW_METRIC_CAPACITY,
                                      VIEW_METRIC_CONFLICT, VIEW_METRIC_LAST_LEVEL,  VIEW_METRIC_SECOND_LEVEL};

static bool is_in(const AdviceRuleId *rules, const AdviceRule *rule) {
  for (; *rules != NO_RULE; rules++)
    if (rule == &advice_rules()[*rules]) return true;
  return false;
}

/* The amounts of work. No finding is about these amounts, because following advice does not change them. */
static const BudgetAmount of_work[] = {(BudgetAmount)VIEW_METRIC_REFERENCES, (BudgetAmount)VIEW_METRIC_READS,
                                       (BudgetAmount)VIEW_METRIC_WRITES, BUDGET_AMOUNT_INSTRUCTIONS};

/* Returns whether the finding is about the amount that the budget limits. */
static bool concerns(const AdviceFinding *advice, const Budget *budget) {
  const ViewMetric metric = (ViewMetric)(budget->cause != NULL ? budget->cause->value : (int)budget->amount);
  for (unsigned i = 0; i < G_N_ELEMENTS(of_work); i++)
    if (of_work[i] == budget->amount) return false;
  for (unsigned i = 0; i < G_N_ELEMENTS(concerned); i++)
    if (concerned[i].metric == metric) return is_in(concerned[i].rules, advice->rule);
  for (unsigned i = 0; i < G_N_ELEMENTS(of_cache); i++)
    if (of_cache[i] == metric)
      return advice->is_stall && !is_in(sharing, advice->rule) && !is_in(nodes, advice->rule) &&
             !is_in(busy, advice->rule);
  return budget->amount == BUDGET_AMOUNT_CYCLES || !is_in(busy, advice->rule);
}

/* Selects the items that contain the cells, on an axis of a view. Returns the selection; NULL: all items. */
static const ViewSelection *select_axis(const View *view, ViewAxisKind axis, const BudgetCells *cells,
                                        ViewSelection *selection) {
  if (cells->in[axis] == NULL) return NULL;
  *selection = (ViewSelection){.axis = axis, .picked = g_new0(bool, MAX(view_size(view, axis), 1))};
  for (uint32_t i = 0; i < view->axes[axis].n_members; i++)
    if (cells->in[axis][i]) selection->picked[view->axes[axis].rank_of[i]] = true;
  for (uint32_t rank = 0; rank < view_size(view, axis); rank++) selection->count += selection->picked[rank];
  return selection;
}

static void set_advice(BudgetFinding *finding, const AdviceFinding *advice) {
  finding->rule = g_strdup(advice->rule->id);
  finding->title = g_strdup(advice->rule->title);
  finding->finding = g_strdup(advice->finding);
  finding->remedy = g_strdup(advice->remedy);
  finding->snippet = g_strdup(advice->snippet);
}

static void find_advice(const BudgetProfile *profile, const Budget *budget, const BudgetCells *cells,
                        BudgetFinding *finding) {
  const View *view = profile->views[VIEW_LEVEL_PATH];
  ViewSelection code = {.picked = NULL}, data = {.picked = NULL};
  const AnalysisFocus focus = {.code = select_axis(view, VIEW_CODE, cells, &code),
                               .data = select_axis(view, VIEW_DATA, cells, &data)};
  const bool whole = focus.code == NULL && focus.data == NULL;
  AdviceList *list = advice_make(view, profile->open.names, whole ? NULL : &focus, NULL);
  for (guint i = 0; i < list->findings->len; i++) {
    const AdviceFinding *advice = g_ptr_array_index(list->findings, i);
    if (!concerns(advice, budget)) continue;
    set_advice(finding, advice);
    break;
  }
  advice_list_free(list);
  view_selection_clear(&code);
  view_selection_clear(&data);
}

/* Returns a description of the cell that has the greatest part of the amount; NULL: none. The caller owns the text. */
static char *find_place(const BudgetProfile *profile, const Budget *budget, const BudgetCells *cells) {
  const Profile *run = profile->open.profile;
  const ProfileCell *greatest = NULL;
  double most = 0;
  for (uint32_t i = 0; i < run->n_cells; i++) {
    const ProfileCell *cell = &run->cells[i];
    if (!budget_cells_have(cells, run, cell->place, cell->bin)) continue;
    const double amount = budget_amount_of(run, budget, &cell->counts);
    if (amount <= most) continue;
    most = amount;
    greatest = cell;
  }
  if (greatest == NULL || budget->amount == BUDGET_AMOUNT_INSTRUCTIONS) return NULL;
  const View *view = profile->views[VIEW_LEVEL_VARIABLE];
  g_autofree char *place = name_table_user_place(profile->open.names, greatest->place);
  g_autofree char *printable = ui_text_escaped(place);
  return g_strdup_printf("%s, on %s", printable, view_item(view, VIEW_DATA, view_column(view, greatest->bin))->name);
}

void budget_finding(const BudgetProfile *profile, const Budget *budget, const BudgetCells *cells,
                    BudgetFinding *finding) {
  *finding = (BudgetFinding){.place = find_place(profile, budget, cells)};
  if (cells->stages != NULL) return; /* advice is about the whole run, and can be about other stages */
  find_advice(profile, budget, cells, finding);
}

void budget_finding_clear(BudgetFinding *finding) {
  g_free(finding->place);
  g_free(finding->rule);
  g_free(finding->title);
  g_free(finding->finding);
  g_free(finding->remedy);
  g_free(finding->snippet);
}
