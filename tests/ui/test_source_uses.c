/* test_source_uses.c: where lines of source text read and write a variable.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <string.h>

#include "ui/analysis/ui_source_uses.h"

/* `expected`: each use as "r:", "w:" or "rw:" and its text, with blanks in between. */
typedef struct {
  const char *line, *base, *expected;
} Case;

static const Case cases[] = {
    {"xx[i][j] = xy[i][k] * xz[k][j] + xx[i][j];", "xx", "w:xx[i][j] r:xx[i][j]"},
    {"xx[i][j] = xy[i][k] * xz[k][j] + xx[i][j];", "xz", "r:xz[k][j]"},
    {"q = x[i-1][k] * a[i][k]; x[i][k] = x[i][k] - q;", "x", "r:x[i-1][k] w:x[i][k] r:x[i][k]"},
    {"  sum += M->col[row->begin + j];", "col", "r:M->col[row->begin+j]"},
    {"rows[i].cells[k].value++;", "cells", "rw:rows[i].cells[k].value"},
    {"--left[n];", "left", "rw:left[n]"},
    {"a[i] <<= 2; if (a[i] <= b) a[i] >>= 1;", "a", "rw:a[i] r:a[i] rw:a[i]"},
    {"if (a[i] == b && a[j] >= c) return a[k] < d;", "a", "r:a[i] r:a[j] r:a[k]"},
    {"x[x[i]] = 1;", "x", "w:x[x[i]] r:x[i]"},
    {"use(&x[i], y & x[j], p && x[k]);", "x", "r:x[j] r:x[k]"},
    {"x(i); xx[i] = 0; axe[i] = x;", "x", "r:x"},
    {"printf(\"x[1] %c\", 'x'); y = x[2]; // x[3]", "x", "r:x[2]"},
    {"printf(\"\\\"x[1]\"); x = 2;", "x", "w:x"},
    {"x[i = 0;", "x", ""},
    {"y = 1;", "x", ""},
    {"", "x", ""},
    {"\"", "x", ""},
    {"'\\", "x", ""},
    {".x ->x ].x", "x", "r:x r:x r:x"},
};

/* Subscripts without their blanks, so that a case is one word. */
static void append(GString *out, const UiSourceUse *use) {
  if (out->len > 0) g_string_append_c(out, ' ');
  g_string_append_printf(out, "%s%s:", use->reads ? "r" : "", use->writes ? "w" : "");
  for (const char *p = use->text; *p != '\0'; p++)
    if (*p != ' ') g_string_append_c(out, *p);
}

int main(void) {
  int failures = 0;
  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    GArray *uses = ui_source_uses(cases[i].line, cases[i].base);
    GString *found = g_string_new(NULL);
    for (guint u = 0; u < uses->len; u++) {
      append(found, &g_array_index(uses, UiSourceUse, u));
      g_free(g_array_index(uses, UiSourceUse, u).text);
    }
    if (strcmp(found->str, cases[i].expected) != 0) {
      printf("FAILED: %s in '%s'\n  expected: %s\n  found:    %s\n", cases[i].base, cases[i].line, cases[i].expected,
             found->str);
      failures++;
    }
    g_string_free(found, TRUE);
    g_array_unref(uses);
  }
  return failures != 0;
}
