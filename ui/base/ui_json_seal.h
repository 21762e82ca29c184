/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_json_seal.h: the seal of a JSON document that memspy writes and reads back. It is the last member, "seal", with a
 * checksum of all text before it; white space between values does not count. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UI_JSON_SEAL "seal"
enum { UI_JSON_SEAL_DIGITS = 16 };

typedef enum {
  UI_JSON_SEALED,
  UI_JSON_UNSEALED, /* the document does not end with a seal */
  UI_JSON_ALTERED   /* its seal does not match the text */
} UiJsonSealing;

/* Compares the seal of a document of n bytes with its text. */
UiJsonSealing ui_json_seal_check(const char *text, size_t n);

/* Replaces the seal at the end of the document by the right one. Returns false if it has none. */
bool ui_json_seal_renew(char *text, size_t n);

/* Writes the checksum as 16 lower-case hexadecimal digits and a zero byte. */
void ui_json_seal_spell(uint64_t hash, char digits[UI_JSON_SEAL_DIGITS + 1]);
