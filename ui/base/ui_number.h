/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_number.h: computes the greatest common divisor, multiples and decimal digits of whole numbers. It writes numbers
 * several times faster than printf, because an export can contain twenty million numbers. */
#pragma once

#include <stdint.h>
#include <stdio.h>

enum { UI_NUMBER_DIGITS = 20 }; /* number of digits of the largest number */

/* Writes the number's digits to the end of the array `digits`. Returns a pointer to the first digit. */
static inline const char *ui_number_digits(char digits[UI_NUMBER_DIGITS], uint64_t number) {
  char *first = digits + UI_NUMBER_DIGITS;
  do *--first = (char)('0' + number % 10);
  while ((number /= 10) != 0);
  return first;
}

/* Writes the number to the file. Failures are reported when the file is completed. */
static inline void ui_number_put(FILE *file, uint64_t number) {
  char digits[UI_NUMBER_DIGITS];
  const char *first = ui_number_digits(digits, number);
  fwrite(first, 1, (size_t)(digits + UI_NUMBER_DIGITS - first), file);
}

/* Returns the greatest common divisor of a and b. If one of them is 0, returns the other one. */
static inline uint64_t ui_number_divisor(uint64_t a, uint64_t b) {
  while (b != 0) {
    const uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* Returns the least multiple of `unit` (not 0) that is at least `number`. */
static inline uint64_t ui_number_round_up(uint64_t number, uint64_t unit) { return (number + unit - 1) / unit * unit; }
