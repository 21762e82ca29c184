/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_query.c: looks up calls and loops in the uses of a function (ui_uses.h). */
#include <string.h>

#include "ui/uses/ui_uses.h"

guint32 ui_uses_argument(const UiUsesFunction *function, unsigned line, const char *callee, unsigned argument) {
  for (guint i = 0; i < function->calls->len; i++) {
    const UiUsesCall *call = &g_array_index(function->calls, UiUsesCall, i);
    if (call->line == line && strcmp(call->callee, callee) == 0 && argument < call->n_arguments &&
        call->arguments[argument] != UI_USES_NONE)
      return call->arguments[argument];
  }
  return UI_USES_NONE;
}

/* Whether loop `a` is inside loop `b`, or has fewer lines. */
static bool is_closer(const UiUsesFunction *function, guint32 a, guint32 b) {
  const UiUsesLoop *x = &g_array_index(function->loops, UiUsesLoop, a);
  const UiUsesLoop *y = &g_array_index(function->loops, UiUsesLoop, b);
  for (guint32 at = x->around; at != UI_USES_NONE; at = g_array_index(function->loops, UiUsesLoop, at).around)
    if (at == b) return true;
  return x->last - x->first < y->last - y->first;
}

guint32 ui_uses_loop(const UiUsesFunction *function, unsigned line) {
  guint32 best = UI_USES_NONE;
  for (guint32 i = 0; i < function->loops->len; i++) {
    const UiUsesLoop *loop = &g_array_index(function->loops, UiUsesLoop, i);
    if (line < loop->first || line > loop->last) continue;
    if (best == UI_USES_NONE || is_closer(function, i, best)) best = i;
  }
  return best;
}

GArray *ui_uses_loop_lines(const UiUsesFunction *function, guint32 loop) {
  GArray *lines = g_array_new(FALSE, FALSE, sizeof(unsigned));
  const UiUsesLoop *one = &g_array_index(function->loops, UiUsesLoop, loop);
  for (guint i = 0; i < function->lines->len; i++) {
    const unsigned line = g_array_index(function->lines, unsigned, i);
    if (line >= one->first && line <= one->last) g_array_append_val(lines, line);
  }
  return lines;
}
