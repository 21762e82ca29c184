/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/phases/phases_strip.h"

#include "ui/base/ui_text.h"

/* Lengths, in units of the picture. */
enum { WIDTH = 960, MARGIN = 16, TITLE = 32, STRIP = 44, MARKS = 14, ROW = 20, COLUMNS = 3 };

/* The colours of the report page, which colour-blind readers can distinguish. Further phases use paler variants of
 * these colours. */
static const char *const colours[] = {"#2878b8", "#e69f00", "#009e73", "#d55e00",
                                      "#cc79a7", "#56b4e9", "#8a949e", "#b5a800"};

static void put_fill(unsigned phase, FILE *file) {
  static const char *const strengths[] = {"1", "0.65", "0.35"};
  const unsigned n = G_N_ELEMENTS(colours);
  fprintf(file, " fill=\"%s\" fill-opacity=\"%s\"", colours[phase % n], strengths[phase / n % G_N_ELEMENTS(strengths)]);
}

static uint64_t end_of(const PhasesInterval *interval) { return interval->begin + interval->instructions; }

static double place(const Phases *phases, uint64_t instructions) {
  return MARGIN + (WIDTH - 2.0 * MARGIN) * (double)instructions / (double)phases->run->instructions;
}

/* Writes one part of the strip for each sequence of consecutive intervals of the same phase. */
static void put_parts(const Phases *phases, FILE *file) {
  const PhasesIntervals *run = phases->run;
  for (unsigned first = 0, next; first < run->n; first = next) {
    const unsigned phase = phases->phase_of[first];
    for (next = first + 1; next < run->n && phases->phase_of[next] == phase; next++) continue;
    const double x = place(phases, run->intervals[first].begin);
    fprintf(file, "<rect x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\"", x, TITLE,
            place(phases, end_of(&run->intervals[next - 1])) - x, STRIP);
    put_fill(phase, file);
    fprintf(file, "><title>phase %u: ", phase + 1);
    if (next - first > 1)
      fprintf(file, "intervals %u to %u</title></rect>\n", first, next - 1);
    else
      fprintf(file, "interval %u</title></rect>\n", first);
  }
}

/* Writes a triangle below the strip for each representative. */
static void put_representatives(const PhasesRepresentatives *chosen, FILE *file) {
  for (unsigned i = 0; i < chosen->n; i++) {
    const PhasesRepresentative *one = &chosen->all[i];
    const PhasesInterval *interval = phases_representatives_interval(chosen, i);
    const double x = place(chosen->phases, interval->begin + interval->instructions / 2);
    fprintf(file, "<path d=\"M%.2f %d l5 9 h-10 z\"", x, TITLE + STRIP + 2);
    put_fill(one->phase, file);
    fprintf(file, "><title>interval %u represents phase %u</title></path>\n", one->interval, one->phase + 1);
  }
}

static int row_top(unsigned row) { return TITLE + STRIP + MARKS + 8 + (int)row * ROW; }

/* Writes the representative of a phase, or how many there are if there are several. */
static void put_representative_of(const PhasesRepresentatives *chosen, unsigned phase, FILE *file) {
  unsigned n = 0, interval = 0;
  for (unsigned i = 0; i < chosen->n; i++) {
    if (chosen->all[i].phase != phase) continue;
    interval = chosen->all[i].interval;
    n++;
  }
  if (n > 1)
    fprintf(file, "%u intervals", n);
  else
    fprintf(file, "interval %u", interval);
}

static void put_legend(const PhasesRepresentatives *chosen, FILE *file) {
  const Phases *phases = chosen->phases;
  for (unsigned i = 0; i < phases->n; i++) {
    const PhasesPhase *phase = &phases->phases[i];
    const int x = MARGIN + (int)(i % COLUMNS) * (WIDTH - 2 * MARGIN) / COLUMNS, y = row_top(i / COLUMNS);
    fprintf(file, "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"12\"", x, y);
    put_fill(i, file);
    fprintf(file, "/>\n<text x=\"%d\" y=\"%d\">phase %u: %.1f%%, represented by ", x + 18, y + 11, i + 1,
            100 * ui_text_ratio((double)phase->instructions, (double)phases->run->instructions));
    put_representative_of(chosen, i, file);
    fputs("</text>\n", file);
  }
}

void phases_strip_svg(const PhasesRepresentatives *chosen, const char *name, FILE *file) {
  const Phases *phases = chosen->phases;
  const int height = row_top((phases->n + COLUMNS - 1) / COLUMNS) + 8;
  g_autofree char *valid = ui_text_escaped_utf8(name), *escaped = g_markup_escape_text(valid, -1);
  GString *instructions = g_string_new(NULL);
  ui_text_append_count(instructions, (double)phases->run->instructions);
  fprintf(file,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\""
          " font-family=\"system-ui, sans-serif\" font-size=\"13\">\n"
          "<title>Phases of %s</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n"
          "<text x=\"%d\" y=\"20\">%s: %s instructions in %u intervals, %u phase%s</text>\n",
          WIDTH, height, WIDTH, height, escaped, WIDTH, height, MARGIN, escaped, instructions->str, phases->run->n,
          phases->n, phases->n == 1 ? "" : "s");
  put_parts(phases, file);
  put_representatives(chosen, file);
  put_legend(chosen, file);
  fputs("</svg>\n", file);
  g_string_free(instructions, TRUE);
}
