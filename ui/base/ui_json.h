/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_json.h: writes JSON as a stream. (json-glib keeps the whole document in memory, and its integers are less than
 * 2^63, but counts can be up to 2^64.) */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { UI_JSON_DEEPEST = 16 };

typedef struct {
  FILE *file;
  unsigned depth;
  bool filled[UI_JSON_DEEPEST]; /* indexed by depth: whether a value of this level was already written, so that the next
                                   one needs a comma */
  uint64_t hash;                /* bin_format_hash() of all bytes written, except white space between values */
} UiJson;

/* Starts a document. One call of the functions below writes the document's value. */
void ui_json_start(UiJson *json, FILE *file);

/* The next functions write a value. `key` is the name of the member, or NULL in an array and for the document
 * itself. */
void ui_json_number(UiJson *json, const char *key, uint64_t number);
/* Writes a finite number with `digits` digits after the decimal point. */
void ui_json_decimal(UiJson *json, const char *key, double number, unsigned digits);
/* Writes a number that is given in thousandths. A whole number has no decimal point. */
void ui_json_thousandths(UiJson *json, const char *key, uint64_t thousandths);
void ui_json_signed(UiJson *json, const char *key, bool negative, uint64_t amount);
void ui_json_boolean(UiJson *json, const char *key, bool value);
void ui_json_null(UiJson *json, const char *key);
/* Writes a string. Bytes that are not UTF-8 become U+FFFD; a NULL string becomes null. */
void ui_json_string(UiJson *json, const char *key, const char *string);
void ui_json_begin_object(UiJson *json, const char *key);
void ui_json_end_object(UiJson *json);
void ui_json_begin_array(UiJson *json, const char *key);
void ui_json_end_array(UiJson *json);

/* Writes the last member of the document, which is its seal (ui_json_seal.h). */
void ui_json_seal(UiJson *json);

/* Writes an array of strings. `strings` ends with NULL. */
void ui_json_strings(UiJson *json, const char *key, const char *const *strings);

/* Writes an array of n numbers. `value` is an expression of the index i. */
#define UI_JSON_NUMBERS(json, key, n, value)                                                   \
  do {                                                                                         \
    ui_json_begin_array(json, key);                                                            \
    for (size_t i = 0, ui_json_n = (n); i < ui_json_n; i++) ui_json_number(json, NULL, value); \
    ui_json_end_array(json);                                                                   \
  } while (0)
