/* attributing.c: see attributing.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/ui/attributing.h"

#include <string.h>

#include "tests/ui/close.h"
#include "tests/ui/fake_uses.h"
#include "tests/ui/paper_figure.h"

attributing attributing_start(guint64 period) {
  static const UiSamplesObject object = {"/bin/prog", "ab"};
  const UiSamplesEvent event = {"D1", period};
  const attributing test = {ui_samples_new(), ui_variables_new(), {.rules = paper_rules}, NULL};
  test.samples->command = "prog 'with words'";
  g_array_append_val(test.samples->events, event);
  g_array_append_val(test.samples->objects, object);
  fake_reset();
  return test;
}

void attributing_end(attributing *test) {
  fake_reset();
  ui_attribution_free(test->result);
  ui_variables_free(test->variables);
  ui_samples_free(test->samples);
}

void attributing_sample(attributing *test, guint64 n, const guint64 *addresses, guint depth) {
  const UiSample one = {.first = test->samples->frames->len, .count = depth, .samples = n, .process = 7};
  for (guint i = 0; i < depth; i++) {
    const UiSamplesFrame frame = {0, addresses[i]};
    g_array_append_val(test->samples->frames, frame);
  }
  g_array_append_val(test->samples->samples, one);
  test->samples->total += n;
}

void attributing_run(attributing *test) {
  ui_attribution_free(test->result);
  test->result = ui_attribute(test->samples, 0, NULL, NULL, &test->options, test->variables);
}

double attributing_total(const attributing *test) {
  const GArray *cells = test->result->cells;
  double sum = 0;
  for (guint i = 0; i < cells->len; i++) sum += g_array_index(cells, UiAttributeCell, i).samples;
  return sum;
}

bool attributing_has(const attributing *test, UiVariableKind kind, const char *name, double samples) {
  const GArray *cells = test->result->cells;
  double sum = 0;
  for (guint i = 0; i < cells->len; i++) {
    const UiAttributeCell *cell = &g_array_index(cells, UiAttributeCell, i);
    const UiProgramVariable *variable = ui_variables_get(test->variables, cell->variable);
    g_autofree char *full = ui_variables_name(variable);
    if (variable->kind == kind && strcmp(full, name) == 0) sum += cell->samples;
  }
  return is_close(sum, samples);
}
