/* fuzz_lines.c: readers of files of lines whose last line is a checksum: samples, basic-block vectors, phases.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "bins/bin_phases.h"
#include "tests/fuzz/fuzz.h"
#include "ui/phases/phases_intervals.h"
#include "ui/samples/samples.h"

/* ---- samples ---- */

static void seal_samples(GByteArray *input) { fuzz_seal_lines(input, "end "); }

static char *text_of_samples(const Samples *samples) {
  GString *text = g_string_new(samples->command);
  for (guint i = 0; i < samples->events->len; i++) {
    const SamplesEvent *event = &g_array_index(samples->events, SamplesEvent, i);
    g_string_append_printf(text, "\n%s %" G_GUINT64_FORMAT, event->name, event->period);
  }
  for (guint i = 0; i < samples->samples->len; i++) {
    const SamplesSample *sample = &g_array_index(samples->samples, SamplesSample, i);
    g_string_append_printf(text, "\n%u %u %u %" G_GUINT64_FORMAT, sample->event, sample->process, sample->thread,
                           sample->samples);
    for (guint j = 0; j < sample->count; j++) {
      const SamplesFrame *frame = &g_array_index(samples->frames, SamplesFrame, sample->first + j);
      g_string_append_printf(text, " %s+%" G_GUINT64_FORMAT,
                             g_array_index(samples->objects, SamplesObject, frame->object).path, frame->address);
    }
  }
  return g_string_free(text, FALSE);
}

static char *read_samples(const GByteArray *input) {
  GError *error = NULL;
  Samples *samples = samples_read(fuzz_path(input), &error);
  if (!fuzz_check_result(samples != NULL, error)) return NULL;
  char *text = text_of_samples(samples);
  samples_free(samples);
  return text;
}

const FuzzReader fuzz_samples = {.name = "samples", .seal = seal_samples, .read = read_samples};

/* ---- basic-block vectors ---- */

static void seal_vectors(GByteArray *input) { fuzz_seal_lines(input, BIN_VECTORS_COMMENT "end "); }

static char *text_of_intervals(const PhasesIntervals *all) {
  GString *text = g_string_new(NULL);
  uint64_t sum = 0;
  for (unsigned i = 0; i < all->n; i++) {
    const PhasesInterval *interval = &all->intervals[i];
    if (interval->begin != sum || interval->instructions == 0)
      fuzz_fail("interval %u does not follow the one before", i);
    sum += interval->instructions;
    g_string_append_printf(text, "%" G_GUINT64_FORMAT, interval->instructions);
    for (unsigned d = 0; d < PHASES_DIMENSIONS; d++) g_string_append_printf(text, " %.12g", all->points[i].at[d]);
    g_string_append_c(text, '\n');
  }
  if (sum != all->instructions) fuzz_fail("the intervals do not add up to the run");
  return g_string_free(text, FALSE);
}

static char *read_vectors(const GByteArray *input) {
  GError *error = NULL;
  PhasesIntervals *all = phases_intervals_read(fuzz_path(input), 0, 1, &error);
  if (!fuzz_check_result(all != NULL, error)) return NULL;
  char *text = text_of_intervals(all);
  phases_intervals_free(all);
  return text;
}

/* Without its first line and without its end line, the file is one of another tool: a file becomes that only by two
 * changes. */
static bool is_of_another_tool(const GByteArray *input, const char *text, const char *valid) {
  (void)text, (void)valid;
  const char *bytes = (const char *)input->data;
  return g_strstr_len(bytes, (gssize)input->len, BIN_VECTORS_FIRST) != bytes;
}

const FuzzReader fuzz_vectors = {
    .name = "vectors", .seal = seal_vectors, .read = read_vectors, .may_differ = is_of_another_tool};

/* ---- phases ---- */

static void seal_phases(GByteArray *input) { fuzz_seal_lines(input, "end "); }

static char *text_of_phases(const bin_representatives *all) {
  GString *text = g_string_new(NULL);
  for (uint32_t i = 0; i < all->n_intervals; i++) {
    const bin_representative *one = &all->intervals[i];
    if (i > 0 && one->begin < one[-1].begin + one[-1].instructions) fuzz_fail("interval %u overlaps the one before", i);
    g_string_append_printf(
        text, "%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %u\n",
        one->phase, one->interval, one->begin, one->instructions, one->share);
  }
  for (uint32_t i = 0; i < all->n_stretches; i++)
    g_string_append_printf(text, "%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT "\n", all->stretches[i].phase,
                           all->stretches[i].instructions);
  return g_string_free(text, FALSE);
}

static char *read_phases(const GByteArray *input) {
  bin_representatives all;
  bin_phases_error error;
  g_autofree char *exact = g_memdup2(input->data, MAX(input->len, 1)); /* has no byte after the last, so that a read
                                                                          beyond it is noticed */
  const bool good = bin_phases_read(&all, exact, input->len, &error);
  if (!good && (error.line == 0 || error.message[0] == '\0')) fuzz_fail("an error without line or message");
  char *text = good ? text_of_phases(&all) : NULL;
  bin_phases_clear(&all);
  return text;
}

const FuzzReader fuzz_phases = {.name = "phases", .seal = seal_phases, .read = read_phases};
