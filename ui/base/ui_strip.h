/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_strip.h: a run as a strip of characters: the phase of each part, from start to end. */
#pragma once

#include <glib.h>
#include <stdint.h>

/* A part of a run in one phase. */
typedef struct {
  uint64_t phase; /* its number, from 1 */
  uint64_t instructions;
} UiStretch;

/* Phases that have a character of their own. */
enum { UI_STRIP_MARKS = 61 };

/* Returns the character of a phase: 1 to 9, then letters; '*' after UI_STRIP_MARKS. */
char ui_strip_mark(uint64_t phase);

/* Returns the instructions of n stretches. */
uint64_t ui_strip_instructions(const UiStretch *stretches, uint32_t n);

/* Appends a line of `width` (at least 1) characters, each for an equal part of the n stretches: the phase with most
 * instructions in that part. */
void ui_strip_text(const UiStretch *stretches, uint32_t n, unsigned width, GString *out);
