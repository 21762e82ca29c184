/* ui_phases_output.c: see ui_phases_output.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/phases/ui_phases_output.h"

#include "ui/base/ui_json.h"
#include "ui/base/ui_text.h"

enum { STRIP = 72, DECIMALS = 9, FORMAT_VERSION = 1, DOCUMENT_VERSION = 1 };

static const UiInterval *representative(const UiPhases *phases, unsigned phase) {
  return &phases->run->intervals[phases->phases[phase].representative];
}

/* ---- the table ---- */

uint64_t ui_phases_represented(const UiPhases *phases) {
  uint64_t sum = 0;
  for (unsigned i = 0; i < phases->n; i++) sum += representative(phases, i)->instructions;
  return sum;
}

static void append_phase(const UiPhases *phases, unsigned number, GString *out) {
  const UiPhase *phase = &phases->phases[number];
  const UiInterval *interval = representative(phases, number);
  g_autofree char *weight = g_strdup_printf(
      "%.1f%%", 100 * ui_text_ratio((double)phase->instructions, (double)phases->run->instructions));
  g_string_append_printf(out, "%c %4u  %6s  %9u  %14u  %15" G_GUINT64_FORMAT "  %12" G_GUINT64_FORMAT "\n",
                         ui_strip_mark(number + 1), number + 1, weight, phase->intervals, phase->representative,
                         interval->begin, interval->instructions);
}

void ui_phases_table(const UiPhases *phases, const char *path, GString *out) {
  g_autofree char *printable = ui_text_escaped(path);
  g_string_append_printf(out, "Vectors: %s\nRun:     ", printable);
  ui_text_append_count(out, (double)phases->run->instructions);
  g_string_append_printf(out, " instructions in %u interval%s\n\n", phases->run->n, phases->run->n == 1 ? "" : "s");
  g_string_append(out, " Phase  Weight  Intervals  Representative        begins at  instructions\n");
  for (unsigned i = 0; i < phases->n; i++) append_phase(phases, i, out);
  g_string_append(out, "\nThe representatives have ");
  ui_text_append_percent(out, (double)ui_phases_represented(phases), (double)phases->run->instructions);
  g_string_append(out, " of the instructions. The run, from its begin to its end:\n");
  ui_strip_text(phases->stretches, phases->n_stretches, MIN(STRIP, phases->run->n), out);
}

/* ---- JSON ---- */

static void put_interval(UiJson *json, const UiInterval *interval) {
  ui_json_number(json, "begin", interval->begin);
  ui_json_number(json, "instructions", interval->instructions);
}

static void put_phase(UiJson *json, const UiPhases *phases, unsigned number) {
  const UiPhase *phase = &phases->phases[number];
  ui_json_begin_object(json, NULL);
  ui_json_number(json, "phase", number + 1);
  ui_json_decimal(json, "weight", (double)phase->instructions / (double)phases->run->instructions, DECIMALS);
  ui_json_number(json, "intervals", phase->intervals);
  ui_json_number(json, "instructions", phase->instructions);
  ui_json_begin_object(json, "representative");
  ui_json_number(json, "interval", phase->representative);
  put_interval(json, representative(phases, number));
  ui_json_end_object(json);
  ui_json_end_object(json);
}

void ui_phases_json(const UiPhases *phases, const char *path, uint64_t seed, FILE *file) {
  UiJson document, *json = &document;
  ui_json_start(json, file);
  ui_json_begin_object(json, NULL);
  ui_json_number(json, "version", DOCUMENT_VERSION);
  ui_json_string(json, "vectors", path);
  ui_json_number(json, "seed", seed);
  ui_json_number(json, "instructions", phases->run->instructions);
  ui_json_begin_array(json, "phases");
  for (unsigned i = 0; i < phases->n; i++) put_phase(json, phases, i);
  ui_json_end_array(json);
  ui_json_begin_array(json, "intervals");
  for (unsigned i = 0; i < phases->run->n; i++) {
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "phase", phases->phase_of[i] + 1);
    put_interval(json, &phases->run->intervals[i]);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
  ui_json_begin_array(json, "bic");
  for (unsigned i = 0; i < phases->tried; i++) ui_json_decimal(json, NULL, phases->bic[i], 3);
  ui_json_end_array(json);
  ui_json_end_object(json);
}

/* ---- the representatives ---- */

void ui_phases_representatives(const UiPhases *phases, FILE *file) {
  const uint64_t whole = 1000000000; /* of a weight of 1 */
  uint64_t sum = 0, before = 0;
  fprintf(file, "memspy-phases %d\n", FORMAT_VERSION);
  for (unsigned i = 0; i < phases->n; i++) {
    const UiInterval *interval = representative(phases, i);
    sum += phases->phases[i].instructions;
    /* Each weight is rounded so that the sum of all is 1. */
    const uint64_t up_to = (uint64_t)((double)sum / (double)phases->run->instructions * (double)whole + 0.5);
    const uint64_t weight = up_to - before;
    before = up_to;
    fprintf(file,
            "phase %u interval %u begin %" G_GUINT64_FORMAT " instructions %" G_GUINT64_FORMAT
            " weight %" G_GUINT64_FORMAT ".%0*" G_GUINT64_FORMAT "\n",
            i + 1, phases->phases[i].representative, interval->begin, interval->instructions, weight / whole, DECIMALS,
            weight % whole);
  }
  for (unsigned i = 0; i < phases->n_stretches; i++)
    fprintf(file, "stretch phase %" G_GUINT64_FORMAT " instructions %" G_GUINT64_FORMAT "\n", phases->stretches[i].phase,
            phases->stretches[i].instructions);
}
