/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/base/ui_strip.h"

#include <string.h>

static const char marks[] = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ*";
G_STATIC_ASSERT(sizeof marks - 2 == UI_STRIP_MARKS);

/* Returns the index of a phase in `marks`. */
static unsigned index_of(uint64_t phase) { return (unsigned)MIN(phase - 1, UI_STRIP_MARKS); }

char ui_strip_mark(uint64_t phase) { return marks[index_of(phase)]; }

uint64_t ui_strip_instructions(const UiStretch *stretches, uint32_t n) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < n; i++) sum += stretches[i].instructions;
  return sum;
}

/* A position in the run of the program. */
typedef struct {
  const UiStretch *next, *end;
  double begin; /* number of instructions before the stretch `next` */
} Position;

/* Returns the mark of the phase with most instructions between `begin` and `end`. If there are several such phases,
 * returns the mark of the first one. Moves the position to `end`. */
static char next_mark(Position *at, double begin, double end) {
  double parts[UI_STRIP_MARKS + 1] = {0};
  unsigned best = index_of(at->next->phase);
  for (;; at->next++) {
    const double after = at->begin + (double)at->next->instructions;
    const unsigned phase = index_of(at->next->phase);
    parts[phase] += MIN(after, end) - MAX(at->begin, begin);
    if (parts[phase] > parts[best]) best = phase;
    if (after > end || at->next + 1 == at->end) return marks[best];
    at->begin = after;
  }
}

void ui_strip_text(const UiStretch *stretches, uint32_t n, unsigned width, GString *out) {
  const double step = (double)ui_strip_instructions(stretches, n) / width;
  Position at = {stretches, stretches + n, 0};
  for (unsigned i = 0; i < width; i++) g_string_append_c(out, next_mark(&at, step * i, step * (i + 1)));
  g_string_append_c(out, '\n');
}
