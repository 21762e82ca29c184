/* test_writer.c: tests how the writer spells fields, that it refuses records that violate the format, and sinks that
 * fail.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "bins/bin_writer.h"
#include "coherence/coh_counts.h"
#include "tests/check.h"
#include "tests/coherence/plat_test.h"

/* A sink that accepts this many bytes, then refuses more. */
typedef struct {
  char *bytes;
  size_t n, limit;
  unsigned refused;
} store;

static bool sink(void *closure, const char *bytes, size_t n) {
  store *s = closure;
  if (s->n + n > s->limit) {
    s->refused++;
    return false;
  }
  s->bytes = realloc(s->bytes, s->n + n + 1);
  memcpy(s->bytes + s->n, bytes, n);
  s->n += n;
  s->bytes[s->n] = '\0';
  return true;
}

static void write_text(bin_writer *w, bin_record record, const char *text) {
  bin_writer_begin(w, record);
  bin_writer_string(w, text);
  bin_writer_end(w);
}

/* Encodes by the rule of docs/profile-format.md, one byte at a time. */
static void spell(char *to, const char *text) {
  *to++ = '"';
  for (; *text; text++) {
    const unsigned char c = (unsigned char)*text;
    switch (c) {
      case '"': to += sprintf(to, "\\\""); break;
      case '\\': to += sprintf(to, "\\\\"); break;
      case '\n': to += sprintf(to, "\\n"); break;
      case '\t': to += sprintf(to, "\\t"); break;
      default: to += sprintf(to, c < 0x20 || c == 0x7f ? "\\x%02x" : "%c", c); break;
    }
  }
  *to++ = '"';
  *to = '\0';
}

/* Tests every byte alone, and all of them together. */
static void test_strings(void) {
  char text[257] = "", spelled[2048], line[2100];
  for (unsigned c = 1; c <= 256; c++) {
    store s = {.limit = SIZE_MAX};
    if (c < 256)
      snprintf(text, sizeof text, "%c", (int)c);
    else
      for (unsigned i = 1; i <= 256; i++) text[i - 1] = (char)i; /* the last byte is 0 */
    bin_writer *w = bin_writer_new(sink, &s, BIN_FORMAT_OF_RUN, BIN_FORMAT_PLAIN);
    write_text(w, BIN_RECORD_CREATOR, text);
    CHECK(bin_writer_finish(w));
    spell(spelled, text);
    snprintf(line, sizeof line, "\ncreator %s\nend ", spelled);
    CHECK(s.bytes && strstr(s.bytes, line));
    free(s.bytes);
  }
}

static void test_numbers(void) {
  static const uint64_t numbers[] = {0, 1, 9, 10, 12345678901234567890u, UINT64_MAX};
  for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    char line[64];
    store s = {.limit = SIZE_MAX};
    bin_writer *w = bin_writer_new(sink, &s, BIN_FORMAT_OF_RUN, BIN_FORMAT_PLAIN);
    bin_writer_begin(w, BIN_RECORD_PID);
    bin_writer_number(w, numbers[i]);
    bin_writer_end(w);
    CHECK(bin_writer_finish(w));
    snprintf(line, sizeof line, "\npid %" PRIu64 "\n", numbers[i]);
    CHECK(s.bytes && strstr(s.bytes, line));
    free(s.bytes);
  }
}

/* Numbers of records start anew for each kind, and the last column may have any number of fields. */
static void test_records(void) {
  store s = {.limit = SIZE_MAX};
  bin_writer *w = bin_writer_new(sink, &s, BIN_FORMAT_OF_RUN, BIN_FORMAT_PLAIN);
  bin_writer_begin(w, BIN_RECORD_COMMAND);
  bin_writer_end(w);
  write_text(w, BIN_RECORD_FILE, "a");
  write_text(w, BIN_RECORD_FILE, "b");
  bin_writer_begin(w, BIN_RECORD_CALL);
  for (unsigned i = 0; i < 3; i++) bin_writer_number(w, i + 1);
  bin_writer_end(w);
  CHECK(bin_writer_finish(w));
  CHECK(s.bytes && strstr(s.bytes, "\ncommand\nfile 0 \"a\"\nfile 1 \"b\"\ncall 0 1 2 3\nend "));
  free(s.bytes);
}

/* The frame of a file: the first line, a line of columns for each kind of record, and in the last line the hash of all
 * lines before it. */
static void test_frame(void) {
  store s = {.limit = SIZE_MAX};
  char last[64];
  unsigned kinds = 0;
  for (unsigned r = 0; r < BIN_RECORDS; r++) kinds += bin_format_has(BIN_FORMAT_OF_RUN, BIN_FORMAT_PLAIN, r);
  CHECK(bin_writer_finish(bin_writer_new(sink, &s, BIN_FORMAT_OF_RUN, BIN_FORMAT_PLAIN)));
  CHECK(!strncmp(s.bytes, "memspy-profile 5\ncolumns creator text\ncolumns command argv\n", 59));
  uint64_t hash = 0xcbf29ce484222325u;
  const char *end = strstr(s.bytes, "\nend ") + 1;
  for (const char *c = s.bytes; c < end; c++) hash = (hash ^ (unsigned char)*c) * 0x100000001b3u;
  snprintf(last, sizeof last, "end %u %016" PRIx64 "\n", 1 + kinds, hash);
  CHECK(!strcmp(end, last));
  free(s.bytes);
}

/* Models: profiles of any kind have their records, where the machine has some; zeros at the end of a line are left out.
 */
static void test_models(void) {
  store plain = {.limit = SIZE_MAX}, s = {.limit = SIZE_MAX};
  CHECK(bin_writer_finish(bin_writer_new(sink, &plain, BIN_FORMAT_OF_RANKS, BIN_FORMAT_PLAIN)));
  CHECK(!strstr(plain.bytes, "\ncolumns model_"));
  bin_writer *w = bin_writer_new(sink, &s, BIN_FORMAT_OF_RANKS, BIN_FORMAT_WITH_MODELS);
  for (unsigned r = BIN_RECORD_MODEL_PROCESSOR; r <= BIN_RECORD_MODEL_CELL; r++) {
    bin_writer_begin(w, r);
    const bool of_cell = r == BIN_RECORD_MODEL_CELL;
    for (unsigned i = 0; i < (COH_COUNTS - COH_COMMON_COUNTS) + 1u + of_cell; i++)
      bin_writer_number(w, (of_cell && i < 5) || (!of_cell && i == 2) ? i + 1 : 0);
    bin_writer_end(w);
  }
  CHECK(bin_writer_finish(w));
  CHECK(strstr(s.bytes, "\ncolumns model_processor processor tlb_misses ") &&
        strstr(s.bytes, "\ncolumns model_totals tlb_misses "));
  CHECK(strstr(s.bytes, "\nmodel_processor 0 0 3\nmodel_cell 1 2 3 4 5\nend "));
  free(plain.bytes);
  free(s.bytes);
}

/* Profiles of a run have the records of intervals, if there are intervals. Profiles of several ranks do not. */
static void test_time(void) {
  store plain = {.limit = SIZE_MAX}, s = {.limit = SIZE_MAX}, of_ranks = {.limit = SIZE_MAX};
  CHECK(bin_writer_finish(bin_writer_new(sink, &plain, BIN_FORMAT_OF_RUN, BIN_FORMAT_WITH_MODELS)));
  CHECK(!strstr(plain.bytes, "\ncolumns timeline ") && !strstr(plain.bytes, "\ncolumns interval"));
  CHECK(bin_writer_finish(bin_writer_new(sink, &of_ranks, BIN_FORMAT_OF_RANKS, BIN_FORMAT_WITH_TIME)));
  CHECK(!strstr(of_ranks.bytes, "\ncolumns timeline ") && !strstr(of_ranks.bytes, "\ncolumns interval"));
  bin_writer *w = bin_writer_new(sink, &s, BIN_FORMAT_OF_RUN, BIN_FORMAT_WITH_TIME);
  bin_writer_begin(w, BIN_RECORD_TIMELINE);
  for (unsigned i = 0; i < 3; i++) bin_writer_number(w, i);
  bin_writer_end(w);
  CHECK(bin_writer_finish(w));
  CHECK(!strncmp(s.bytes, "memspy-profile 5\n", 17) && !strstr(s.bytes, "\ncolumns model_"));
  CHECK(strstr(s.bytes, "\ncolumns timeline begin cycles intervals\ncolumns interval processor number "));
  CHECK(strstr(s.bytes, "\ntimeline 0 1 2\nend "));
  free(plain.bytes);
  free(of_ranks.bytes);
  free(s.bytes);
}

/* Profiles of a sampled run have another version, more kinds of records, and lines that end with several numbers. */
static void test_sampled(void) {
  store plain = {.limit = SIZE_MAX}, s = {.limit = SIZE_MAX};
  CHECK(bin_writer_finish(bin_writer_new(sink, &plain, BIN_FORMAT_OF_RUN, BIN_FORMAT_PLAIN)));
  CHECK(!strstr(plain.bytes, "\ncolumns sampling") && !strstr(plain.bytes, "\ncolumns batch"));
  bin_writer *w = bin_writer_new(sink, &s, BIN_FORMAT_SAMPLED, BIN_FORMAT_PLAIN);
  bin_writer_begin(w, BIN_RECORD_BATCH_CELL);
  for (unsigned i = 0; i < 6; i++) bin_writer_number(w, 10 * i);
  bin_writer_end(w);
  bin_writer_begin(w, BIN_RECORD_BATCH_CELL);
  for (unsigned i = 0; i < 2; i++) bin_writer_number(w, i);
  bin_writer_end(w);
  CHECK(bin_writer_finish(w));
  CHECK(!strncmp(s.bytes, "memspy-profile 6\n", 17));
  CHECK(strstr(s.bytes, "\ncolumns option name value\ncolumns sampling samples instructions sampled\n"
                        "columns batch id samples instructions\ncolumns object "));
  CHECK(strstr(s.bytes, "\nbatch_cell 0 10 20 30 40 50\nbatch_cell 0 1\nend "));
  free(plain.bytes);
  free(s.bytes);
}

/* ---- what departs from the format --------------------------------------------------------------- */

static bin_writer *refused[16]; /* writers that failed an assertion: never finished */
static unsigned n_refused;

static bin_writer *refusing(void) {
  static store nowhere = {.limit = 0};
  return refused[n_refused++] = bin_writer_new(sink, &nowhere, BIN_FORMAT_OF_RUN, BIN_FORMAT_PLAIN);
}

static void number_for_string(void *data) {
  bin_writer_begin(data, BIN_RECORD_CREATOR);
  bin_writer_number(data, 1);
}
static void string_for_number(void *data) {
  bin_writer_begin(data, BIN_RECORD_PID);
  bin_writer_string(data, "1");
}
static void too_few(void *data) {
  bin_writer_begin(data, BIN_RECORD_OPTION);
  bin_writer_string(data, "name");
  bin_writer_end(data);
}
static void too_many(void *data) {
  bin_writer_begin(data, BIN_RECORD_PID);
  bin_writer_number(data, 1);
  bin_writer_number(data, 1);
}
static void wrong_order(void *data) {
  write_text(data, BIN_RECORD_FILE, "");
  write_text(data, BIN_RECORD_LABEL, "");
}
static void two_at_once(void *data) {
  bin_writer_begin(data, BIN_RECORD_PID);
  bin_writer_begin(data, BIN_RECORD_PID);
}
static void end_without_begin(void *data) { bin_writer_end(data); }
static void field_outside(void *data) { bin_writer_number(data, 1); }
static void finish_inside(void *data) {
  bin_writer_begin(data, BIN_RECORD_PID);
  bin_writer_finish(data);
}

static void test_refusals(void) {
  static void (*const bodies[])(void *) = {number_for_string, string_for_number, too_few,
                                           too_many,          wrong_order,       two_at_once,
                                           end_without_begin, field_outside,     finish_inside};
  for (unsigned i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
    CHECK_ASSERTS(bodies[i], refusing());
    plat_free(refused[i]);
  }
}

/* ---- sinks that fail ---------------------------------------------------------------------------- */

/* A profile of several times the size of the writer's buffer. */
static bool write_long(store *s) {
  bin_writer *w = bin_writer_new(sink, s, BIN_FORMAT_OF_RUN, BIN_FORMAT_PLAIN);
  for (unsigned i = 0; i < 9000; i++) write_text(w, BIN_RECORD_FILE, "/a/path/of/some/length");
  return bin_writer_finish(w);
}

static void test_full_disk(void) {
  store whole = {.limit = SIZE_MAX};
  CHECK(write_long(&whole) && whole.n > 3 * 65536);
  for (size_t limit = 0; limit < whole.n; limit += limit % 65536 < 2 || limit % 65536 == 65535 ? 1 : 21845) {
    store cut = {.limit = limit};
    CHECK(!write_long(&cut) && cut.refused == 1 && !memcmp(cut.bytes ? cut.bytes : "", whole.bytes, cut.n));
    free(cut.bytes);
  }
  free(whole.bytes);
}

int main(void) {
  test_strings();
  test_numbers();
  test_records();
  test_frame();
  test_models();
  test_time();
  test_sampled();
  test_refusals();
  test_full_disk();
  CHECK(plat_test_outstanding() == 0);
  return check_failures != 0;
}
