/* fuzz_mutate.c: changes inputs: see fuzz.h. Bytes are flipped, overwritten, inserted or removed. In texts, numbers,
 * words and lines are changed, doubled, swapped, or taken from another input.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "tests/fuzz/fuzz.h"

enum { INPUT_MOST = 1 << 20, PART_MOST = 64 };

uint64_t fuzz_next(FuzzDice *dice) { /* splitmix64 */
  uint64_t z = dice->state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

uint32_t fuzz_below(FuzzDice *dice, uint32_t n) { return (uint32_t)((fuzz_next(dice) >> 32) * n >> 32); }

/* The bytes [from, from + n) of an input. */
typedef struct {
  guint from, n;
} Range;

static void replace(GByteArray *input, Range range, const void *bytes, guint n) {
  g_autofree guint8 *copy = n != 0 ? g_memdup2(bytes, n) : NULL; /* the bytes may be those of the input itself */
  const guint rest = input->len - range.from - range.n, len = input->len;
  if (len - range.n + n > INPUT_MOST) return;
  if (n > range.n) g_byte_array_set_size(input, len + n - range.n);
  memmove(input->data + range.from + n, input->data + range.from + range.n, rest);
  if (n != 0) memcpy(input->data + range.from, copy, n);
  g_byte_array_set_size(input, len - range.n + n);
}

/* ---- bytes ---- */

static Range any_range(const GByteArray *input, FuzzDice *dice) {
  const guint from = fuzz_below(dice, input->len + 1);
  return (Range){from, fuzz_below(dice, MIN(input->len - from, PART_MOST) + 1)};
}

static void flip_bit(GByteArray *input, FuzzDice *dice) {
  if (input->len != 0) input->data[fuzz_below(dice, input->len)] ^= (guint8)(1u << fuzz_below(dice, 8));
}

static void set_bytes(GByteArray *input, FuzzDice *dice) {
  static const guint8 values[] = {0,   1,    0x7f, 0x80, 0xff, '0', '9', ' ', '\n',
                                  '"', '\\', '{',  '}',  '[',  ']', ',', ':', '-'};
  const Range range = any_range(input, dice);
  const guint8 value = values[fuzz_below(dice, sizeof values)];
  for (guint i = 0; i < MIN(range.n, 1 + fuzz_below(dice, 8)); i++) input->data[range.from + i] = value;
}

static void erase(GByteArray *input, FuzzDice *dice) { replace(input, any_range(input, dice), NULL, 0); }

static void insert(GByteArray *input, FuzzDice *dice) {
  guint8 bytes[8];
  const uint64_t value = fuzz_next(dice);
  memcpy(bytes, &value, sizeof bytes);
  replace(input, (Range){fuzz_below(dice, input->len + 1), 0}, bytes, 1 + fuzz_below(dice, sizeof bytes));
}

static void cut(GByteArray *input, FuzzDice *dice) { g_byte_array_set_size(input, fuzz_below(dice, input->len + 1)); }

/* ---- texts ---- */

static bool is_digit(guint8 c) { return c >= '0' && c <= '9'; }

static bool is_word(guint8 c) { return g_ascii_isalnum(c) || c == '_' || c == '-' || c == '.' || c == '%'; }

/* Returns the bytes around a place for which `belongs` is true; no bytes if it is false at the place itself. */
static Range around(const GByteArray *input, FuzzDice *dice, bool (*belongs)(guint8)) {
  enum { TRIES = 32 };
  for (unsigned i = 0; i < TRIES && input->len != 0; i++) {
    guint from = fuzz_below(dice, input->len), end = from;
    while (end < input->len && belongs(input->data[end])) end++;
    while (end != from && from > 0 && belongs(input->data[from - 1])) from--;
    if (end != from) return (Range){from, end - from};
  }
  return (Range){0, 0};
}

static bool is_in_line(guint8 c) { return c != '\n'; }

/* Returns the line at a place, with its end. */
static Range any_line(const GByteArray *input, FuzzDice *dice) {
  Range line = around(input, dice, is_in_line);
  if (line.from + line.n < input->len) line.n++;
  return line;
}

static void change_number(GByteArray *input, FuzzDice *dice) {
  static const char *const values[] = {"0",
                                       "1",
                                       "2",
                                       "10",
                                       "255",
                                       "4294967295",
                                       "4294967296",
                                       "9223372036854775807",
                                       "9223372036854775808",
                                       "18446744073709551615",
                                       "18446744073709551616",
                                       "-1",
                                       "01",
                                       "1e9",
                                       "0.5",
                                       "99999999999999999999999999"};
  const Range number = around(input, dice, is_digit);
  if (number.n == 0) return;
  g_autofree char *text = g_strndup((const char *)input->data + number.from, number.n);
  if (fuzz_below(dice, 2) == 0) { /* a number near the old one */
    const uint64_t value = g_ascii_strtoull(text, NULL, 10) + fuzz_below(dice, 5) - 2;
    g_free(text);
    text = g_strdup_printf("%" G_GUINT64_FORMAT, value);
  } else {
    g_free(text);
    text = g_strdup(values[fuzz_below(dice, G_N_ELEMENTS(values))]);
  }
  replace(input, number, text, (guint)strlen(text));
}

/* Replaces a part by a part of another input, or of this one. */
static void take(GByteArray *input, const GByteArray *from, FuzzDice *dice,
                 Range (*choose)(const GByteArray *input, FuzzDice *dice)) {
  const Range to = choose(input, dice), part = choose(from, dice);
  replace(input, to, from->data + part.from, part.n);
}

static Range any_word(const GByteArray *input, FuzzDice *dice) { return around(input, dice, is_word); }

static void double_line(GByteArray *input, FuzzDice *dice) {
  const Range line = any_line(input, dice);
  replace(input, (Range){line.from, 0}, input->data + line.from, line.n);
}

static void erase_line(GByteArray *input, FuzzDice *dice) { replace(input, any_line(input, dice), NULL, 0); }

/* Moves a line to the start of another line. */
static void move_line(GByteArray *input, FuzzDice *dice) {
  const Range line = any_line(input, dice);
  g_autofree guint8 *copy = line.n != 0 ? g_memdup2(input->data + line.from, line.n) : NULL;
  replace(input, line, NULL, 0);
  const guint to = any_line(input, dice).from;
  replace(input, (Range){to, 0}, copy, line.n);
}

static void mutate_once(GByteArray *input, const GByteArray *other, FuzzDice *dice) {
  switch (fuzz_below(dice, 14)) {
    case 0: flip_bit(input, dice); break;
    case 1: set_bytes(input, dice); break;
    case 2: erase(input, dice); break;
    case 3: insert(input, dice); break;
    case 4:
      if (fuzz_below(dice, 4) == 0) cut(input, dice);
      break;
    case 5:
    case 6:
    case 7: change_number(input, dice); break;
    case 8: take(input, other, dice, any_word); break;
    case 9: take(input, other, dice, any_line); break;
    case 10: take(input, other, dice, any_range); break;
    case 11: double_line(input, dice); break;
    case 12: erase_line(input, dice); break;
    default: move_line(input, dice);
  }
}

void fuzz_mutate(GByteArray *input, const GByteArray *other, FuzzDice *dice) {
  unsigned n = 1;
  while (n < 6 && fuzz_below(dice, 3) == 0) n++;
  while (n-- > 0) mutate_once(input, other, dice);
}
