/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_query.c: looks up calls and loops in the uses of a function (uses.h). */
#include <string.h>

#include "ui/uses/uses.h"

guint32 uses_argument(const UsesFunction *function, unsigned line, const char *callee, unsigned argument) {
  for (guint i = 0; i < function->calls->len; i++) {
    const UsesCall *call = &g_array_index(function->calls, UsesCall, i);
    if (call->line == line && strcmp(call->callee, callee) == 0 && argument < call->n_arguments &&
        call->arguments[argument] != USES_NONE)
      return call->arguments[argument];
  }
  return USES_NONE;
}

/* Returns whether loop `a` is inside loop `b`, or has fewer lines than `b`. */
static bool is_closer(const UsesFunction *function, guint32 a, guint32 b) {
  const UsesLoop *x = &g_array_index(function->loops, UsesLoop, a);
  const UsesLoop *y = &g_array_index(function->loops, UsesLoop, b);
  for (guint32 at = x->around; at != USES_NONE; at = g_array_index(function->loops, UsesLoop, at).around)
    if (at == b) return true;
  return x->last - x->first < y->last - y->first;
}

guint32 uses_loop(const UsesFunction *function, unsigned line) {
  guint32 best = USES_NONE;
  for (guint32 i = 0; i < function->loops->len; i++) {
    const UsesLoop *loop = &g_array_index(function->loops, UsesLoop, i);
    if (line < loop->first || line > loop->last) continue;
    if (best == USES_NONE || is_closer(function, i, best)) best = i;
  }
  return best;
}

GArray *uses_loop_lines(const UsesFunction *function, guint32 loop) {
  GArray *lines = g_array_new(FALSE, FALSE, sizeof(unsigned));
  const UsesLoop *one = &g_array_index(function->loops, UsesLoop, loop);
  for (guint i = 0; i < function->lines->len; i++) {
    const unsigned line = g_array_index(function->lines, unsigned, i);
    if (line >= one->first && line <= one->last) g_array_append_val(lines, line);
  }
  return lines;
}
