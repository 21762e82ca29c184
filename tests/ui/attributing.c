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
  static const SamplesObject object = {"/bin/prog", "ab"};
  const SamplesEvent event = {"D1", period};
  const attributing test = {samples_new(), attr_variables_new(), {.rules = paper_rules}, NULL};
  test.samples->command = "prog 'with words'";
  g_array_append_val(test.samples->events, event);
  g_array_append_val(test.samples->objects, object);
  fake_reset();
  return test;
}

void attributing_end(attributing *test) {
  fake_reset();
  attr_attribution_free(test->result);
  attr_variables_free(test->variables);
  samples_free(test->samples);
}

void attributing_sample(attributing *test, guint64 n, const guint64 *addresses, guint depth) {
  const SamplesSample one = {.first = test->samples->frames->len, .count = depth, .samples = n, .process = 7};
  for (guint i = 0; i < depth; i++) {
    const SamplesFrame frame = {0, addresses[i]};
    g_array_append_val(test->samples->frames, frame);
  }
  g_array_append_val(test->samples->samples, one);
  test->samples->total += n;
}

void attributing_run(attributing *test) {
  attr_attribution_free(test->result);
  test->result = attr_attribute(test->samples, 0, NULL, NULL, &test->options, test->variables);
}

double attributing_total(const attributing *test) {
  const GArray *cells = test->result->cells;
  double sum = 0;
  for (guint i = 0; i < cells->len; i++) sum += g_array_index(cells, AttrCell, i).samples;
  return sum;
}

bool attributing_has(const attributing *test, AttrVariableKind kind, const char *name, double samples) {
  const GArray *cells = test->result->cells;
  double sum = 0;
  for (guint i = 0; i < cells->len; i++) {
    const AttrCell *cell = &g_array_index(cells, AttrCell, i);
    const AttrProgramVariable *variable = attr_variables_get(test->variables, cell->variable);
    g_autofree char *full = attr_variables_name(variable);
    if (variable->kind == kind && strcmp(full, name) == 0) sum += cell->samples;
  }
  return is_close(sum, samples);
}
