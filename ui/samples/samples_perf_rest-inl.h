/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples_perf_rest-inl.h: takes tokens from the rest of a line of perf script. */
#pragma once

#include <string.h>

#include "ui/samples/samples_perf_text.h"

/* The unparsed rest of a line. */
typedef struct {
  const char *at, *end;
} SamplesRest;

static inline bool rest_is_blank(char c) { return c == ' ' || c == '\t'; }

static inline void rest_skip_blanks(SamplesRest *rest) {
  while (rest->at < rest->end && rest_is_blank(*rest->at)) rest->at++;
}

/* Returns whether a word ends here. */
static inline bool rest_ends_word(const SamplesRest *rest) { return rest->at == rest->end || rest_is_blank(*rest->at); }

static inline void rest_skip_word(SamplesRest *rest) {
  while (!rest_ends_word(rest)) rest->at++;
}

static inline bool rest_take(SamplesRest *rest, const char *text) {
  const size_t n = strlen(text);
  if ((size_t)(rest->end - rest->at) < n || memcmp(rest->at, text, n) != 0) return false;
  rest->at += n;
  return true;
}

static inline bool rest_take_decimal(SamplesRest *rest, guint64 *number) {
  enum { DIGITS_MOST = 19 };
  const char *first = rest->at;
  for (*number = 0; rest->at < rest->end && g_ascii_isdigit(*rest->at); rest->at++)
    *number = *number * 10 + (guint64)(*rest->at - '0');
  return rest->at > first && rest->at - first <= DIGITS_MOST;
}

static inline bool rest_take_hex(SamplesRest *rest, guint64 *number) {
  enum { DIGITS_MOST = 16 };
  const char *first = rest->at;
  for (*number = 0; rest->at < rest->end && g_ascii_isxdigit(*rest->at); rest->at++)
    *number = *number << 4 | (guint64)g_ascii_xdigit_value(*rest->at);
  return rest->at > first && rest->at - first <= DIGITS_MOST;
}

/* Takes a number that is a word. */
static inline bool rest_take_hex_word(SamplesRest *rest, guint64 *number) {
  return rest_take_hex(rest, number) && rest_ends_word(rest);
}

static inline bool rest_take_decimal_word(SamplesRest *rest, guint64 *number) {
  return rest_take_decimal(rest, number) && rest_ends_word(rest);
}

/* Takes a number, or -1: perf prints -1 for the process and thread if the thread has ended. */
static inline bool rest_take_signed(SamplesRest *rest, gint64 *number) {
  guint64 value;
  const bool minus = rest_take(rest, "-");
  if (!rest_take_decimal(rest, &value) || value > G_MAXUINT32) return false;
  *number = minus ? -(gint64)value : (gint64)value;
  return true;
}

static inline SamplesPerfText rest_text_between(const char *from, const char *to) {
  while (from < to && rest_is_blank(*from)) from++;
  while (to > from && rest_is_blank(to[-1])) to--;
  return (SamplesPerfText){from, (gsize)(to - from)};
}
