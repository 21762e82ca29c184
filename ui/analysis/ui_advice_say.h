/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_say.h: sentences and figures that several rules of advice need. Only for the files of ui_advice*.c. */
#pragma once

#include "ui/analysis/ui_advice_cause.h"

/* A trouble while it is put into words. */
typedef struct {
  const UiAdviceContext *context;
  const UiTrouble *trouble;
  const UiCause *cause;
  const UiCounts *counts;
  const UiDataGroup *facts; /* of the trouble's data */
  const char *data, *other; /* names, fit to print; other: NULL where there is none */
  GString *finding, *remedy;
  UiAdvice *advice;
} UiWords;

double ui_say_percent(double part, double whole);
double ui_say_misses(const UiWords *words);

/* Appends to the finding, or to the remedy. */
void ui_say(const UiWords *words, const char *format, ...) G_GNUC_PRINTF(2, 3);
void ui_say_remedy(const UiWords *words, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Appends a count, or bytes, to the finding, as people read them. */
void ui_say_count(const UiWords *words, double count);
void ui_say_bytes(const UiWords *words, uint64_t bytes);

void ui_say_figure(const UiWords *words, const char *what, double value, UiFigureUnit unit);

/* Figures: of replacement misses, capacity and conflict, where that is known; the memory that was touched, where that
 * is known; references for each miss. */
void ui_say_kinds(const UiWords *words);
void ui_say_size(const UiWords *words);
void ui_say_references(const UiWords *words);

/* " 1.1 MB of it are touched, and the cache holds 32 KB." if it is more than that. */
void ui_say_sizes(const UiWords *words);

/* " Most of it is on a (40.0%), b (12.3%).": of code the data, of data the code. */
void ui_say_parts(const UiWords *words);

/* In which steps the hottest instruction goes through the data, if they are long and the profile tells. */
void ui_say_step(const UiWords *words);
