/* test_reads.c: tests the worked examples of Rutar and Hollingsworth (2011), section 3.3.
 *
 * The paper prints numbers with two digits. Where they differ from the results of its equations, the test expects the
 * results of the equations:
 *
 *   - weights: the added weights of x[a], x[b] and y[a] are .526 (printed: .52, the difference of rounded numbers)
 *   - loop-adjusted misses: a has .109 on each line (printed: .10); y[] on line 3 is .25 * 1.46 + .25 * 1.17 = .66
 *     (printed: .60); a has nothing on line 4, which does not read it (printed: .10). So the sums of y[] and a are
 *     .95 and .22 (printed: .89 and .30)
 *   - skid-adjusted misses: line 3 reads y[a] and y[b], and not x[]: y[] has .29 and x[] nothing there (printed: .14
 *     and .14). So the sums of x[] and y[] are .14 and .36 (printed: .28 and .21), and that of b is .29 (printed:
 *     .28)
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "tests/check.h"
#include "tests/ui/close.h"
#include "tests/ui/fake_uses.h"
#include "tests/ui/paper_figure.h"
#include "ui/attribute/attr_reads.h"

/* Compares with two digits, as the paper prints numbers. */
static bool prints(double found, const char *expected) {
  g_autofree char *text = g_strdup_printf("%.2f", found);
  if (strcmp(text, expected) == 0) return true;
  printf("found %s, expected %s\n", text, expected);
  return false;
}

/* Adds up the weights of reads by variable and line. */
static void add_up(const GArray *reads, double sums[1 + PAPER_LINES][PAPER_VARIABLES]) {
  for (guint i = 0; i < reads->len; i++) {
    const AttrRead *read = &g_array_index(reads, AttrRead, i);
    sums[read->line][read->data] += read->weight;
  }
}

/* One miss on each of lines 2 to 4: raw, or loop-adjusted with the paper's method. */
static void misses_of(const UsesFunction *function, bool loop, double sums[1 + PAPER_LINES][PAPER_VARIABLES]) {
  g_autoptr(GArray) weights = attr_reads_loop_weights(function, 0, &paper_rules);
  for (unsigned line = 2; line <= PAPER_LINES; line++) {
    g_autoptr(GArray) reads = g_array_new(FALSE, FALSE, sizeof(AttrRead));
    attr_reads_of_line(function, line, 1, &paper_rules, reads);
    CHECK(attr_reads_normalise(reads));
    for (guint i = 0; loop && i < reads->len; i++) attr_reads_compensate(&g_array_index(reads, AttrRead, i), weights);
    add_up(reads, sums);
  }
}

static void test_raw(void) {
  UsesFunction *function = paper_figure();
  static const double expected[1 + PAPER_LINES][4] =
      {[2] = {.25, .25, .25, .25}, [3] = {0, .5, .25, .25}, [4] = {.5, 0, 0, .5}};
  double found[1 + PAPER_LINES][PAPER_VARIABLES] = {{0}};
  misses_of(function, false, found);
  for (unsigned line = 2; line <= PAPER_LINES; line++)
    for (unsigned i = PAPER_X; i <= PAPER_B; i++) CHECK(found[line][i] == expected[line][i]);
  fake_function_free(function);
}

/* A spilled value belongs only to its instruction. */
static void test_spilled(void) {
  UsesFunction *function = fake_function("main", "m.c");
  g_autoptr(GArray) reads = g_array_new(FALSE, FALSE, sizeof(AttrRead));
  fake_access(function, 1, fake_data(function, USES_STACK, "kept"), "", false, 1);
  fake_access(function, 1, fake_data(function, USES_HEAP, "x"), "[x]", false, 2);
  g_array_index(function->accesses, UsesAccess, 0).spilled = true;
  CHECK(attr_reads_of_line(function, 1, 1, &paper_rules, reads) == 1 && g_array_index(reads, AttrRead, 0).data == 1);
  CHECK(attr_reads_of_instruction(function, 1, 1, reads) == 1 && g_array_index(reads, AttrRead, 1).data == 0);
  fake_function_free(function);
}

static void test_weights(void) {
  /* The variables in the order in which they are read. */
  static const struct {
    const char *text, *raw, *added, *final;
  } expected[] = {{"a", "0.44", "0.00", "0.44"},    {"b", "0.00", "0.00", "0.00"},    {"x[a]", "0.94", "0.53", "1.46"},
                  {"y[b]", "0.75", "0.42", "1.17"}, {"y[a]", "0.94", "0.53", "1.46"}, {"x[b]", "0.94", "0.53", "1.46"}};
  UsesFunction *function = paper_figure();
  g_autoptr(GArray) weights = attr_reads_loop_weights(function, 0, &paper_rules);
  double raw = 0, added = 0, final = 0;
  CHECK(weights->len == G_N_ELEMENTS(expected));
  for (guint i = 0; i < MIN(weights->len, G_N_ELEMENTS(expected)); i++) {
    const AttrLoopWeight *weight = &g_array_index(weights, AttrLoopWeight, i);
    CHECK(strcmp(weight->text, expected[i].text) == 0);
    CHECK(prints(weight->raw, expected[i].raw) && prints(weight->added, expected[i].added));
    CHECK(prints(weight->final, expected[i].final));
    raw += weight->raw;
    added += weight->added;
    final += weight->final;
  }
  CHECK(is_close(raw, 4) && is_close(added, 2) && is_close(final, 6));
  fake_function_free(function);
}

/* Compares weights with the paper's table. Returns the sum of all. */
static double check_table(double found[1 + PAPER_LINES][PAPER_VARIABLES],
                          const char *const expected[1 + PAPER_LINES][4], const char *const sums[4]) {
  double whole = 0;
  for (unsigned i = PAPER_X; i <= PAPER_B; i++) {
    double sum = 0;
    for (unsigned line = 2; line <= PAPER_LINES; line++) {
      CHECK(prints(found[line][i], expected[line][i]));
      sum += found[line][i];
    }
    CHECK(prints(sum, sums[i]));
    whole += sum;
  }
  return whole;
}

static void test_loop(void) {
  static const char *const expected[1 + PAPER_LINES][4] = {[2] = {"0.37", "0.29", "0.11", "0.00"},
                                                           [3] = {"0.00", "0.66", "0.11", "0.00"},
                                                           [4] = {"0.73", "0.00", "0.00", "0.00"}};
  static const char *const sums[4] = {"1.10", "0.95", "0.22", "0.00"};
  UsesFunction *function = paper_figure();
  double found[1 + PAPER_LINES][PAPER_VARIABLES] = {{0}};
  misses_of(function, true, found);
  check_table(found, expected, sums);
  fake_function_free(function);
}

/* A miss that was sampled on line 4, but in half of the cases happened on line 3. */
static void test_skid(void) {
  static const char *const expected[1 + PAPER_LINES][4] = {[2] = {"0.07", "0.07", "0.07", "0.07"},
                                                           [3] = {"0.00", "0.29", "0.14", "0.14"},
                                                           [4] = {"0.07", "0.00", "0.00", "0.07"}};
  static const char *const sums[4] = {"0.14", "0.36", "0.21", "0.29"};
  static const double p[] = {.25, .5, .25};
  UsesFunction *function = paper_figure();
  g_autoptr(GArray) reads = g_array_new(FALSE, FALSE, sizeof(AttrRead));
  double found[1 + PAPER_LINES][PAPER_VARIABLES] = {{0}};
  for (unsigned d = 0; d < G_N_ELEMENTS(p); d++) attr_reads_of_line(function, 4 - d, p[d], &paper_rules, reads);
  CHECK(attr_reads_normalise(reads));
  add_up(reads, found);
  CHECK(is_close(check_table(found, expected, sums), 1));
  fake_function_free(function);
}

int main(void) {
  test_raw();
  test_spilled();
  test_weights();
  test_loop();
  test_skid();
  return check_failures != 0;
}
