/* bin_text.h: fields of a text file on their way to a sink, and the hash of what has gone by: what all of our formats
 * of lines have in common.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BINS_BIN_TEXT_H
#define BINS_BIN_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Takes `n` bytes of the file. Returns false when they could not be stored; it is not called again then. */
typedef bool bin_sink(void *closure, const char *bytes, size_t n);

enum { BIN_TEXT_BUFFER = 64 * 1024 };

/* Opened for the functions below. */
typedef struct {
  bin_sink *sink;
  void *closure;
  bool failed;    /* a call of the sink failed: nothing more is handed to it */
  uint64_t hash;  /* bin_format_hash() of all bytes put */
  uint64_t lines; /* ended so far */
  size_t used;    /* bytes in buffer */
  char buffer[BIN_TEXT_BUFFER];
} bin_text;

/* A text without a byte in it. */
void bin_text_start(bin_text *text, bin_sink *sink, void *closure);

/* Appends bytes as they are; a decimal number; a string in quotes (docs/profile-format.md); the end of a line. */
void bin_text_put(bin_text *text, const char *string);
void bin_text_number(bin_text *text, uint64_t number);
void bin_text_quoted(bin_text *text, const char *string);
void bin_text_end_line(bin_text *text);

/* Writes the end line, which says how many lines came before it and what their hash is, and hands all to the sink.
 * False when any byte could not be stored. */
bool bin_text_finish(bin_text *text);

/* As bin_text_finish(), with `mark` in front of the end line: for formats whose readers would not take it otherwise. */
bool bin_text_finish_marked(bin_text *text, const char *mark);

#endif
