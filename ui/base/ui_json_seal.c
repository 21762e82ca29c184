/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_json_seal.c: finds and checks the seal. It parses a document from its end backwards: a bracket, the digits, the
 * member's name, a comma. The hash covers all bytes before this comma, and is computed as that of profiles. */
#include "ui/base/ui_json_seal.h"

#include <stdio.h>
#include <string.h>

#include "bins/bin_format.h"

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/* Removes `what`, and white space that follows it, from the end of the text. Returns false if the text does not end
 * with `what`. */
static bool drop(const char *text, size_t *n, const char *what) {
  const size_t length = strlen(what);
  while (*n > 0 && is_space(text[*n - 1])) --*n;
  if (*n < length || memcmp(text + *n - length, what, length) != 0) return false;
  *n -= length;
  return true;
}

/* Finds the seal. Sets *digits to the index of its digits, and *before to the number of bytes before its comma. Returns
 * false if there is no seal. */
static bool find(const char *text, size_t n, size_t *digits, size_t *before) {
  if (!drop(text, &n, "}") || !drop(text, &n, "\"") || n < UI_JSON_SEAL_DIGITS) return false;
  *digits = n -= UI_JSON_SEAL_DIGITS;
  if (n == 0 || text[n - 1] != '"') return false;
  n--;
  if (!drop(text, &n, ":") || !drop(text, &n, "\"" UI_JSON_SEAL "\"") || !drop(text, &n, ",")) return false;
  *before = n;
  return true;
}

/* Returns a hash of the text, without white space outside of strings. */
static uint64_t hash_of(const char *text, size_t n) {
  uint64_t hash = BIN_FORMAT_HASH;
  bool quoted = false;
  size_t kept = 0; /* index of the first byte that is not hashed yet */
  for (size_t i = 0; i < n; i++) {
    if (quoted && text[i] == '\\') {
      i++;
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && is_space(text[i])) {
      hash = bin_format_hash(hash, text + kept, i - kept);
      kept = i + 1;
    }
  }
  return bin_format_hash(hash, text + kept, n - kept);
}

void ui_json_seal_spell(uint64_t hash, char digits[UI_JSON_SEAL_DIGITS + 1]) {
  snprintf(digits, UI_JSON_SEAL_DIGITS + 1, "%016llx", (unsigned long long)hash);
}

UiJsonSealing ui_json_seal_check(const char *text, size_t n) {
  char expected[UI_JSON_SEAL_DIGITS + 1];
  size_t digits, before;
  if (!find(text, n, &digits, &before)) return UI_JSON_UNSEALED;
  ui_json_seal_spell(hash_of(text, before), expected);
  return memcmp(text + digits, expected, UI_JSON_SEAL_DIGITS) == 0 ? UI_JSON_SEALED : UI_JSON_ALTERED;
}

bool ui_json_seal_renew(char *text, size_t n) {
  char right[UI_JSON_SEAL_DIGITS + 1];
  size_t digits, before;
  if (!find(text, n, &digits, &before)) return false;
  ui_json_seal_spell(hash_of(text, before), right);
  memcpy(text + digits, right, UI_JSON_SEAL_DIGITS);
  return true;
}
