/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_strip.h: shows a run of a program as a strip of characters, one for each part of the run. The character shows the
 * phase of the part. */
#pragma once

#include <glib.h>
#include <stdint.h>

/* A stretch of a run that belongs to one phase. */
typedef struct {
  uint64_t phase; /* number of the phase, from 1 */
  uint64_t instructions;
} UiStretch;

/* The number of phases that have a character of their own. */
enum { UI_STRIP_MARKS = 61 };

/* Returns the character of a phase: a digit from 1 to 9, then a letter; '*' for phases above UI_STRIP_MARKS. */
char ui_strip_mark(uint64_t phase);

/* Returns the total number of instructions in n stretches. */
uint64_t ui_strip_instructions(const UiStretch *stretches, uint32_t n);

/* Divides n stretches into `width` (at least 1) equal parts, and appends a line with one character for each part. The
 * character shows the phase with most instructions in the part. */
void ui_strip_text(const UiStretch *stretches, uint32_t n, unsigned width, GString *out);
