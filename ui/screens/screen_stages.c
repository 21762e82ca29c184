/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/screen_stages.h"

#include "ui/base/ui_text.h"
#include "ui/screens/screen_columns.h"
#include "ui/screens/screen_matrix.h"
#include "ui/view/view_estimate.h"
#include "ui/view/view_stages.h"

enum { PERCENT = 6, COUNT = 9, STEP = 2 };

/* The costs of stages (view_stages_costs()), and the total of the metric that is shown. */
typedef struct {
  const View *view;
  ViewCost *own, *all;
  double whole;
} Tree;

static void append_costs(const Tree *tree, const ViewCost *all, const ViewCost *own, GString *out) {
  const Profile *profile = tree->view->profile;
  screen_columns_percent(out, (double)view_metric(tree->view, &all->counts), tree->whole, PERCENT);
  screen_columns_percent(out, (double)view_metric(tree->view, &own->counts), tree->whole, PERCENT);
  screen_columns_estimate(out, profile, (double)all->instructions, COUNT);
  screen_columns_estimate(out, profile, (double)profile_counts_misses(&all->counts), COUNT);
}

static void append_stage(const Screen *screen, const Tree *tree, uint32_t number, unsigned depth, GString *out) {
  const ProfileStage *stage = &tree->view->profile->stages[number];
  const unsigned used = 2 * PERCENT + 4 * COUNT + STEP * (depth + 1);
  g_autofree char *name = ui_text_escaped(stage->name);
  append_costs(tree, &tree->all[number + 1], &tree->own[number + 1], out);
  screen_columns_estimate(out, tree->view->profile, (double)stage->cycles, COUNT);
  screen_columns_count(out, (double)stage->begun, COUNT);
  g_string_append_printf(out, "%*s", (int)(STEP * (depth + 1)), "");
  ui_text_append_cut(out, name, MAX(screen->width, used + SCREEN_NARROWEST) - used);
  screen_columns_end(out);
}

/* Appends the stages inside a stage (`outer` is its number + 1; 0: the outermost ones), in the order of their first
 * beginnings. */
static void append_inside(const Screen *screen, const Tree *tree, uint32_t outer, unsigned depth, GString *out) {
  for (uint32_t i = outer; i < tree->view->profile->n_stages; i++) {
    if (tree->view->profile->stages[i].outer != outer) continue;
    append_stage(screen, tree, i, depth, out);
    append_inside(screen, tree, i + 1, depth + 1, out);
  }
}

static void append_heads(GString *out) {
  static const char *const heads[] = {"All%", "Own%", "Instr", "Misses", "Cycles", "Begun"};
  static const unsigned widths[] = {PERCENT, PERCENT, COUNT, COUNT, COUNT, COUNT};
  for (unsigned i = 0; i < G_N_ELEMENTS(heads); i++) screen_columns_right(out, heads[i], widths[i]);
  g_string_append(out, "  Stage\n");
}

void screen_stages(const Screen *screen, const View *view, GString *out) {
  Tree tree = {.view = view, .whole = (double)view_metric(view, &view->profile->totals.counts)};
  view_stages_costs(view->profile, &tree.own, &tree.all);
  g_autofree char *title = g_strdup_printf("STAGES (Percentage of Total %s)", view_metric_name(view));
  screen_title(screen, out, title);
  append_heads(out);
  append_inside(screen, &tree, 0, 0, out);
  append_costs(&tree, &tree.own[0], &tree.own[0], out);
  g_string_append_printf(out, "%*s(no stage)\n\n", 2 * COUNT + STEP, "");
  g_autoptr(ViewRows) stages = view_stages_new(view);
  screen_matrix(screen, stages->view, out);
  g_free(tree.own);
  g_free(tree.all);
}

bool screen_stages_inside(const Screen *screen, const View *view, const char *pattern, GString *out) {
  g_autofree bool *picked = view_stages_select(view->profile, pattern);
  if (picked == NULL) return false;
  for (uint32_t i = 0; i < view->profile->n_stages; i++) {
    if (!picked[i + 1]) continue;
    g_autofree char *path = view_stages_path(view->profile, i), *name = ui_text_escaped(path);
    g_string_append_printf(out, "Stage: %s\n", name);
  }
  g_autoptr(ViewRows) stages = view_stages_inside(view, picked);
  screen_matrix(screen, stages->view, out);
  return true;
}
