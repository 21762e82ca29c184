/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples_read.c: reads a file of samples (docs/samples-format.md), as bins/bin_samples.c writes it.
 *
 * Files are not trusted: every deviation from the format is an error, with its line. */
#include <string.h>

#include "bins/bin_format.h"
#include "bins/bin_samples.h"
#include "ui/base/ui_error.h"
#include "ui/profile/profile_digits.h"
#include "ui/profile/profile_lines.h"
#include "ui/profile/profile_quoted.h"
#include "ui/samples/samples.h"

enum { LINE_MOST = 1 << 20 /* bytes */ };

/* Limit of samples; it excludes overflows of sums. */
#define SAMPLES_MOST ((guint64)1 << 62)

typedef struct {
  ProfileLines *lines;
  const char *path;
  guint64 version;
  const char *at, *end; /* the rest of the line; `end` is its newline */
  GString *string;      /* buffer for a quoted string */
  Samples *samples;
  GArray *frames; /* SamplesFrame: the frames of the file */
  GError **error;
} Reader;

static bool fail(const Reader *reader, const char *message) {
  return ui_error_set(reader->error, SAMPLES_ERROR, SAMPLES_ERROR_INVALID, "%s:%" G_GUINT64_FORMAT ": %s", reader->path,
                      profile_lines_number(reader->lines), message);
}

/* Reads the next line. Returns false and sets the error at the end of the file. */
static bool next_line(Reader *reader) {
  size_t length;
  GError *error = NULL;
  reader->at = profile_lines_next(reader->lines, LINE_MOST, &length, &error);
  if (reader->at != NULL) {
    reader->end = reader->at + length;
    return true;
  }
  if (error != NULL && profile_lines_number(reader->lines) == 1 && !profile_lines_is_cut(reader->lines))
    fail(reader, "this is not a file of samples");
  else if (error != NULL)
    g_propagate_error(reader->error, g_steal_pointer(&error));
  else
    fail(reader, profile_lines_number(reader->lines) == 1 ? "the file is empty"
                                                          : "the file is cut short: there is no end line");
  g_clear_error(&error);
  return false;
}

/* Takes a word if it is the next one. */
static bool take_word(Reader *reader, const char *word) {
  const size_t n = strlen(word);
  if ((size_t)(reader->end - reader->at) < n || memcmp(reader->at, word, n) != 0) return false;
  if (reader->at[n] != ' ' && reader->at + n != reader->end) return false;
  reader->at += n;
  return true;
}

/* Takes a space and a number up to `most`. */
static bool take_number(Reader *reader, guint64 most, guint64 *number) {
  if (*reader->at != ' ') return fail(reader, "expected a space and a number");
  const char *first = reader->at + 1;
  unsigned n = profile_digits(first, number);
  for (; n >= PROFILE_DIGITS_READ && g_ascii_isdigit(first[n]) && n < 20; n++) {
    const guint64 digit = (guint64)(first[n] - '0');
    if (*number > (G_MAXUINT64 - digit) / 10) return fail(reader, "a number is too large");
    *number = *number * 10 + digit;
  }
  if (n == 0 || (n > 1 && *first == '0') || (first[n] != ' ' && first + n != reader->end))
    return fail(reader, "expected a decimal number without leading zeros");
  reader->at = first + n;
  return *number <= most || fail(reader, "a number is too large, or refers to a record that does not precede this one");
}

static bool take_string(Reader *reader, const char **string) {
  if (*reader->at != ' ') return fail(reader, "expected a space and a string in quotes");
  reader->at++;
  if (!profile_quoted_take(&reader->at, reader->end, reader->string) ||
      (*reader->at != ' ' && reader->at != reader->end))
    return fail(reader, "expected a string in quotes");
  *string = g_string_chunk_insert_const(reader->samples->names, reader->string->str);
  return true;
}

static bool line_ends(const Reader *reader) {
  return reader->at == reader->end || fail(reader, "the line has more fields than the record");
}

/* ---- records ---- */

static bool take_command(Reader *reader) { return take_string(reader, &reader->samples->command) && line_ends(reader); }

static bool take_event(Reader *reader) {
  const char *name;
  guint64 period;
  if (!take_string(reader, &name) || !take_number(reader, G_MAXUINT64, &period) || !line_ends(reader)) return false;
  samples_add_event(reader->samples, name, period);
  return true;
}

static bool take_object(Reader *reader) {
  SamplesObject object;
  if (!take_string(reader, &object.path) || !take_string(reader, &object.build_id) || !line_ends(reader)) return false;
  if (object.build_id[strspn(object.build_id, "0123456789abcdef")] != '\0')
    return fail(reader, "a build id must have lower-case hexadecimal digits only");
  g_array_append_val(reader->samples->objects, object);
  return true;
}

/* The highest number of a record in an array; an error if the array is empty. */
static bool last_of(const Reader *reader, const GArray *array, guint64 *last) {
  if (array->len == 0) return fail(reader, "the records to which this one refers do not precede it");
  *last = array->len - 1;
  return true;
}

static bool take_frame(Reader *reader) {
  SamplesFrame frame;
  guint64 last = 0, object = 0;
  if (!last_of(reader, reader->samples->objects, &last) || !take_number(reader, last, &object) ||
      !take_number(reader, G_MAXUINT64, &frame.address) || !line_ends(reader))
    return false;
  frame.object = (guint32)object;
  g_array_append_val(reader->frames, frame);
  return true;
}

/* Takes the numbers of frames to the end of the line, and appends the frames. */
static bool take_frames(Reader *reader, guint32 *first, guint32 *count) {
  GArray *frames = reader->samples->frames;
  guint64 last = 0, number = 0;
  *first = frames->len;
  *count = 0;
  if (reader->at == reader->end) return true;
  if (!last_of(reader, reader->frames, &last)) return false;
  while (reader->at != reader->end) {
    if (!take_number(reader, last, &number)) return false;
    if (frames->len == G_MAXUINT32) return fail(reader, "there are more frames than memspy can hold");
    g_array_append_val(frames, g_array_index(reader->frames, SamplesFrame, number));
  }
  *count = frames->len - *first;
  return true;
}

/* Takes a space, and one of the words of a table. */
static bool take_one_of(Reader *reader, const char *(*word_of)(guint i), guint n, guint *found) {
  const char *first = reader->at;
  if (*first != ' ') return fail(reader, "expected a space and a word");
  for (reader->at++, *found = 0; *found < n; (*found)++)
    if (take_word(reader, word_of(*found))) return true;
  reader->at = first;
  return fail(reader, "expected a word that docs/samples-format.md lists");
}

static const char *kind_word(guint i) { return samples_data_word((SamplesDataKind)i); }
static const char *operation_word(guint i) { return samples_operation_word((SamplesOperation)i); }
static const char *source_word(guint i) { return samples_source_word((SamplesSource)i); }

/* Returns whether the version of the file has data and accesses. */
static bool has_data(const Reader *reader) {
  return reader->version == BIN_SAMPLES_WITH_DATA || fail(reader, "files of version 1 have no such records");
}

static bool take_data(Reader *reader) {
  SamplesData data;
  guint64 last = 0, object = 0;
  guint kind = 0;
  if (!has_data(reader) || !take_one_of(reader, kind_word, SAMPLES_DATA_KINDS, &kind) ||
      !last_of(reader, reader->samples->objects, &last) || !take_number(reader, last, &object) ||
      !take_number(reader, G_MAXUINT64, &data.address) || !take_frames(reader, &data.first, &data.count))
    return false;
  data.kind = (SamplesDataKind)kind;
  data.object = (guint32)object;
  g_array_append_val(reader->samples->data, data);
  return true;
}

static bool take_sample(Reader *reader) {
  SamplesSample sample = {0};
  guint64 last = 0, event = 0, process = 0, thread = 0;
  if (!last_of(reader, reader->samples->events, &last) || !take_number(reader, last, &event) ||
      !take_number(reader, G_MAXUINT32, &process) || !take_number(reader, G_MAXUINT32, &thread) ||
      !take_number(reader, SAMPLES_MOST - reader->samples->total, &sample.samples))
    return false;
  if (sample.samples == 0) return fail(reader, "the number of samples must not be 0");
  sample.event = (guint32)event;
  sample.process = (guint32)process;
  sample.thread = (guint32)thread;
  if (!take_frames(reader, &sample.first, &sample.count)) return false;
  if (sample.count == 0) return fail(reader, "a sample must have a frame");
  reader->samples->total += sample.samples;
  g_array_append_val(reader->samples->samples, sample);
  return true;
}

static bool take_flag(Reader *reader, bool *flag) {
  guint64 number = 0;
  const bool good = take_number(reader, 1, &number);
  *flag = number != 0;
  return good;
}

static bool take_access(Reader *reader) {
  const Samples *samples = reader->samples;
  guint64 last = 0, last_data = 0, number = 0, data = 0;
  guint operation = 0, source = 0;
  SamplesAccess access;
  if (!has_data(reader) || !last_of(reader, samples->samples, &last) || !last_of(reader, samples->data, &last_data) ||
      !take_number(reader, last, &number) || !take_number(reader, last_data, &data) ||
      !take_one_of(reader, operation_word, SAMPLES_OPERATIONS, &operation) ||
      !take_one_of(reader, source_word, SAMPLES_SOURCES, &source) || !take_flag(reader, &access.remote) ||
      !take_flag(reader, &access.modified))
    return false;
  SamplesSample *sample = &g_array_index(samples->samples, SamplesSample, number);
  if (sample->access.data != 0) return fail(reader, "the sample has two accesses");
  access.data = (guint32)data + 1;
  access.operation = (SamplesOperation)operation;
  access.source = (SamplesSource)source;
  sample->access = access;
  return take_number(reader, SAMPLES_MOST, &sample->latency) && line_ends(reader);
}

/* ---- the file ---- */

static const struct {
  const char *word;
  bool (*take)(Reader *reader);
} records[] = {{"command", take_command}, {"event", take_event},   {"object", take_object}, {"frame", take_frame},
               {"data", take_data},       {"sample", take_sample}, {"access", take_access}};

/* Takes the line "end LINES CHECKSUM", which must be the last one. */
static bool take_end(Reader *reader) {
  g_autofree char *expected = g_strdup_printf(" %" G_GUINT64_FORMAT " %016" G_GINT64_MODIFIER "x",
                                              profile_lines_number(reader->lines) - 1,
                                              profile_lines_hash(reader->lines));
  const size_t n = (size_t)(reader->end - reader->at);
  if (n != strlen(expected) || memcmp(reader->at, expected, n) != 0)
    return fail(reader, "the file was cut or altered: the end line does not match the lines before it");
  if (reader->samples->events->len == 0) return fail(reader, "there is no event");
  GError *error = NULL;
  size_t length;
  const bool more = profile_lines_next(reader->lines, LINE_MOST, &length, &error) != NULL || error != NULL;
  g_clear_error(&error);
  return !more || fail(reader, "there is data after the end line");
}

/* Takes all records, in the order of the table, with one command. */
static bool take_records(Reader *reader) {
  guint kind = 0;
  for (bool first = true; next_line(reader); first = false) {
    if (take_word(reader, "end")) return first ? fail(reader, "expected command") : take_end(reader);
    guint next = kind;
    while (next < G_N_ELEMENTS(records) && !take_word(reader, records[next].word)) next++;
    if (next == G_N_ELEMENTS(records) || (next == 0) != first)
      return fail(reader, "expected a record: command, event, object, frame, data, sample or access, in this order");
    if (!records[next].take(reader)) return false;
    kind = MAX(next, 1);
  }
  return false;
}

static bool take_header(Reader *reader) {
  if (!next_line(reader)) return false;
  if (!take_word(reader, BIN_SAMPLES_FORMAT)) return fail(reader, "this is not a file of samples");
  if (!take_number(reader, G_MAXUINT64, &reader->version) || !line_ends(reader)) return false;
  if (reader->version == BIN_SAMPLES_VERSION || reader->version == BIN_SAMPLES_WITH_DATA) return true;
  g_autofree char *message = g_strdup_printf("this memspy reads only versions %d and %d of files of samples",
                                             BIN_SAMPLES_VERSION, BIN_SAMPLES_WITH_DATA);
  return fail(reader, message);
}

Samples *samples_read(const char *path, GError **error) {
  Reader reader = {.path = path, .lines = profile_lines_open(path, error), .error = error};
  if (reader.lines == NULL) return NULL;
  reader.samples = samples_new();
  reader.string = g_string_new(NULL);
  reader.frames = g_array_new(FALSE, FALSE, sizeof(SamplesFrame));
  const bool good = take_header(&reader) && take_records(&reader);
  g_array_free(reader.frames, TRUE);
  g_string_free(reader.string, TRUE);
  profile_lines_close(reader.lines);
  if (good) return reader.samples;
  samples_free(reader.samples);
  return NULL;
}
