/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_json_seal.h: the seal of a JSON document that memspy writes and reads back. The seal is the last member of the
 * document, "seal". Its value is a checksum of the text before it, without white space between values. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UI_JSON_SEAL "seal"
enum { UI_JSON_SEAL_DIGITS = 16 };

typedef enum {
  UI_JSON_SEALED,
  UI_JSON_UNSEALED, /* the document does not end with a seal */
  UI_JSON_ALTERED   /* the seal of the document does not match the text */
} UiJsonSealing;

/* Checks whether the seal of a document of n bytes matches its text. */
UiJsonSealing ui_json_seal_check(const char *text, size_t n);

/* Replaces the digits of the document's seal by those of the correct checksum. Returns false if the document has no
 * seal. */
bool ui_json_seal_renew(char *text, size_t n);

/* Writes the checksum `hash` to `digits`, as 16 lower-case hexadecimal digits and a zero byte. */
void ui_json_seal_spell(uint64_t hash, char digits[UI_JSON_SEAL_DIGITS + 1]);
