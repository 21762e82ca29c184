/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/base/ui_json.h"

#include <glib.h>
#include <string.h>

#include "bins/bin_format.h"
#include "plat/plat.h"
#include "ui/base/ui_json_seal.h"
#include "ui/base/ui_number.h"

void ui_json_start(UiJson *json, FILE *file) { *json = (UiJson){.file = file, .hash = BIN_FORMAT_HASH}; }

static void put_bytes(UiJson *json, const char *bytes, size_t n) {
  json->hash = bin_format_hash(json->hash, bytes, n);
  fwrite(bytes, 1, n, json->file);
}

static void put_char(UiJson *json, char c) {
  json->hash = bin_format_hash(json->hash, &c, 1);
  putc(c, json->file);
}

static void put_text(UiJson *json, const char *text) { put_bytes(json, text, strlen(text)); }

static bool is_plain(unsigned char c) { return c >= 0x20 && c != 0x7f && c != '"' && c != '\\'; }

static void put_string(UiJson *json, const char *string) {
  g_autofree char *valid = g_utf8_make_valid(string, -1);
  put_char(json, '"');
  for (const char *p = valid; *p != '\0';) {
    size_t n = 0;
    while (is_plain((unsigned char)p[n])) n++;
    put_bytes(json, p, n);
    p += n;
    if (*p == '\0') break;
    char escape[8];
    if (*p == '"' || *p == '\\')
      g_snprintf(escape, sizeof escape, "\\%c", *p);
    else
      g_snprintf(escape, sizeof escape, "\\u%04x", (unsigned char)*p);
    put_text(json, escape);
    p++;
  }
  put_char(json, '"');
}

/* Writes what precedes a value: a comma if necessary, a new line at the two outer levels, and the key. */
static void put_front(UiJson *json, const char *key) {
  if (json->filled[json->depth]) put_char(json, ',');
  if (json->depth > 0 && json->depth <= 2) fprintf(json->file, "\n%*s", (int)json->depth, "");
  json->filled[json->depth] = true;
  if (key == NULL) return;
  size_t n = 0;
  while (is_plain((unsigned char)key[n]) && (unsigned char)key[n] < 0x80) n++;
  if (key[n] == '\0') { /* a key without escapes, which is the usual case */
    put_char(json, '"');
    put_bytes(json, key, n);
    put_char(json, '"');
  } else {
    put_string(json, key);
  }
  put_char(json, ':');
}

static void begin(UiJson *json, const char *key, char bracket) {
  put_front(json, key);
  put_char(json, bracket);
  json->depth++;
  plat_assert(json->depth < UI_JSON_DEEPEST);
  json->filled[json->depth] = false;
}

static void end(UiJson *json, char bracket) {
  json->depth--;
  put_char(json, bracket);
  if (json->depth == 0) putc('\n', json->file);
}

static void put_number(UiJson *json, uint64_t number) {
  char digits[UI_NUMBER_DIGITS];
  const char *first = ui_number_digits(digits, number);
  put_bytes(json, first, (size_t)(digits + UI_NUMBER_DIGITS - first));
}

void ui_json_number(UiJson *json, const char *key, uint64_t number) {
  put_front(json, key);
  put_number(json, number);
}

void ui_json_decimal(UiJson *json, const char *key, double number, unsigned digits) {
  put_front(json, key);
  g_autofree char *text = g_strdup_printf("%.*f", (int)digits, number);
  put_text(json, text);
}

void ui_json_thousandths(UiJson *json, const char *key, uint64_t thousandths) {
  if (thousandths % 1000 == 0)
    ui_json_number(json, key, thousandths / 1000);
  else
    ui_json_decimal(json, key, (double)thousandths / 1000, 3);
}

void ui_json_signed(UiJson *json, const char *key, bool negative, uint64_t amount) {
  put_front(json, key);
  if (negative) put_char(json, '-');
  put_number(json, amount);
}

void ui_json_boolean(UiJson *json, const char *key, bool value) {
  put_front(json, key);
  put_text(json, value ? "true" : "false");
}

void ui_json_null(UiJson *json, const char *key) {
  put_front(json, key);
  put_text(json, "null");
}

void ui_json_string(UiJson *json, const char *key, const char *string) {
  if (string == NULL) {
    ui_json_null(json, key);
    return;
  }
  put_front(json, key);
  put_string(json, string);
}

void ui_json_begin_object(UiJson *json, const char *key) { begin(json, key, '{'); }

void ui_json_end_object(UiJson *json) { end(json, '}'); }

void ui_json_begin_array(UiJson *json, const char *key) { begin(json, key, '['); }

void ui_json_end_array(UiJson *json) { end(json, ']'); }

void ui_json_seal(UiJson *json) {
  char digits[UI_JSON_SEAL_DIGITS + 1];
  ui_json_seal_spell(json->hash, digits);
  ui_json_string(json, UI_JSON_SEAL, digits);
}

void ui_json_strings(UiJson *json, const char *key, const char *const *strings) {
  ui_json_begin_array(json, key);
  for (; *strings != NULL; strings++) ui_json_string(json, NULL, *strings);
  ui_json_end_array(json);
}
