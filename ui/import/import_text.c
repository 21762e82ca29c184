/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/import/import_text.h"

#include <string.h>

#define NONE IMPORT_TEXT_NO_DIGIT
const uint8_t import_text_digits[256] = {
    [0 ... 47] = NONE, ['0'] = 0,  ['1'] = 1,  ['2'] = 2,  ['3'] = 3,           ['4'] = 4,  ['5'] = 5,
    ['6'] = 6,         ['7'] = 7,  ['8'] = 8,  ['9'] = 9,  [58 ... 64] = NONE,  ['A'] = 10, ['B'] = 11,
    ['C'] = 12,        ['D'] = 13, ['E'] = 14, ['F'] = 15, [71 ... 96] = NONE,  ['a'] = 10, ['b'] = 11,
    ['c'] = 12,        ['d'] = 13, ['e'] = 14, ['f'] = 15, [103 ... 255] = NONE};

const uint8_t *import_text_next_line(const ImportInput *input, const uint8_t *at) {
  return (const uint8_t *)memchr(at, '\n', (size_t)(input->end - at)) + 1;
}

bool import_text_fail(const ImportInput *input, const char *wanted, GError **error) {
  enum { SHOWN = 40 };
  const size_t length = (size_t)(import_text_next_line(input, input->at) - 1 - input->at);
  g_autofree char *text = g_strndup((const char *)input->at, MIN(length, SHOWN));
  return import_input_fail(input, error, "expected %s: '%s%s'", wanted, text, length > SHOWN ? "..." : "");
}
