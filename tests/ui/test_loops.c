/* test_loops.c: the loops around a source line, and how they go through arrays, by text.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <string.h>

#include "ui/advice/advice_loops.h"
#include "ui/advice/advice_moves.h"
#include "ui/advice/advice_walk.h"

/* A text whose line `line` has the loops `expected`, innermost first: "j@3 i@2"; the variable "?" is unknown. "+"
 * follows a loop that does not go by one, and "*" a loop over elements. The column is that of "HERE", or the end of the line. */
static const struct {
  AdviceSyntax syntax;
  uint64_t line;
  const char *text, *expected;
} loops[] = {
    {ADVICE_SYNTAX_C, 3, "for (int i = 0; i < n; i++)\n  for (int j = 0; j < n; ++j)\n    a[i][j] = 0;", "j@2 i@1"},
    {ADVICE_SYNTAX_C, 1, "for (i = 0; i < n; i += 2) for (j = n; j > 0; j--) s += HERE[j][i];", "j@1 i@1+"},
    {ADVICE_SYNTAX_C, 4, "for (int i = 0; i < n; i++) {\n  for (int j = 0; j < n; j++) a[j] = 0;\n  b = 0;\n  HERE\n}",
     "i@1"},
    {ADVICE_SYNTAX_C, 3, "for (int i = 0; i < n; i++) {\n}\nHERE", ""},
    {ADVICE_SYNTAX_C, 3, "/* for (int x = 0; x < n; x++) { */\nwhile (more(1)) { // }\n  HERE", "?@2"},
    {ADVICE_SYNTAX_C, 2, "for (const auto &item : items) {\n  HERE", "item@1*"},
    {ADVICE_SYNTAX_C, 2, "for (const std::pair<int, int> &item : items) {\n  HERE", "item@1*"},
    {ADVICE_SYNTAX_C, 3, "do {\n  for (k = 0; k != m; k++)\n    HERE", "k@2 ?@1"},
    {ADVICE_SYNTAX_C, 3, "for (int i = 0; i < n; i++)\n  run([&](int t) {\n    HERE", "i@1"},
    {ADVICE_SYNTAX_C, 3, "for (int i = 0; i < n; i++)\n  if (a[i] == ')')\n    HERE", "i@1"},
    {ADVICE_SYNTAX_C, 2, "puts(\"for (int i = 0; i < n; i++) {\");\nHERE", ""},
    {ADVICE_SYNTAX_C, 2, "#define EACH for (int i = 0; i < n; i++) {\nHERE", ""},
    {ADVICE_SYNTAX_C, 1, "for (struct node *p = first; p; p = p->next) HERE", "p@1+"},
    {ADVICE_SYNTAX_C, 7,
     "for (i = 0; i < n; i++)\n#ifdef A\n  for (k = 0; k < n; k++)\n    a(k);\n#else\n  for (j = 0; j < n; j++)\n    HERE",
     "j@6 i@1"},
    {ADVICE_SYNTAX_C, 6, "for (i = 0; i < n; i++)\n#if A\n  for (k = 0; k < n; k++)\n#endif\n\n    HERE", "k@3 i@1"},
    {ADVICE_SYNTAX_FORTRAN, 5, "#ifdef A\ndo k = 1, n\n#else\ndo i = 1, n\n  HERE", "i@4"},
    {ADVICE_SYNTAX_FORTRAN, 4, "do i = 1, n\n  do j = 1, n\n  end do\n  HERE", "i@1"},
    {ADVICE_SYNTAX_FORTRAN, 3, "outer: DO i = 1, n\n  do 10 j = 1, n\n  HERE\n10 continue", "j@2 i@1"},
    {ADVICE_SYNTAX_FORTRAN, 4, "do 10 i = 1, n\n  x(i) = 0\n10 continue\nHERE", ""},
    {ADVICE_SYNTAX_C, 1, "for (j = i * i; j < n; j += i) HERE", "j@1+"},
    {ADVICE_SYNTAX_C, 1, "for (j = 0; j < n; ++j, p += m) HERE", "j@1"},
    {ADVICE_SYNTAX_FORTRAN, 2, "do i = 1, n, 2\n  HERE", "i@1+"},
    {ADVICE_SYNTAX_RUST, 2, "for i in (0..n).step_by(4) {\n  HERE", "i@1+"},
    {ADVICE_SYNTAX_FORTRAN, 2, "do while (more)\n  HERE", "?@1"},
    {ADVICE_SYNTAX_RUST, 3, "for i in 0..n {\n  for (k, x) in v.iter().enumerate() {\n    HERE", "x@2* i@1"},
    {ADVICE_SYNTAX_RUST, 3, "impl<'a> Trait for Type<'a> {\n  fn f(&self) {\n    HERE", ""},
    {ADVICE_SYNTAX_RUST, 2, "loop {\n  HERE", "?@1"},
};

/* Subscripts, separated by ';', and how a loop over `i` goes through the array. */
static const struct {
  const char *subscripts;
  bool first;
  AdviceWalk expected;
} walks[] = {
    {"i", false, ADVICE_WALK_ALONG},
    {"i - 1", false, ADVICE_WALK_ALONG},
    {"2 * i + 1", false, ADVICE_WALK_ALONG},
    {"y * w + i", false, ADVICE_WALK_ALONG},
    {"i * w + x", false, ADVICE_WALK_ACROSS},
    {"(begin + i) * step", false, ADVICE_WALK_ACROSS},
    {"static_cast<size_t>(i) * columns + c", false, ADVICE_WALK_ACROSS},
    {"(i + 1)", false, ADVICE_WALK_ALONG},
    {"i % 16", false, ADVICE_WALK_UNKNOWN},
    {"order[i]", false, ADVICE_WALK_INDIRECT},
    {"hash(i)", false, ADVICE_WALK_INDIRECT},
    {"i;k", false, ADVICE_WALK_ACROSS},
    {"k;i", false, ADVICE_WALK_ALONG},
    {"k;i", true, ADVICE_WALK_ACROSS},
    {"i;k", true, ADVICE_WALK_ALONG},
    {"k;index", false, ADVICE_WALK_FIXED},
};

/* A source line, and whether the innermost loop around it moves through the data with the name (NULL: any data). */
static const struct {
  uint64_t line;
  const char *text, *name;
  bool expected;
} moves[] = {
    {2, "for (int i = 0; i < n; i++)\n  s += a[i];", "a", true},
    {2, "for (int i = 0; i < n; i++)\n  s += a[k];", "a", false},
    {1, "for (int i = 0; i < n; i++) s += *p++;", "a", true},
    {1, "for (int i = 0; i < n; i++) s += sum(a, n);", "a", false},
    {1, "for (int i = 0; i < n; i++) s += get(a, i);", "a", true},
    {1, "for (const auto &x : a) s += x;", "a", true},
    {2, "for (int j = 0; j < n; j++)\n  s += row[j];", "matrix", true},
    {4, "for (int i = 0; i < n; i++) {\n  int k = order[i];\n  double *at = x + k;\n  s += *at;\n}", "x", true},
    {3, "for (j = 0; j < w; j++) {\n  at = start[k];\n  multiply(n, &a[at], &x[j]);\n}", "a", false},
    {3, "for (j = 0; j < w; j++) {\n  at = start[k];\n  multiply(n, &a[at], &x[j]);\n}", "x", true},
    {1, "for (i = 0; i < n; i++, p++) s += *p;", "a", true},
    {2, "while (i < n) {\n  s += a[i];\n  i++;\n}", "a", true},
    {2, "while (i < n) {\n  s += a[k];\n}\nk++;", "a", false},
    {4,
     "while (true) {\n  pair = tree + (at - distance) * 2;\n  if (depth-- == 0) return;\n  at = *left;\n  left = pair;\n}",
     "tree", false},
    {2, "for (;;) {\n  if (compare(one, other)) one = one->next;\n  else other = other->next;\n}", "records", false},
};

static unsigned failures;

static GPtrArray *split(const char *text, const char *by) {
  GPtrArray *parts = g_ptr_array_new_with_free_func(g_free);
  char **all = g_strsplit(text, by, -1);
  for (char **part = all; *part != NULL; part++) g_ptr_array_add(parts, *part);
  g_free(all);
  return parts;
}

static void check_loops(size_t i) {
  GPtrArray *lines = split(loops[i].text, "\n");
  const char *line = lines->pdata[loops[i].line - 1], *here = strstr(line, "HERE");
  GArray *found = advice_loops(lines, loops[i].line, here != NULL ? (size_t)(here - line) : strlen(line) - 1,
                               loops[i].syntax);
  GString *list = g_string_new(NULL);
  for (guint k = 0; k < found->len; k++) {
    const AdviceLoop *loop = &g_array_index(found, AdviceLoop, k);
    g_string_append_printf(list, "%s%s@%u%s", k == 0 ? "" : " ", loop->variable != NULL ? loop->variable : "?",
                           (unsigned)loop->line,
                           loop->by_value                           ? "*"
                           : loop->by_one || loop->variable == NULL ? ""
                                                                    : "+");
  }
  if (strcmp(list->str, loops[i].expected) != 0) {
    printf("FAILED: '%s': '%s', expected '%s'\n", loops[i].text, list->str, loops[i].expected);
    failures++;
  }
  g_string_free(list, TRUE);
  g_array_unref(found);
  g_ptr_array_unref(lines);
}

/* Loops that begin before unknown lines are missing. */
static void check_unknown_lines(void) {
  GPtrArray *lines = split("for (i = 0; i < n; i++) {\n\n  for (k = 0; k < n; k++) {\n    HERE", "\n");
  g_free(lines->pdata[1]);
  lines->pdata[1] = NULL;
  GArray *found = advice_loops(lines, 4, 4, ADVICE_SYNTAX_C);
  if (found->len != 1 || strcmp(g_array_index(found, AdviceLoop, 0).variable, "k") != 0) {
    printf("FAILED: unknown lines: %u loops\n", found->len);
    failures++;
  }
  g_array_unref(found);
  g_ptr_array_unref(lines);
}

static void check_definition(void) {
  GPtrArray *lines = split("T &b = x[i * step];\nc == b;\nb = 1;", "\n");
  char *first = advice_loops_definition(lines, 1, 3, "b"), *none = advice_loops_definition(lines, 1, 3, "c");
  if (g_strcmp0(first, " x[i * step]") != 0 || none != NULL) {
    printf("FAILED: definitions: '%s', '%s'\n", first, none);
    failures++;
  }
  g_free(first);
  g_free(none);
  g_ptr_array_unref(lines);
}

static void check_moves(size_t i) {
  GPtrArray *lines = split(moves[i].text, "\n");
  const char *text = lines->pdata[moves[i].line - 1];
  GArray *found = advice_loops(lines, moves[i].line, strlen(text) - 1, ADVICE_SYNTAX_C);
  const AdviceMoves one = {lines, moves[i].line, ADVICE_SYNTAX_C, &g_array_index(found, AdviceLoop, 0), moves[i].name};
  if (found->len != 1 || advice_moves(&one) != moves[i].expected) {
    printf("FAILED: '%s' moves: expected %d\n", moves[i].text, moves[i].expected);
    failures++;
  }
  g_array_unref(found);
  g_ptr_array_unref(lines);
}

int main(void) {
  for (size_t i = 0; i < G_N_ELEMENTS(loops); i++) check_loops(i);
  for (size_t i = 0; i < G_N_ELEMENTS(moves); i++) check_moves(i);
  for (size_t i = 0; i < G_N_ELEMENTS(walks); i++) {
    GPtrArray *subscripts = split(walks[i].subscripts, ";");
    const AdviceWalk walk = advice_walk(subscripts, walks[i].first, "i");
    if (walk != walks[i].expected) printf("FAILED: '%s': %d\n", walks[i].subscripts, walk);
    failures += walk != walks[i].expected;
    g_ptr_array_unref(subscripts);
  }
  check_unknown_lines();
  check_definition();
  return failures != 0;
}
