/* SPDX-License-Identifier: GPL-2.0-or-later
 * import_text.h: numbers in lines of text. Each line ends with a newline, so no function needs its length. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "ui/import/import_input.h"

enum { IMPORT_TEXT_NO_DIGIT = 16 };
extern const uint8_t import_text_digits[256]; /* the value of a hexadecimal digit; else IMPORT_TEXT_NO_DIGIT */

/* Sets *number to the value of the eight hexadecimal digits at `at`, all at once. Returns false if one is no digit. */
static inline bool import_text_eight(const uint8_t *at, uint64_t *number) {
  const uint64_t ones = 0x0101010101010101, tops = ones << 7;
  uint64_t digits;
  memcpy(&digits, at, sizeof digits);
  digits = GUINT64_FROM_BE(digits);
  /* A sum has its top bit set if the byte is at least the letter. */
  const uint64_t small = digits | ones << 5;
  const uint64_t is_number = (digits + ones * (0x80 - '0')) & ~(digits + ones * (0x80 - ('9' + 1)));
  const uint64_t is_letter = (small + ones * (0x80 - 'a')) & ~(small + ones * (0x80 - ('f' + 1)));
  if ((digits & tops) != 0 || ((is_number | is_letter) & tops) != tops) return false;
  digits = (digits & ones * 15) + (digits >> 6 & ones) * 9;
  digits = (digits | digits >> 4) & 0x00ff00ff00ff00ff;
  digits = (digits | digits >> 8) & 0x0000ffff0000ffff;
  *number = (digits | digits >> 16) & 0xffffffff;
  return true;
}

/* Reads a number in base 16 at `at`, without 0x. Returns the byte after it; NULL: there is no digit, or the number has
 * more than 64 bits. Reads up to IMPORT_INPUT_SLACK bytes after the end of a line. */
static inline const uint8_t *import_text_hexadecimal(const uint8_t *at, uint64_t *number) {
  const uint8_t *const first = at;
  uint64_t sum = 0;
  if (G_LIKELY(import_text_eight(at, &sum))) at += 8;
  for (uint8_t digit; (digit = import_text_digits[*at]) != IMPORT_TEXT_NO_DIGIT; at++) {
    if (G_UNLIKELY(sum >> 60 != 0)) return NULL;
    sum = sum << 4 | digit;
  }
  *number = sum;
  return at != first ? at : NULL;
}

/* Reads a decimal number of at most nine digits. */
static inline const uint8_t *import_text_decimal(const uint8_t *at, uint32_t *number) {
  const uint8_t *const first = at;
  uint32_t sum = 0;
  for (; *at >= '0' && *at <= '9' && at - first < 9; at++) sum = sum * 10 + (uint32_t)(*at - '0');
  *number = sum;
  return at != first ? at : NULL;
}

static inline const uint8_t *import_text_spaces(const uint8_t *at) {
  while (*at == ' ' || *at == '\t') at++;
  return at;
}

/* Returns the first byte of the next line. */
const uint8_t *import_text_next_line(const ImportInput *input, const uint8_t *at);

/* Sets *error to "FILE:LINE: expected WANTED: 'text of the line'" for the line at input->at. Returns false. */
bool import_text_fail(const ImportInput *input, const char *wanted, GError **error);
