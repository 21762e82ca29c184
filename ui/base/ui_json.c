/* ui_json.c: see ui_json.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/base/ui_json.h"

#include <glib.h>

#include "coherence/plat.h"
#include "ui/base/ui_number.h"

void ui_json_start(UiJson *json, FILE *file) { *json = (UiJson){.file = file}; }

static bool is_plain(unsigned char c) { return c >= 0x20 && c != 0x7f && c != '"' && c != '\\'; }

static void put_string(UiJson *json, const char *string) {
  g_autofree char *valid = g_utf8_make_valid(string, -1);
  putc('"', json->file);
  for (const char *p = valid; *p != '\0';) {
    size_t n = 0;
    while (is_plain((unsigned char)p[n])) n++;
    fwrite(p, 1, n, json->file);
    p += n;
    if (*p == '\0') break;
    if (*p == '"' || *p == '\\')
      fprintf(json->file, "\\%c", *p);
    else
      fprintf(json->file, "\\u%04x", (unsigned char)*p);
    p++;
  }
  putc('"', json->file);
}

/* What stands before a value: a comma, a new line down to the records, the key. */
static void put_front(UiJson *json, const char *key) {
  if (json->filled[json->depth]) putc(',', json->file);
  if (json->depth > 0 && json->depth <= 2) fprintf(json->file, "\n%*s", (int)json->depth, "");
  json->filled[json->depth] = true;
  if (key == NULL) return;
  size_t n = 0;
  while (is_plain((unsigned char)key[n]) && (unsigned char)key[n] < 0x80) n++;
  if (key[n] == '\0') { /* as nearly all are */
    putc('"', json->file);
    fwrite(key, 1, n, json->file);
    putc('"', json->file);
  } else {
    put_string(json, key);
  }
  putc(':', json->file);
}

static void begin(UiJson *json, const char *key, char bracket) {
  put_front(json, key);
  putc(bracket, json->file);
  json->depth++;
  plat_assert(json->depth < UI_JSON_DEEPEST);
  json->filled[json->depth] = false;
}

static void end(UiJson *json, char bracket) {
  json->depth--;
  putc(bracket, json->file);
  if (json->depth == 0) putc('\n', json->file);
}

void ui_json_number(UiJson *json, const char *key, uint64_t number) {
  put_front(json, key);
  ui_number_put(json->file, number);
}

void ui_json_decimal(UiJson *json, const char *key, double number, unsigned digits) {
  put_front(json, key);
  fprintf(json->file, "%.*f", (int)digits, number);
}

void ui_json_signed(UiJson *json, const char *key, bool negative, uint64_t amount) {
  put_front(json, key);
  if (negative) putc('-', json->file);
  ui_number_put(json->file, amount);
}

void ui_json_boolean(UiJson *json, const char *key, bool value) {
  put_front(json, key);
  fputs(value ? "true" : "false", json->file);
}

void ui_json_null(UiJson *json, const char *key) {
  put_front(json, key);
  fputs("null", json->file);
}

void ui_json_string(UiJson *json, const char *key, const char *string) {
  put_front(json, key);
  put_string(json, string);
}

void ui_json_begin_object(UiJson *json, const char *key) { begin(json, key, '{'); }

void ui_json_end_object(UiJson *json) { end(json, '}'); }

void ui_json_begin_array(UiJson *json, const char *key) { begin(json, key, '['); }

void ui_json_end_array(UiJson *json) { end(json, ']'); }

void ui_json_strings(UiJson *json, const char *key, const char *const *strings) {
  ui_json_begin_array(json, key);
  for (; *strings != NULL; strings++) ui_json_string(json, NULL, *strings);
  ui_json_end_array(json);
}
