/* test_source_uses.c: tests the search for places where lines of source text read and write data, and for places that
 * are uncertain.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "ui/analysis/analysis_source_uses.h"

static int failures;

/* The kind of base: a variable, the data that it points to, a Fortran array. */
typedef enum { VARIABLE, POINTED, FORTRAN } What;

/* `expected`: each use as "r:", "w:" or "rw:" and its text, separated by blanks; "?": it is uncertain. */
typedef struct {
  What what;
  const char *declared; /* type of the variable, or of an element of the data that it points to */
  const char *line, *base, *expected;
} Case;

static const Case cases[] = {
    {VARIABLE, "double [8][8]", "xx[i][j] = xy[i][k] * xz[k][j] + xx[i][j];", "xx", "w:xx[i][j] r:xx[i][j]"},
    {VARIABLE, "double [8][8]", "xx[i][j] = xy[i][k] * xz[k][j] + xx[i][j];", "xz", "r:xz[k][j]"},
    {VARIABLE, "double [8][8]", "q = x[i-1][k] * a[i][k]; x[i][k] = x[i][k] - q;", "x",
     "r:x[i-1][k] w:x[i][k] r:x[i][k]"},
    {POINTED, "int", "  sum += M->col[row->begin + j];", "col", "r:M->col[row->begin+j]"},
    {POINTED, "cell", "rows[i].cells[k].value++;", "cells", "rw:rows[i].cells[k].value"},
    {VARIABLE, "", "--left[n];", "left", "rw:left[n]"},
    {VARIABLE, "", "a[i] <<= 2; if (a[i] <= b) a[i] >>= 1;", "a", "rw:a[i] r:a[i] rw:a[i]"},
    {VARIABLE, "", "if (a[i] == b && a[j] >= c) return a[k] < d;", "a", "r:a[i] r:a[j] r:a[k]"},
    {VARIABLE, "", "x[x[i]] = 1;", "x", "w:x[x[i]] r:x[i]"},
    {VARIABLE, "", "use(&x[i], y & x[j], p && x[k]);", "x", "r:x[j] r:x[k]"},
    {VARIABLE, "", "x(i); xx[i] = 0; axe[i] = x;", "x", "r:x"},
    {VARIABLE, "", "printf(\"x[1] %c\", 'x'); y = x[2]; // x[3]", "x", "r:x[2]"},
    {VARIABLE, "", "y = /* x[1] */ x[2] /* x[3]", "x", "r:x[2]"},
    {VARIABLE, "", "printf(\"\\\"x[1]\"); x = 2;", "x", "w:x"},
    {VARIABLE, "", "y = 1;", "x", ""},
    {VARIABLE, "", "", "x", ""},
    {VARIABLE, "", "\"", "x", ""},
    {VARIABLE, "", "'\\", "x", ""},
    {VARIABLE, "", "/*", "x", ""},
    {VARIABLE, "", ".x ->x ].x", "x", ""}, /* members of other variables */
    /* lines that continue */
    {VARIABLE, "", "y = x[0] + x[i +", "x", "?"},
    {POINTED, "", "y = x[f(a,", "x", "?"},
    /* arguments of sizeof and macros with that name are not accessed */
    {POINTED, "", "memset(x, 0, n * sizeof x[0] + sizeof(x[1]));", "x", ""},
    {POINTED, "", "y = AT(x, i) + x(i);", "x", ""},
    {VARIABLE, "double [8]", "y = AT(x, i) + sum(x);", "x", ""},
    /* a pointer is read, but not the data that it points to */
    {VARIABLE, "node *", "p->value = p->next->value;", "p", "r:p r:p"},
    {VARIABLE, "int *", "p[i] = *p + 1;", "p", "r:p r:p"},
    {VARIABLE, "int *const volatile", "p[i] = 1; p = q;", "p", "r:p w:p"},
    {VARIABLE, "node *[4]", "heads[h]->value = heads[h + 1]->value; heads[h] = 0;", "heads",
     "r:heads[h] r:heads[h+1] w:heads[h]"},
    {VARIABLE, "?", "p[i] = 1;", "p", "?"}, /* an array of one word, or a pointer */
    {VARIABLE, "double *[4]", "p[i][j] = 1;", "p", "?"},
    {VARIABLE, "vector<int>", "v[i] = v.at(2);", "v", "?"}, /* an operator */
    {POINTED, "int", "p[i] = *p + 1; p++; q = p;", "p", "w:p[i] r:*p"},
    {POINTED, "int", "*p = 3; q = a * p[1];", "p", "w:*p r:p[1]"},
    {POINTED, "node", "p->value = q->value;", "p", "w:p->value"},
    {POINTED, "node", "p->next->value = 1;", "p", "?"},
    {POINTED, "node", "sum += p->next->value;", "next", "r:p->next->value"},
    {POINTED, "node", "y = p->data[i];", "p", "?"}, /* an array in the struct, or a pointer */
    {POINTED, "double", "a[i][k] = 1;", "a", "w:a[i][k]"},
    {POINTED, "double *", "a[i][k] = a[j];", "a", "r:a[i] r:a[j]"},
    {POINTED, "", "a[i][k] = 1;", "a", "?"},
    {POINTED, "node *", "a[i]->value = 1;", "a", "r:a[i]"},
    {POINTED, "item", "for (auto &e : items) sum += e.value;", "items", ""},
    {POINTED, "item", "sum += *it++ + items.begin()->value;", "items", ""},
    /* Fortran */
    {FORTRAN, "", "C(I,J) = c(i,j) + A(i,K)*b(k,j) ! a(1,1)", "c", "w:C(I,J) r:c(i,j)"},
    {FORTRAN, "", "C(I,J) = c(i,j) + A(i,K)*b(k,j) ! a(1,1)", "a", "r:A(i,K)"},
    {FORTRAN, "", "grid%cell(i)%mass = grid%cell(i - 1)%mass ** 2", "cell",
     "w:grid%cell(i)%mass r:grid%cell(i-1)%mass"},
    {FORTRAN, "", "if (a(i) == b .or. a(j) /= c) x = 'a(k)'", "a", "r:a(i) r:a(j)"},
    {FORTRAN, "", "call swap(a(i), a(j))", "a", "?"},
    {FORTRAN, "", "a(i, &", "a", "?"},
};

/* Subscripts are without blanks, so that a case is one word. */
static void append(GString *out, const AnalysisSourceUse *use) {
  if (out->len > 0) g_string_append_c(out, ' ');
  g_string_append_printf(out, "%s%s:", use->reads ? "r" : "", use->writes ? "w" : "");
  for (const char *p = use->text; *p != '\0'; p++)
    if (*p != ' ') g_string_append_c(out, *p);
}

static void check_case(const Case *c) {
  /* All of Fortran's arrays can be accessed in both ways. */
  for (unsigned pointed = c->what == POINTED; pointed <= (c->what != VARIABLE); pointed++) {
    const AnalysisSourceData data = {c->base, pointed != 0, c->what == FORTRAN, c->declared};
    if (c->what == FORTRAN && !pointed && strchr(c->line, '%') != NULL) continue;
    GArray *uses = analysis_source_uses(c->line, &data);
    GString *found = g_string_new(uses == NULL ? "?" : NULL);
    for (guint u = 0; uses != NULL && u < uses->len; u++) append(found, &g_array_index(uses, AnalysisSourceUse, u));
    if (strcmp(found->str, c->expected) != 0) {
      printf("FAILED: %s (%s) in '%s'\n  expected: %s\n  found:    %s\n", c->base, c->declared, c->line, c->expected,
             found->str);
      failures++;
    }
    g_string_free(found, TRUE);
    if (uses != NULL) analysis_source_uses_free(uses);
  }
}

/* Data that a pointer reaches may have the pointer next to it in the text. */
static void check_linked(const char *line, bool expected) {
  const AnalysisSourceData data = {"next", true, false, ""};
  GArray *uses = analysis_source_uses(line, &data);
  if (uses == NULL || uses->len != 1 || g_array_index(uses, AnalysisSourceUse, 0).linked != expected) {
    printf("FAILED: '%s' is %slinked\n", line, expected ? "not " : "");
    failures++;
  }
  if (uses != NULL) analysis_source_uses_free(uses);
}

typedef struct {
  const char *texts[4];
  bool known;
  long constants[4];
} Constants;

static const Constants constants[] = {
    {{"x[i - 1][k]", "x[i][k]"}, true, {-1, 0}},
    {{"x[i]", "x[i+10]", "x[ i - 2 ]"}, true, {0, 10, -2}},
    {{"x[2]", "x[0]", "x[1].f"}, false, {0}},
    {{"x[2].f", "x[0].f", "x[1].f"}, true, {2, 0, 1}},
    {{"M->x[n*i+1]", "M->x[n*i]"}, true, {1, 0}},
    {{"x(i,j-1)", "x(i,j)"}, true, {-1, 0}},
    {{"x[i]", "x[j]"}, false, {0}},
    {{"x[i][j]", "x[j][i]"}, false, {0}},
    {{"x[i-1][k+1]", "x[i][k]"}, false, {0}},
    {{"x[y[i]]", "x[y[i+1]]"}, false, {0}},     /* a subscript in another array */
    {{"r[i].x[k]", "r[i+1].x[k]"}, false, {0}}, /* a subscript of the data that lead to the array */
    {{"x[i2]", "x[i]"}, false, {0}},
    {{"x[i*2]", "x[i]"}, false, {0}},
    {{"x", "x[1]"}, false, {0}},
    {{"x[1+i]", "x[i]"}, false, {0}},
};

static void check_constants(const Constants *c) {
  long found[4] = {0};
  unsigned n = 0;
  while (n < 4 && c->texts[n] != NULL) n++;
  const bool known = analysis_source_uses_constants("x", (char *const *)(uintptr_t)c->texts, n, found);
  bool same = known == c->known;
  for (unsigned i = 0; known && i < n; i++) same &= found[i] == c->constants[i];
  if (same) return;
  printf("FAILED: constants in %s, %s: %s, %ld %ld\n", c->texts[0], c->texts[1], known ? "known" : "not known",
         found[0], found[1]);
  failures++;
}

int main(void) {
  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) check_case(&cases[i]);
  check_linked("y = next->value;", false);
  check_linked("y = p->next->value;", true);
  for (size_t i = 0; i < G_N_ELEMENTS(constants); i++) check_constants(&constants[i]);
  return failures != 0;
}
