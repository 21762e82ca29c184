/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_json_seal.h: the seal of a JSON document that memspy writes and reads back: its last member, "seal", a checksum of
 * all that stands before it. White space between values does not count. */
#ifndef UI_UI_JSON_SEAL_H
#define UI_UI_JSON_SEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UI_JSON_SEAL "seal"
enum { UI_JSON_SEAL_DIGITS = 16 };

typedef enum {
  UI_JSON_SEALED,
  UI_JSON_UNSEALED, /* the document does not end with a seal */
  UI_JSON_ALTERED   /* its seal belongs to another text */
} UiJsonSealing;

/* Whether a document of n bytes is as it was sealed. */
UiJsonSealing ui_json_seal_check(const char *text, size_t n);

/* Puts the right seal in place of the one that the document ends with. False: it ends with none. */
bool ui_json_seal_renew(char *text, size_t n);

/* Writes a checksum as the 16 lower-case hexadecimal digits of a seal, and a zero byte. */
void ui_json_seal_spell(uint64_t hash, char digits[UI_JSON_SEAL_DIGITS + 1]);

#endif
