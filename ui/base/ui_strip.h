/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_strip.h: a run as a strip of characters, from its begin to its end: which phase is where. */
#ifndef UI_UI_STRIP_H
#define UI_UI_STRIP_H

#include <glib.h>
#include <stdint.h>

/* A part of a run that is of one phase. */
typedef struct {
  uint64_t phase; /* its number, from 1 */
  uint64_t instructions;
} UiStretch;

/* So many phases have a character of their own. */
enum { UI_STRIP_MARKS = 61 };

/* The character of a phase: 1 to 9, then letters; '*' of those beyond. */
char ui_strip_mark(uint64_t phase);

/* Instructions of n stretches. */
uint64_t ui_strip_instructions(const UiStretch *stretches, uint32_t n);

/* Appends a line of `width` such characters, each for as much of the n stretches, at least one: the phase that has most
 * of it. */
void ui_strip_text(const UiStretch *stretches, uint32_t n, unsigned width, GString *out);

#endif
