/* bin_text.h: writes the fields of a line-based text file to a sink, and hashes their bytes. All line-based formats use
 * it.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Callback: writes `n` bytes of the file. Returns false on failure, after which it is not called again. */
typedef bool bin_sink(void *closure, const char *bytes, size_t n);

enum { BIN_TEXT_BUFFER = 64 * 1024 };

/* State of the functions below. */
typedef struct {
  bin_sink *sink;
  void *closure;
  bool failed;    /* whether the sink failed; if so, it is not called again */
  uint64_t hash;  /* bin_format_hash() of all bytes written so far */
  uint64_t lines; /* number of lines ended so far */
  size_t used;    /* number of bytes in the buffer */
  char buffer[BIN_TEXT_BUFFER];
} bin_text;

/* Starts an empty text. */
void bin_text_start(bin_text *text, bin_sink *sink, void *closure);

/* Each of the next functions appends bytes, a decimal number, a quoted string (docs/profile-format.md), or the end of a
 * line. */
void bin_text_put(bin_text *text, const char *string);
void bin_text_number(bin_text *text, uint64_t number);
void bin_text_quoted(bin_text *text, const char *string);
void bin_text_end_line(bin_text *text);

/* Writes the end line, which has the number of the lines before it and their hash, and flushes the buffer to the sink.
 * Returns false if the sink failed. */
bool bin_text_finish(bin_text *text);

/* As bin_text_finish(), but writes the string `mark` before the end line, for formats whose readers require it. */
bool bin_text_finish_marked(bin_text *text, const char *mark);
