/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_say.h: sentences and figures that several rules of advice share. Only for the files of ui_advice*.c. */
#pragma once

#include "ui/analysis/ui_advice_cause.h"

/* A bottleneck whose finding is written. */
typedef struct {
  const UiAdviceContext *context;
  const UiTrouble *trouble;
  const UiCause *cause;
  const UiCounts *counts;
  const UiDataGroup *facts; /* the data group of the bottleneck */
  const char *data, *other; /* names, escaped for printing; other: NULL if no other data are involved */
  GString *finding, *remedy;
  UiAdvice *advice;
} UiWords;

double ui_say_percent(double part, double whole);
double ui_say_misses(const UiWords *words);

/* Append formatted text to the finding, or to the remedy. */
void ui_say(const UiWords *words, const char *format, ...) G_GNUC_PRINTF(2, 3);
void ui_say_remedy(const UiWords *words, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Append a count, or bytes, to the finding in readable form. */
void ui_say_count(const UiWords *words, double count);
void ui_say_bytes(const UiWords *words, uint64_t bytes);

void ui_say_figure(const UiWords *words, const char *what, double value, UiFigureUnit unit);

/* Add figures: the capacity and conflict shares of the replacement misses, if known; the touched memory, if known;
 * references per miss. */
void ui_say_kinds(const UiWords *words);
void ui_say_size(const UiWords *words);
void ui_say_references(const UiWords *words);

/* Appends " 1.1 MB of it are touched, and the cache holds 32 KB." if the touched memory exceeds the cache. */
void ui_say_sizes(const UiWords *words);

/* Appends " Most of it is on a (40.0%), b (12.3%).": the data of code, the code of data. */
void ui_say_parts(const UiWords *words);

/* Appends the stride of the hottest instruction, if it is half a line or more and the profile has it. */
void ui_say_step(const UiWords *words);
