/* paper_figure.c: see paper_figure.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/ui/paper_figure.h"

#include "tests/ui/fake_uses.h"

const AttrReadsRules paper_rules = {.threshold = ATTR_READS_THRESHOLD};

UsesFunction *paper_figure(void) {
  static const char *const names[PAPER_VARIABLES] = {"x", "y", "a", "b", "i", "j", "k"};
  UsesFunction *function = fake_function("figure", "figure.c");
  for (unsigned i = 0; i < PAPER_VARIABLES; i++) fake_data(function, i <= PAPER_Y ? USES_STATIC : USES_STACK, names[i]);
  fake_access(function, 1, PAPER_A, "a", false, 0);
  fake_access(function, 1, PAPER_B, "b", false, 0);
  fake_access(function, 2, PAPER_X, "x[a]", false, 0);
  fake_access(function, 2, PAPER_A, "a", false, 0);
  fake_access(function, 2, PAPER_Y, "y[b]", false, 0);
  fake_access(function, 2, PAPER_B, "b", false, 0);
  fake_access(function, 2, PAPER_I, "i", true, 0);
  fake_access(function, 3, PAPER_Y, "y[a]", false, 0);
  fake_access(function, 3, PAPER_A, "a", false, 0);
  fake_access(function, 3, PAPER_Y, "y[b]", false, 0);
  fake_access(function, 3, PAPER_B, "b", false, 0);
  fake_access(function, 3, PAPER_J, "j", true, 0);
  fake_access(function, 4, PAPER_X, "x[b]", false, 0);
  fake_access(function, 4, PAPER_B, "b", false, 0);
  fake_access(function, 4, PAPER_K, "k", true, 0);
  fake_loop(function, 1, PAPER_LINES, USES_NONE);
  fake_lines(function, 1, PAPER_LINES);
  return function;
}
