/* mach_host_files.c: see mach_host_files.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "machine/mach_host_files.h"

#include "machine/mach_option_value.h"
#include "plat/plat.h"

enum { PATH_SIZE = 1024 };

char *mach_host_text(const mach_host_source *from, const mach_host_file *file) {
  char path[PATH_SIZE];
  mach_words words = mach_words_in(path, sizeof path);
  mach_words_add(&words, from->sys);
  mach_words_add(&words, "/devices/system/");
  mach_words_add(&words, file->folder);
  if (file->number != MACH_NO_NUMBER) mach_words_number(&words, file->number);
  mach_words_add(&words, file->rest);
  const char *wrong;
  return words.used + 1 < PATH_SIZE ? from->reader(path, &wrong) : NULL;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Parses the decimal number at *at, and moves *at past it. */
static uint64_t take_number(const char **at) {
  uint64_t number = 0;
  for (; is_digit(**at); ++*at)
    if (number < UINT32_MAX) number = number * 10 + (uint64_t)(**at - '0');
  return number;
}

uint64_t mach_host_number(const mach_host_source *from, const mach_host_file *file) {
  char *text = mach_host_text(from, file);
  if (!text) return 0;
  const char *at = text;
  uint64_t number = take_number(&at);
  if (*at == 'K') number <<= 10;
  if (*at == 'M') number <<= 20;
  if (*at == 'G') number <<= 30;
  plat_free(text);
  return number;
}

/* Adds the numbers of a list to a set. Returns whether there are any. */
static bool parse_list(const char *at, mach_numbers *set) {
  bool any = false;
  while (is_digit(*at)) {
    const uint64_t first = take_number(&at);
    uint64_t last = first;
    if (*at == '-') at++, last = take_number(&at);
    if (*at == ',') at++;
    for (uint64_t number = first; number <= last && number < MACH_NUMBERS; number++) {
      mach_numbers_add(set, (uint32_t)number);
      any = true;
    }
  }
  return any;
}

/* Returns the value of a hexadecimal digit; 16: the character is not a hexadecimal digit. */
static unsigned hex_digit(char c) {
  if (is_digit(c)) return (unsigned)(c - '0');
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? 10 + (unsigned)(c - 'a') : 16;
}

/* Adds the numbers of a mask to a set. Returns whether there are any. */
static bool parse_mask(const char *mask, mach_numbers *set) {
  const char *end = mask;
  while (*end == ',' || hex_digit(*end) < 16) end++;
  bool any = false;
  uint32_t bit = 0;
  while (end-- > mask) {
    if (*end == ',') continue;
    const uint64_t digit = hex_digit(*end);
    if (bit < MACH_NUMBERS) set->words[bit / 64] |= digit << bit % 64;
    any |= digit != 0;
    bit += 4;
  }
  return any;
}

static bool read_set(const mach_host_source *from, const mach_host_file *file,
                     bool (*parse)(const char *, mach_numbers *), mach_numbers *set) {
  *set = (mach_numbers){0};
  char *text = mach_host_text(from, file);
  const bool any = text && parse(text, set);
  plat_free(text);
  return any;
}

bool mach_host_list(const mach_host_source *from, const mach_host_file *file, mach_numbers *set) {
  return read_set(from, file, parse_list, set);
}

bool mach_host_mask(const mach_host_source *from, const mach_host_file *file, mach_numbers *set) {
  return read_set(from, file, parse_mask, set);
}

uint32_t mach_numbers_common(const mach_numbers *a, const mach_numbers *b, uint32_t *lowest) {
  uint32_t n = 0;
  *lowest = MACH_NO_NUMBER;
  for (uint32_t i = 0; i < MACH_NUMBERS; i++) {
    if (!mach_numbers_has(a, i) || !mach_numbers_has(b, i)) continue;
    if (n++ == 0) *lowest = i;
  }
  return n;
}
