/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/phases/phases_output.h"

#include "bins/bin_phases.h"
#include "bins/bin_text.h"
#include "ui/base/ui_json.h"
#include "ui/base/ui_output.h"
#include "ui/base/ui_text.h"

enum { STRIP = 72, DECIMALS = 9, DOCUMENT_VERSION = 1, WEIGHT_WHOLE = 1000000000 /* stands for the weight 1 */ };

/* ---- the table ---- */

/* Appends a line for a representative. The line begins with the phase if this is the first representative of the
 * phase. */
static void append_representative(const PhasesRepresentatives *chosen, unsigned i, GString *out) {
  const PhasesRepresentative *one = &chosen->all[i];
  const Phases *phases = chosen->phases;
  const PhasesPhase *phase = &phases->phases[one->phase];
  const PhasesInterval *interval = phases_representatives_interval(chosen, i);
  g_autofree char *weight = g_strdup_printf(
      "%.1f%%", 100 * ui_text_ratio((double)phase->instructions, (double)phases->run->instructions));
  if (i == 0 || chosen->all[i - 1].phase != one->phase)
    g_string_append_printf(out, "%c %4u  %6s  %9u", ui_strip_mark(one->phase + 1), one->phase + 1, weight,
                           phase->intervals);
  else
    g_string_append_printf(out, "%25s", "");
  g_string_append_printf(out, "  %14u  %15" G_GUINT64_FORMAT "  %12" G_GUINT64_FORMAT "\n", one->interval,
                         interval->begin, interval->instructions);
}

void phases_table(const PhasesRepresentatives *chosen, const char *path, GString *out) {
  const Phases *phases = chosen->phases;
  g_autofree char *printable = ui_text_escaped(path);
  g_string_append_printf(out, "Vectors: %s\nRun:     ", printable);
  ui_text_append_count(out, (double)phases->run->instructions);
  g_string_append_printf(out, " instructions in %u interval%s\n\n", phases->run->n, phases->run->n == 1 ? "" : "s");
  g_string_append(out, " Phase  Weight  Intervals  Representative        begins at  instructions\n");
  for (unsigned i = 0; i < chosen->n; i++) append_representative(chosen, i, out);
  g_string_append(out, "\nThe representatives have ");
  ui_text_append_percent(out, (double)phases_representatives_instructions(chosen), (double)phases->run->instructions);
  g_string_append(out, " of the instructions. The run, from start to end:\n");
  ui_strip_text(phases->stretches, phases->n_stretches, MIN(STRIP, phases->run->n), out);
}

/* ---- JSON ---- */

static void put_interval(UiJson *json, const PhasesInterval *interval) {
  ui_json_number(json, "begin", interval->begin);
  ui_json_number(json, "instructions", interval->instructions);
}

/* Writes a weight, which is a share of the instructions of the program. */
static void put_share(UiJson *json, const Phases *phases, uint64_t instructions) {
  ui_json_decimal(json, "weight", (double)instructions / (double)phases->run->instructions, DECIMALS);
}

static void put_representatives(UiJson *json, const PhasesRepresentatives *chosen, unsigned phase) {
  ui_json_begin_array(json, "representatives");
  for (unsigned i = 0; i < chosen->n; i++) {
    const PhasesRepresentative *one = &chosen->all[i];
    if (one->phase != phase) continue;
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "interval", one->interval);
    put_interval(json, phases_representatives_interval(chosen, i));
    put_share(json, chosen->phases, one->instructions);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_phase(UiJson *json, const PhasesRepresentatives *chosen, unsigned number) {
  const PhasesPhase *phase = &chosen->phases->phases[number];
  ui_json_begin_object(json, NULL);
  ui_json_number(json, "phase", number + 1);
  put_share(json, chosen->phases, phase->instructions);
  ui_json_number(json, "intervals", phase->intervals);
  ui_json_number(json, "instructions", phase->instructions);
  put_representatives(json, chosen, number);
  ui_json_end_object(json);
}

void phases_json(const PhasesRepresentatives *chosen, const char *path, uint64_t seed, FILE *file) {
  const Phases *phases = chosen->phases;
  UiJson document, *json = &document;
  ui_json_start(json, file);
  ui_json_begin_object(json, NULL);
  ui_json_number(json, "version", DOCUMENT_VERSION);
  ui_json_string(json, "vectors", path);
  ui_json_number(json, "seed", seed);
  ui_json_number(json, "instructions", phases->run->instructions);
  ui_json_begin_array(json, "phases");
  for (unsigned i = 0; i < phases->n; i++) put_phase(json, chosen, i);
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

static void put_word(bin_text *text, const char *word, uint64_t number) {
  bin_text_put(text, word);
  bin_text_put(text, " ");
  bin_text_number(text, number);
}

static void put_interval_line(bin_text *text, const PhasesRepresentatives *chosen, unsigned i, uint64_t weight) {
  const PhasesRepresentative *one = &chosen->all[i];
  const PhasesInterval *interval = phases_representatives_interval(chosen, i);
  put_word(text, "phase", one->phase + 1);
  put_word(text, " interval", one->interval);
  put_word(text, " begin", interval->begin);
  put_word(text, " instructions", interval->instructions);
  put_word(text, " weight", weight / WEIGHT_WHOLE);
  g_autofree char *decimals = g_strdup_printf(".%0*" G_GUINT64_FORMAT, DECIMALS, weight % WEIGHT_WHOLE);
  bin_text_put(text, decimals);
  bin_text_end_line(text);
}

/* Writes the representatives. Their weights are rounded so that the sum of the weights is 1. */
static void put_intervals(bin_text *text, const PhasesRepresentatives *chosen) {
  uint64_t sum = 0, before = 0;
  for (unsigned i = 0; i < chosen->n; i++) {
    sum += chosen->all[i].instructions;
    const double share = (double)sum / (double)chosen->phases->run->instructions;
    const uint64_t up_to = (uint64_t)(share * (double)WEIGHT_WHOLE + 0.5);
    put_interval_line(text, chosen, i, up_to - before);
    before = up_to;
  }
}

bool phases_representatives(const PhasesRepresentatives *chosen, FILE *file) {
  const Phases *phases = chosen->phases;
  g_autofree bin_text *text = g_new(bin_text, 1);
  bin_text_start(text, ui_output_bytes, file);
  put_word(text, BIN_PHASES_FORMAT, BIN_PHASES_VERSION);
  bin_text_end_line(text);
  put_intervals(text, chosen);
  for (unsigned i = 0; i < phases->n_stretches; i++) {
    put_word(text, "stretch phase", phases->stretches[i].phase);
    put_word(text, " instructions", phases->stretches[i].instructions);
    bin_text_end_line(text);
  }
  return bin_text_finish(text);
}
