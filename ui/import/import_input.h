/* SPDX-License-Identifier: GPL-2.0-or-later
 * import_input.h: the bytes of a trace of another program, decompressed by the program of its compression.
 *
 * A reader gets the bytes from `at` to `end`. Two functions make more bytes available: one of them whole lines, and the
 * other one a number of bytes. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

enum { IMPORT_STATE = 64 }; /* bytes of a reader's state */

typedef struct {
  const char *path;
  const uint8_t *at, *end; /* the bytes that are available; a reader advances `at` */
  uint64_t line;           /* number of the last line that the reader began, from 1; 0: the format has no lines */
  uint64_t time;           /* time of the next record, in any unit; 0: the format has no time */
  unsigned processor;      /* processor of the file's records */
  bool alone;              /* there is no other file, so that no caller uses the time */
  uint64_t state[IMPORT_STATE / sizeof(uint64_t)]; /* for the reader; zero at first */

  /* Private to import_input.c. */
  uint8_t *buffer;
  size_t filled;   /* bytes of the buffer */
  uint64_t before; /* bytes of the contents before the buffer */
  int fd;
  bool ended, packed;
  GPid child; /* the program that decompresses; 0: none */
  const char *program;
} ImportInput;

/* Opens file or pipe `path`. Returns NULL and sets *error ("FILE: message") if that fails, or if no program can
 * decompress it. The caller closes the result. */
ImportInput *import_input_open(const char *path, GError **error);

/* Closes the input, and ends the program that decompresses; NULL is allowed. */
void import_input_close(ImportInput *input);

/* Makes whole lines available; the last one ends with a newline even if the file does not. Returns false at the end of
 * the file, or with *error set on failure. */
bool import_input_lines(ImportInput *input, GError **error);

/* Makes at least n bytes available, at most IMPORT_INPUT_MOST. Returns false if fewer remain; then these are available.
 * Sets *error on failure. */
enum { IMPORT_INPUT_MOST = 1 << 17, IMPORT_INPUT_SLACK = 8 /* bytes that can be read after the available ones */ };
bool import_input_fill(ImportInput *input, size_t n, GError **error);

/* As import_input_fill(), but costs nothing if the bytes are available. */
static inline bool import_input_has(ImportInput *input, size_t n, GError **error) {
  return G_LIKELY((size_t)(input->end - input->at) >= n) || import_input_fill(input, n, error);
}

/* Sets *error to "FILE:LINE: message" for a format with lines, else to "FILE: byte N: message", where N is the offset of
 * `at` in the decompressed contents. Returns false. */
bool import_input_fail(const ImportInput *input, GError **error, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* Returns the bytes of the (compressed) file that were read, for a progress bar. */
uint64_t import_input_done(const ImportInput *input);
