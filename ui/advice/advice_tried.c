/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/advice/advice_tried.h"

#include "ui/base/ui_text.h"

/* The smallest saving that is reported, as a fraction of all stall. It is printed as 0.1%. */
static const double LEAST_SHARE = 0.0005;

static void clear_change(gpointer data) {
  AdviceTriedChange *change = data;
  g_free(change->changes);
  g_free(change->about);
  g_free(change->why);
  g_free(change->refused);
  if (change->findings != NULL) g_ptr_array_unref(change->findings);
}

AdviceTried *advice_tried_new(void) {
  AdviceTried *tried = g_new0(AdviceTried, 1);
  tried->changes = g_array_new(FALSE, FALSE, sizeof(AdviceTriedChange));
  g_array_set_clear_func(tried->changes, clear_change);
  return tried;
}

void advice_tried_free(AdviceTried *tried) {
  if (tried == NULL) return;
  g_array_unref(tried->changes);
  g_free(tried);
}

char *advice_tried_finding(const char *rule, const char *about) { return g_strdup_printf("%s %s", rule, about); }

/* Among the changes for a finding, returns the one that leaves the least stall; NULL: none was simulated. */
static const AdviceTriedChange *best_for(const AdviceTried *tried, const char *finding) {
  const AdviceTriedChange *best = NULL;
  for (guint i = 0; i < tried->changes->len; i++) {
    const AdviceTriedChange *change = &g_array_index(tried->changes, AdviceTriedChange, i);
    const bool fits = change->refused == NULL &&
                      g_ptr_array_find_with_equal_func(change->findings, finding, g_str_equal, NULL);
    if (fits && (best == NULL || change->stall < best->stall)) best = change;
  }
  return best;
}

char *advice_tried_say(const AdviceTried *tried, const AdviceFinding *advice) {
  if (tried == NULL || advice->about == NULL) return NULL;
  g_autofree char *finding = advice_tried_finding(advice->rule->id, advice->about);
  const AdviceTriedChange *best = best_for(tried, finding);
  if (best == NULL) return NULL;
  const double won = (double)tried->stall - (double)best->stall;
  if (won < LEAST_SHARE * (double)tried->stall || won <= 0)
    return g_strdup("Tried on a trace: no change of the layout that this suggests saves stall.");
  g_autofree char *changes = ui_text_escaped(best->changes);
  GString *words = g_string_new("Tried on a trace: ");
  g_string_append_printf(words, "'%s' saves ", changes);
  ui_text_append_percent(words, won, (double)tried->stall);
  g_string_append(words, " of all stall.");
  return g_string_free(words, FALSE);
}
