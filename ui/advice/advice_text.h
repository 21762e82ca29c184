/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_text.h: writes sentences and figures that several rules of advice have in common. Only the files of ui/advice
 * use this header. */
#pragma once

#include "ui/advice/advice_cause.h"

/* A bottleneck, and the finding about it that is being written. */
typedef struct {
  const AdviceContext *context;
  const AdviceTrouble *trouble;
  const AdviceCause *cause;
  const ProfileCounts *counts;  /* those of the figures */
  const AdviceDataGroup *facts; /* the data group of the bottleneck */
  const char *data, *other;     /* names of the data group and of the other data group, escaped for printing; other:
                                   NULL if no other data are involved */
  GString *finding, *remedy;
  AdviceFinding *advice;
} AdviceWords;

double advice_say_percent(double part, double whole);
double advice_say_misses(const AdviceWords *words);

/* The next two functions append formatted text to the finding, or to the remedy. */
void advice_say(const AdviceWords *words, const char *format, ...) G_GNUC_PRINTF(2, 3);
void advice_say_remedy(const AdviceWords *words, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The next two functions append a count, or a size in bytes, to the finding in readable form. */
void advice_say_count(const AdviceWords *words, double count);
void advice_say_bytes(const AdviceWords *words, uint64_t bytes);

void advice_say_figure(const AdviceWords *words, const char *what, double value, AdviceFigureUnit unit);

/* The next functions add figures to the finding: the shares of capacity and conflict misses, and the touched memory, if
 * they are known; and the references per miss. */
void advice_say_kinds(const AdviceWords *words);
void advice_say_size(const AdviceWords *words);
void advice_say_references(const AdviceWords *words);

/* Stores the hottest shared cache line of the data in the finding, and adds its events as a figure. */
void advice_say_hot_line(const AdviceWords *words);

/* Appends "Each line of A is fetched 2.5 times", without a full stop: the mean number of misses for each line, or a
 * lower bound of it. */
void advice_say_fetches(const AdviceWords *words);

/* Appends a sentence such as " 1.1 MB of it are touched, and the cache holds 32 KB.", if the touched memory exceeds the
 * cache. */
void advice_say_sizes(const AdviceWords *words);

/* Appends a sentence such as " Most of it is on a (40.0%), b (12.3%).", or " The largest parts of it are on ..." if they
 * have less than half of it. For code, it lists the data; for data, it lists the code. */
void advice_say_parts(const AdviceWords *words);

/* Appends the stride of the hottest instruction, if the profile contains the stride, and it is at least half a cache
 * line. */
void advice_say_step(const AdviceWords *words);

/* Reports the other data that the same change repairs, after the words `begin`. */
void advice_say_along(const AdviceWords *words, const char *begin);

/* Returns the name of a function without its type, its arguments and its template arguments, escaped for printing. The
 * caller owns the name. */
char *advice_function_name(const Profile *profile, uint32_t segment);
