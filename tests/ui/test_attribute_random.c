/* test_attribute_random.c: tests properties of every attribution, with random uses: no sample is lost, the shares equal
 * those of a naive model, and the profile of the attribution has all samples.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "tests/check.h"
#include "tests/coherence/dice.h"
#include "tests/ui/attributing.h"
#include "tests/ui/fake_uses.h"
#include "tests/ui/paper_figure.h"
#include "ui/attribute/attr_profile.h"

enum { SEEDS = 200, LINES = 12, DATA = 5, ACCESSES = 30, SAMPLES = 40 };

static UsesFunction *random_function(dice *d, const char *name) {
  static const char *const texts[] = {"p[i]", "q[i]", "v", "w"}, *const names[] = {"p", "q", "v", "w", "u"};
  UsesFunction *function = fake_function(name, "random.c");
  for (unsigned i = 0; i < DATA; i++) fake_data(function, dice_below(d, USES_UNKNOWN + 1), names[i]);
  for (unsigned line = 1; line <= LINES; line++) {
    if (dice_chance(d, 80)) g_array_append_val(function->lines, line);
    for (unsigned n = dice_below(d, 4); n > 0; n--)
      fake_access(function, line, dice_below(d, DATA), texts[dice_below(d, G_N_ELEMENTS(texts))], dice_chance(d, 30),
                  0);
  }
  function->first = 1;
  if (dice_chance(d, 70)) fake_loop(function, dice_between(d, 1, 4), dice_between(d, 5, LINES), USES_NONE);
  if (function->loops->len != 0 && dice_chance(d, 50)) fake_loop(function, 5, dice_between(d, 5, 6), 0);
  for (unsigned line = 1; line <= LINES; line++) {
    const guint32 arguments[] = {dice_below(d, DATA), USES_NONE};
    fake_call(function, line, dice_chance(d, 50) ? "f" : "g", arguments, 2);
  }
  return function;
}

static attributing random_samples(dice *d, UsesFunction *const functions[2]) {
  attributing test = attributing_start(dice_between(d, 0, 9));
  for (unsigned i = 0; i < 2 * LINES; i++) {
    const guint64 address = fake_add(functions[i % 2], i / 2 + 1);
    fake_instruction *one = &fake_code[address - 1];
    for (; one->n_before < dice_below(d, FAKE_WAYS); one->n_before++) {
      UsesBefore *before = &one->before[one->n_before];
      *before = (UsesBefore){dice_between(d, 1, 2 * LINES), one->n_before / 2 + 1, dice_below(d, 501) / 1000.0};
    }
  }
  for (unsigned i = 0; i < SAMPLES; i++) {
    guint64 path[3];
    for (unsigned k = 0; k < 3; k++) path[k] = dice_between(d, 1, 2 * LINES + 2);
    attributing_sample(&test, dice_between(d, 1, 100), path, dice_between(d, 1, 3));
  }
  return test;
}

/* Raw attribution, one sample after the other: each different read of the sample's line gets the same share; without
 * reads, each write. */
static double naive_raw(const Samples *samples, UsesFunction *const functions[2], const char *name) {
  double sum = 0;
  for (guint i = 0; i < samples->samples->len; i++) {
    const SamplesSample *one = &g_array_index(samples->samples, SamplesSample, i);
    const guint64 address = g_array_index(samples->frames, SamplesFrame, one->first).address;
    if (address > 2 * LINES) continue;
    const UsesFunction *function = functions[(address - 1) % 2];
    const unsigned line = (unsigned)(address - 1) / 2 + 1;
    for (unsigned writes = 0; writes < 2; writes++) {
      g_autoptr(GHashTable) unique = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
      for (guint k = 0; k < function->accesses->len; k++) {
        const UsesAccess *access = &g_array_index(function->accesses, UsesAccess, k);
        const UsesData *data = &g_array_index(function->data, UsesData, access->data);
        if (access->line == line && access->write == writes)
          g_hash_table_add(unique, g_strdup_printf("%s %s", data->name, access->text));
      }
      GHashTableIter iter;
      gpointer key;
      g_hash_table_iter_init(&iter, unique);
      while (g_hash_table_iter_next(&iter, &key, NULL))
        if (*(const char *)key == *name) sum += (double)one->samples / g_hash_table_size(unique);
      if (g_hash_table_size(unique) != 0) break;
    }
  }
  return sum;
}

static double samples_called(const attributing *test, const char *name) {
  const GArray *cells = test->result->cells;
  double sum = 0;
  for (guint i = 0; i < cells->len; i++) {
    const AttrCell *cell = &g_array_index(cells, AttrCell, i);
    if (strcmp(attr_variables_get(test->variables, cell->variable)->name, name) == 0) sum += cell->samples;
  }
  return sum;
}

/* Checks that the profile has all samples, times their period, and can be read. It must name a process if all samples
 * belong to that process. */
static void check_profile(const attributing *test) {
  const Samples *samples = test->samples;
  g_autofree char *path = g_strdup("test_attribute_random_XXXXXX");
  const ProfileOption setting = {"skid", "1,1"};
  const AttrOrigin origin = {samples, 0, test->variables, "raw", &setting, 1, 5};
  const SamplesSample *first = &g_array_index(samples->samples, SamplesSample, 0), *second = first + 1;
  const bool of_one = samples->samples->len == 1 || first->process == second->process;
  GError *error = NULL;
  g_close(g_mkstemp(path), NULL);
  CHECK(attr_profile(test->result, &origin, path, &error));
  Profile *profile = profile_load(path, &error);
  if (profile == NULL) printf("%s\n", error->message);
  CHECK(profile != NULL);
  g_clear_error(&error);
  g_unlink(path);
  if (profile == NULL) return;
  const guint64 period = MAX(g_array_index(samples->events, SamplesEvent, 0).period, 1);
  uint64_t unknown = 0;
  for (uint32_t i = 0; i < profile->n_cells; i++)
    if (profile->cells[i].bin == 0) unknown += profile->cells[i].counts.read_misses;
  CHECK(profile->of_samples && profile->totals.counts.read_misses == samples->total * period);
  CHECK(fabs((double)unknown - ((double)samples->total - test->result->attributed) * (double)period) <=
        profile->n_cells + 1);
  CHECK(profile->n_batches == 1 && profile->n_batch_cells == profile->n_cells);
  CHECK(strcmp(profile->command[0], "prog 'with words'") == 0 && profile->command[1] == NULL);
  CHECK(profile->pid == (of_one ? first->process : 0));
  profile_free(profile);
}

static void check_raw(const attributing *test, UsesFunction *const functions[2]) {
  for (unsigned i = 0; i < DATA; i++) {
    const UsesData *of[2];
    for (unsigned f = 0; f < 2; f++) of[f] = &g_array_index(functions[f]->data, UsesData, i);
    if (of[0]->kind == USES_UNKNOWN || of[1]->kind == USES_UNKNOWN) continue;
    const double expected = naive_raw(test->samples, functions, of[0]->name);
    CHECK(fabs(samples_called(test, of[0]->name) - expected) < 1e-6);
  }
}

static void test_random(unsigned seed) {
  static double p[] = {.2, .5, .3};
  const AttrSkid skid = {G_N_ELEMENTS(p), p};
  dice d = {seed};
  UsesFunction *const functions[] = {random_function(&d, "f"), random_function(&d, "g")};
  attributing test = random_samples(&d, functions);
  const double all = (double)test.samples->total;
  const int before = check_failures;
  test.options = (AttrOptions){.rules = {dice_chance(&d, 20), .75}, .skid = &skid};
  test.options.steps = dice_below(&d, 2 * ATTR_STEP_INSTRUCTION);
  test.options.calls = dice_chance(&d, 50);
  test.options.receivers = dice_chance(&d, 50);
  test.options.skid_of_instructions = dice_chance(&d, 50);
  attributing_run(&test);
  const GArray *cells = test.result->cells;
  CHECK(test.result->samples == test.samples->total && fabs(attributing_total(&test) - all) < 1e-6);
  CHECK(test.result->attributed <= all + 1e-6);
  for (guint i = 0; i < cells->len; i++) CHECK(g_array_index(cells, AttrCell, i).samples >= 0);
  if (seed % 8 == 0) check_profile(&test);
  g_array_index(test.samples->samples, SamplesSample, 0).process = 0;
  if (seed % 32 == 0) check_profile(&test);
  test.options = (AttrOptions){.rules = paper_rules};
  attributing_run(&test);
  check_raw(&test, functions);
  if (check_failures != before) printf("seed %u\n", seed);
  attributing_end(&test);
  for (unsigned i = 0; i < 2; i++) fake_function_free(functions[i]);
}

int main(void) {
  for (unsigned seed = 1; seed <= SEEDS; seed++) test_random(seed);
  return check_failures != 0;
}
