/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_findings.c: matches the findings of two profiles. Two findings match if they have the same rule, and are about
 * the same item of the difference. */
#include "ui/diff/diff_findings.h"

#include <string.h>

#include "ui/advice/advice.h"

static void clear_finding(gpointer finding) { g_free(((DiffFinding *)finding)->about); }

static gint compare_findings(gconstpointer a, gconstpointer b) {
  const DiffFinding *x = a, *y = b;
  const DiffChange of_x = diff_change(x->cycles[DIFF_BEFORE], x->cycles[DIFF_AFTER]),
                   of_y = diff_change(y->cycles[DIFF_BEFORE], y->cycles[DIFF_AFTER]);
  if (of_x.amount != of_y.amount) return of_x.amount > of_y.amount ? -1 : 1;
  const int rules = strcmp(x->rule, y->rule);
  return rules != 0 ? rules : strcmp(x->about, y->about);
}

/* Returns the name of the data or code that a finding of one profile is about. The caller owns the name. */
static char *about_of(const Diff *diff, unsigned side, const AdviceFinding *advice) {
  const ViewAxisKind axis = advice->by_code ? VIEW_CODE : VIEW_DATA;
  const uint32_t rank = advice->by_code ? advice->code : advice->data;
  return g_strdup(rank != ADVICE_NONE ? diff_item(diff, axis, diff->rank_of[axis][side][rank])->name : "");
}

static void add_finding(GArray *findings, unsigned side, const AdviceFinding *advice, char *about) {
  DiffFinding *known = NULL;
  for (guint i = 0; i < findings->len && known == NULL; i++) {
    DiffFinding *finding = &g_array_index(findings, DiffFinding, i);
    if (strcmp(finding->rule, advice->rule->id) == 0 && strcmp(finding->about, about) == 0) known = finding;
  }
  if (known == NULL) {
    const DiffFinding finding = {.rule = advice->rule->id, .title = advice->rule->title, .about = about};
    g_array_append_val(findings, finding);
    known = &g_array_index(findings, DiffFinding, findings->len - 1);
  } else {
    g_free(about);
  }
  known->in[side] = true;
  known->cycles[side] += (uint64_t)advice->cycles;
}

GArray *diff_findings(const Diff *diff, const NameTable *const names[DIFF_SIDES]) {
  GArray *findings = g_array_new(FALSE, FALSE, sizeof(DiffFinding));
  g_array_set_clear_func(findings, clear_finding);
  for (unsigned side = 0; side < DIFF_SIDES; side++) {
    AdviceList *list = advice_make(diff->views[side], names[side], NULL, NULL);
    for (guint i = 0; i < list->findings->len; i++) {
      const AdviceFinding *advice = list->findings->pdata[i];
      if (advice->is_stall && advice->gain > 0) add_finding(findings, side, advice, about_of(diff, side, advice));
    }
    advice_list_free(list);
  }
  g_array_sort(findings, compare_findings);
  return findings;
}
