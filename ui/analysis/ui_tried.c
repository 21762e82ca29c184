/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/analysis/ui_tried.h"

#include "ui/base/ui_text.h"

/* The smallest saving, as a fraction of all stall, that is reported: it prints as more than 0.0%. */
static const double LEAST_SHARE = 0.0005;

static void clear_change(gpointer data) {
  UiTriedChange *change = data;
  g_free(change->changes);
  g_free(change->about);
  g_free(change->why);
  g_free(change->refused);
  if (change->findings != NULL) g_ptr_array_unref(change->findings);
}

UiTried *ui_tried_new(void) {
  UiTried *tried = g_new0(UiTried, 1);
  tried->changes = g_array_new(FALSE, FALSE, sizeof(UiTriedChange));
  g_array_set_clear_func(tried->changes, clear_change);
  return tried;
}

void ui_tried_free(UiTried *tried) {
  if (tried == NULL) return;
  g_array_unref(tried->changes);
  g_free(tried);
}

char *ui_tried_finding(const char *rule, const char *about) { return g_strdup_printf("%s %s", rule, about); }

/* Returns the change for a finding that leaves the least stall; NULL: none was simulated. */
static const UiTriedChange *best_for(const UiTried *tried, const char *finding) {
  const UiTriedChange *best = NULL;
  for (guint i = 0; i < tried->changes->len; i++) {
    const UiTriedChange *change = &g_array_index(tried->changes, UiTriedChange, i);
    const bool fits = change->refused == NULL &&
                      g_ptr_array_find_with_equal_func(change->findings, finding, g_str_equal, NULL);
    if (fits && (best == NULL || change->stall < best->stall)) best = change;
  }
  return best;
}

char *ui_tried_say(const UiTried *tried, const UiAdvice *advice) {
  if (tried == NULL || advice->about == NULL) return NULL;
  g_autofree char *finding = ui_tried_finding(advice->rule->id, advice->about);
  const UiTriedChange *best = best_for(tried, finding);
  if (best == NULL) return NULL;
  const double won = (double)tried->stall - (double)best->stall;
  if (won < LEAST_SHARE * (double)tried->stall || won <= 0)
    return g_strdup("Tried on a trace: no change of the layout that this suggests wins anything.");
  g_autofree char *changes = ui_text_escaped(best->changes);
  GString *words = g_string_new("Tried on a trace: ");
  g_string_append_printf(words, "'%s' wins ", changes);
  ui_text_append_percent(words, won, (double)tried->stall);
  g_string_append(words, " of all stall.");
  return g_string_free(words, FALSE);
}
