/* SPDX-License-Identifier: GPL-2.0-or-later
 * phases_intervals.c: reads the intervals. Each vector is projected when it is read, because all vectors of a program
 * possibly do not fit into memory. The projection of a sum is the sum of the projections, so intervals can be joined
 * afterwards. */
#include "ui/phases/phases_intervals.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "bins/bin_format.h"
#include "ui/base/ui_error.h"
#include "ui/base/ui_input.h"
#include "ui/base/ui_progress.h"

G_DEFINE_QUARK(ui - phases - error - quark, phases_error)

/* Upper limit of the program's number of instructions. It ensures that sums do not overflow. */
#define MOST (UINT64_C(1) << 62)

enum {
  LONGEST = 64 << 20,   /* maximum length of a line, in bytes */
  FRONT_MOST = 1 << 20, /* maximum number of bytes before the first vector, and of a line that is not a vector */
  SEAL_DIGITS = 16
};

static const char end_mark[] = BIN_VECTORS_COMMENT "end ";

typedef struct {
  const char *path;
  GString *text;  /* the current line */
  uint64_t line;  /* number of the current line, from 1 */
  uint64_t hash;  /* bin_format_hash() of the lines before the current one */
  bool is_whole;  /* whether the current line ends with a newline */
  bool is_own;    /* whether the tool wrote the file */
  bool is_closed; /* whether the last line is the tool's line of sums, and the sums are correct */
  bool is_sealed; /* whether the last line is the tool's end line, and its checksum is correct */
  uint64_t vectors;
  uint64_t seed;
  GArray *intervals;   /* PhasesInterval */
  GArray *points;      /* PhasesPoint */
  PhasesInterval last; /* the current interval */
  PhasesPoint point;
} Reader;

static bool fail(const Reader *reader, const char *what, GError **error) {
  return ui_error_set(error, PHASES_ERROR, PHASES_ERROR_INVALID, "%s:%" G_GUINT64_FORMAT ": %s", reader->path,
                      reader->line, what);
}

/* Reads a number, and moves *text past it. Returns whether the number is valid and followed by one of the characters in
 * `ends` or by the end of the text. */
static bool read_number(const char **text, const char *ends, uint64_t *number) {
  if (!g_ascii_isdigit(**text)) return false;
  *number = 0;
  for (; g_ascii_isdigit(**text); (*text)++) {
    if (*number >= MOST / 10) return false;
    *number = *number * 10 + (uint64_t)(**text - '0');
  }
  return strchr(ends, **text) != NULL;
}

/* Reads one pair ":BLOCK:COUNT", and adds it to the current interval. */
static bool read_pair(Reader *reader, const char **text) {
  uint64_t block, count;
  if (*(*text)++ != ':' || !read_number(text, ":", &block) || *(*text)++ != ':') return false;
  if (!read_number(text, " \t\r\n", &count) || count > MOST - reader->last.begin - reader->last.instructions)
    return false;
  phases_projection_add(&reader->point, reader->seed, block, (double)count);
  reader->last.instructions += count;
  return true;
}

/* Appends the current interval to the array of intervals, and begins the next interval. */
static void end_interval(Reader *reader) {
  PhasesPoint shares = {0};
  phases_point_add(&shares, &reader->point, 1 / (double)reader->last.instructions);
  g_array_append_val(reader->intervals, reader->last);
  g_array_append_val(reader->points, shares);
  reader->last = (PhasesInterval){.begin = reader->last.begin + reader->last.instructions};
  reader->point = (PhasesPoint){0};
}

static bool read_vector(Reader *reader, const char *text, GError **error) {
  for (;;) {
    text += strspn(text, " \t\r\n");
    if (*text == '\0') return true;
    if (!read_pair(reader, &text)) return fail(reader, "expected T:BLOCK:COUNT :BLOCK:COUNT ..., in numbers", error);
  }
}

static bool fail_empty(const Reader *reader, const char *where, GError **error) {
  return ui_error_set(error, PHASES_ERROR, PHASES_ERROR_INVALID,
                      "%s: there are no basic-block vectors in %s: no line begins with T", reader->path, where);
}

/* Returns the maximum length of the current line in bytes. The limit depends on the first byte of the line. */
static gsize longest(const Reader *reader) { return *reader->text->str == 'T' ? LONGEST : FRONT_MOST; }

/* Reads a line into reader->text, without its newline. Returns false at the end of the file. Also returns false on an
 * error, and then sets *error. */
static bool read_line(Reader *reader, FILE *file, GError **error) {
  int c;
  g_string_truncate(reader->text, 0);
  while ((c = getc_unlocked(file)) != EOF && c != '\n' && c != '\0' && reader->text->len < longest(reader))
    g_string_append_c(reader->text, (gchar)c);
  if (c == EOF && ferror(file))
    return ui_error_set(error, PHASES_ERROR, PHASES_ERROR_READ, "%s: %s", reader->path, g_strerror(errno));
  if (c == EOF && reader->text->len == 0) return false;
  reader->line++;
  reader->is_whole = c == '\n';
  if (c == '\0') return fail(reader, "a zero byte: this is not a file of basic-block vectors", error);
  if (c == EOF || c == '\n') return true;
  return fail(reader, *reader->text->str == 'T' ? "a line of more than 64 MB" : "a comment of more than 1 MB", error);
}

static bool take_vector(Reader *reader, uint64_t shortest, GError **error) {
  const char *text = reader->text->str;
  if (!reader->is_whole) return fail(reader, "the file ends within this line", error);
  const uint64_t before = reader->last.instructions;
  reader->is_closed = false;
  if (!read_vector(reader, text + 1, error)) return false;
  reader->vectors += reader->last.instructions != before;
  if (reader->last.instructions != 0 && reader->last.instructions >= shortest) end_interval(reader);
  return true;
}

/* ---- the seal ---- */

/* Returns whether the current line has the form of an end line. (Comments that other tools write can begin in the same
 * way.) */
static bool is_end_line(const Reader *reader) {
  const char *at = reader->text->str;
  if (!g_str_has_prefix(at, end_mark)) return false;
  at += strlen(end_mark);
  const size_t n = strspn(at, "0123456789");
  return n != 0 && at[n] == ' ' && strspn(at + n + 1, "0123456789abcdef") == SEAL_DIGITS &&
         at[n + 1 + SEAL_DIGITS] == '\0';
}

static bool take_end_line(Reader *reader, GError **error) {
  g_autofree char *expected = g_strdup_printf("%s%" G_GUINT64_FORMAT " %016" G_GINT64_MODIFIER "x", end_mark,
                                              reader->line - 1, reader->hash);
  reader->is_sealed = reader->is_own && reader->is_closed && reader->is_whole &&
                      strcmp(reader->text->str, expected) == 0;
  return reader->is_sealed || fail(reader, "the checksum is wrong: the file was altered", error);
}

static bool take_comment(Reader *reader, GError **error) {
  if (reader->line == 1) reader->is_own = g_str_has_prefix(reader->text->str, BIN_VECTORS_FIRST);
  if (is_end_line(reader)) return take_end_line(reader, error);
  g_autofree char *closing = g_strdup_printf(BIN_VECTORS_COMMENT "%" G_GUINT64_FORMAT " intervals, %" G_GUINT64_FORMAT
                                                                 " instructions",
                                             reader->vectors, reader->last.begin + reader->last.instructions);
  reader->is_closed = strcmp(reader->text->str, closing) == 0;
  return true;
}

/* Checks that a file that the tool wrote has an end line. Files of other tools have no end line. */
static bool check_sealed(const Reader *reader, GError **error) {
  return !reader->is_own || reader->is_sealed ||
         ui_error_set(error, PHASES_ERROR, PHASES_ERROR_INVALID, "%s: %s", reader->path,
                      reader->is_closed ? "an older memspy wrote this file, without a checksum: make it again with "
                                          "--bbv-file"
                                        : "the file was cut or altered: it does not end with '# end LINES CHECKSUM'");
}

/* ---- the file ---- */

/* Processes a line of the file, and adds the line to the hash. */
static bool take_line(Reader *reader, uint64_t shortest, GError **error) {
  const bool is_vector = *reader->text->str == 'T';
  if (reader->is_sealed) return fail(reader, "there is something after the end line", error);
  if (!(is_vector ? take_vector(reader, shortest, error) : take_comment(reader, error))) return false;
  reader->hash = bin_format_hash(reader->hash, reader->text->str, reader->text->len);
  if (reader->is_whole) reader->hash = bin_format_hash(reader->hash, "\n", 1);
  return true;
}

static bool read_lines(Reader *reader, FILE *file, uint64_t shortest, GError **error) {
  GError *failed = NULL;
  uint64_t done = 0;
  while (failed == NULL && read_line(reader, file, &failed)) {
    ui_progress_at(done += reader->text->len + 1);
    if (!take_line(reader, shortest, &failed)) break;
    if (reader->vectors == 0 && done > FRONT_MOST) fail_empty(reader, "its first 1 MB", &failed);
  }
  if (failed != NULL) {
    g_propagate_error(error, failed);
    return false;
  }
  if (!check_sealed(reader, error)) return false;
  if (reader->last.instructions != 0) end_interval(reader);
  return true;
}

/* Opens a file or a pipe. Sets *bytes to the size of the file, or to 0 if the size is unknown. */
static FILE *open_file(const Reader *reader, uint64_t *bytes, GError **error) {
  struct stat status;
  const int fd = ui_input_open(reader->path, error);
  if (fd < 0) return NULL;
  *bytes = fstat(fd, &status) == 0 ? (uint64_t)status.st_size : 0;
  return fdopen(fd, "r");
}

static bool read_file(Reader *reader, uint64_t shortest, GError **error) {
  uint64_t bytes;
  FILE *file = open_file(reader, &bytes, error);
  if (file == NULL) return false;
  ui_progress_begin("reading", bytes);
  const bool good = read_lines(reader, file, shortest, error);
  ui_progress_end();
  fclose(file);
  return good && (reader->intervals->len != 0 || fail_empty(reader, "it", error));
}

PhasesIntervals *phases_intervals_read(const char *path, uint64_t shortest, uint64_t seed, GError **error) {
  Reader reader = {.path = path,
                   .text = g_string_new(NULL),
                   .seed = seed,
                   .hash = BIN_FORMAT_HASH,
                   .intervals = g_array_new(FALSE, FALSE, sizeof(PhasesInterval)),
                   .points = g_array_new(FALSE, FALSE, sizeof(PhasesPoint))};
  PhasesIntervals *all = NULL;
  if (read_file(&reader, shortest, error)) {
    all = g_new(PhasesIntervals, 1);
    *all = (PhasesIntervals){.n = reader.intervals->len, .instructions = reader.last.begin};
  }
  g_string_free(reader.text, TRUE);
  char *intervals = g_array_free(reader.intervals, all == NULL), *points = g_array_free(reader.points, all == NULL);
  if (all == NULL) return NULL;
  all->intervals = (PhasesInterval *)(void *)intervals;
  all->points = (PhasesPoint *)(void *)points;
  return all;
}

uint64_t phases_intervals_longest(const PhasesIntervals *intervals) {
  uint64_t most = 0;
  for (unsigned i = 0; i < intervals->n; i++) most = MAX(most, intervals->intervals[i].instructions);
  return most;
}

void phases_intervals_free(PhasesIntervals *intervals) {
  if (intervals == NULL) return;
  g_free(intervals->intervals);
  g_free(intervals->points);
  g_free(intervals);
}
