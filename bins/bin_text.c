/* bin_text.c: see bin_text.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_text.h"

#include "bins/bin_format.h"

void bin_text_start(bin_text *text, bin_sink *sink, void *closure) {
  text->sink = sink;
  text->closure = closure;
  text->failed = false;
  text->hash = BIN_FORMAT_HASH;
  text->lines = text->used = 0;
}

static void flush(bin_text *text) {
  if (!text->failed && text->used != 0) text->failed = !text->sink(text->closure, text->buffer, text->used);
  text->used = 0;
}

static void put_char(bin_text *text, char c) {
  if (text->used == BIN_TEXT_BUFFER) flush(text);
  text->buffer[text->used++] = c;
  text->hash = bin_format_hash(text->hash, &c, 1);
}

void bin_text_put(bin_text *text, const char *string) {
  while (*string) put_char(text, *string++);
}

void bin_text_number(bin_text *text, uint64_t number) {
  char digits[20];
  unsigned n = 0;
  do digits[n++] = (char)('0' + number % 10);
  while ((number /= 10) != 0);
  while (n > 0) put_char(text, digits[--n]);
}

static void put_hex(bin_text *text, uint64_t number, unsigned digits) {
  while (digits-- > 0) put_char(text, "0123456789abcdef"[number >> (4 * digits) & 15]);
}

void bin_text_quoted(bin_text *text, const char *string) {
  put_char(text, '"');
  for (; *string; string++) {
    const unsigned char c = (unsigned char)*string;
    if (c == '"' || c == '\\') {
      put_char(text, '\\');
      put_char(text, (char)c);
    } else if (c == '\n' || c == '\t') {
      bin_text_put(text, c == '\n' ? "\\n" : "\\t");
    } else if (c < 0x20 || c == 0x7f) {
      bin_text_put(text, "\\x");
      put_hex(text, c, 2);
    } else {
      put_char(text, (char)c);
    }
  }
  put_char(text, '"');
}

void bin_text_end_line(bin_text *text) {
  put_char(text, '\n');
  text->lines++;
}

bool bin_text_finish(bin_text *text) { return bin_text_finish_marked(text, ""); }

bool bin_text_finish_marked(bin_text *text, const char *mark) {
  const uint64_t hash = text->hash;
  bin_text_put(text, mark);
  bin_text_put(text, "end "); /* the end line is not part of the hash, which is computed above */
  bin_text_number(text, text->lines);
  put_char(text, ' ');
  put_hex(text, hash, 16);
  put_char(text, '\n');
  flush(text);
  return !text->failed;
}
