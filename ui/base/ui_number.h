/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_number.h: whole numbers: their greatest common divisor, their multiples, and decimal writing, several times as
 * fast as printf: an export has twenty million. */
#ifndef UI_UI_NUMBER_H
#define UI_UI_NUMBER_H

#include <stdint.h>
#include <stdio.h>

enum { UI_NUMBER_DIGITS = 20 }; /* of the largest number */

/* Writes the digits of the number to the end of `digits`. Returns where the first one is. */
static inline const char *ui_number_digits(char digits[UI_NUMBER_DIGITS], uint64_t number) {
  char *first = digits + UI_NUMBER_DIGITS;
  do *--first = (char)('0' + number % 10);
  while ((number /= 10) != 0);
  return first;
}

/* Writes the number to the file; whether it went well shows when the file is ended. */
static inline void ui_number_put(FILE *file, uint64_t number) {
  char digits[UI_NUMBER_DIGITS];
  const char *first = ui_number_digits(digits, number);
  fwrite(first, 1, (size_t)(digits + UI_NUMBER_DIGITS - first), file);
}

/* The greatest common divisor; of 0 and another number, that one. */
static inline uint64_t ui_number_divisor(uint64_t a, uint64_t b) {
  while (b != 0) {
    const uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* The least multiple of `unit`, which is not 0, that is not below the number. */
static inline uint64_t ui_number_round_up(uint64_t number, uint64_t unit) { return (number + unit - 1) / unit * unit; }

#endif
