/* bin_writer.c: see bin_writer.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "bins/bin_writer.h"

#include "coherence/plat.h"

enum { BUFFER = 64 * 1024 };

struct bin_writer {
  bin_sink *sink;
  void *closure;
  bin_format_kind kind;
  bool failed;                      /* a sink call failed: nothing more is handed to it */
  uint64_t hash;                    /* of all bytes put */
  uint64_t lines;                   /* ended so far */
  uint64_t next_id;                 /* of the record kind that is being written */
  bin_record record;                /* kind of the record that is being written, or was last */
  const bin_column_format *columns; /* of that kind */
  unsigned n_columns;
  unsigned column; /* the next field's */
  unsigned zeros;  /* fields before it of type BIN_TYPE_LAST that are 0, and not written yet */
  bool open;       /* between begin and end */
  size_t used;     /* bytes in buffer */
  char buffer[BUFFER];
};

static void flush(bin_writer *writer) {
  if (!writer->failed && writer->used != 0)
    writer->failed = !writer->sink(writer->closure, writer->buffer, writer->used);
  writer->used = 0;
}

static void put_char(bin_writer *writer, char c) {
  if (writer->used == BUFFER) flush(writer);
  writer->buffer[writer->used++] = c;
  writer->hash = bin_format_hash(writer->hash, &c, 1);
}

static void put_text(bin_writer *writer, const char *text) {
  while (*text) put_char(writer, *text++);
}

static void put_number(bin_writer *writer, uint64_t number) {
  char digits[20];
  unsigned n = 0;
  do digits[n++] = (char)('0' + number % 10);
  while ((number /= 10) != 0);
  while (n > 0) put_char(writer, digits[--n]);
}

static void put_hex(bin_writer *writer, uint64_t number, unsigned digits) {
  while (digits-- > 0) put_char(writer, "0123456789abcdef"[number >> (4 * digits) & 15]);
}

static void put_quoted(bin_writer *writer, const char *string) {
  put_char(writer, '"');
  for (; *string; string++) {
    const unsigned char c = (unsigned char)*string;
    if (c == '"' || c == '\\') {
      put_char(writer, '\\');
      put_char(writer, (char)c);
    } else if (c == '\n' || c == '\t') {
      put_text(writer, c == '\n' ? "\\n" : "\\t");
    } else if (c < 0x20 || c == 0x7f) {
      put_text(writer, "\\x");
      put_hex(writer, c, 2);
    } else {
      put_char(writer, (char)c);
    }
  }
  put_char(writer, '"');
}

static void end_line(bin_writer *writer) {
  put_char(writer, '\n');
  writer->lines++;
}

static bin_writer *start(bin_sink *sink, void *closure, bin_format_kind kind) {
  bin_writer *writer = plat_alloc(sizeof *writer);
  writer->sink = sink;
  writer->closure = closure;
  writer->kind = kind;
  writer->hash = BIN_FORMAT_HASH;
  writer->record = BIN_RECORDS;
  put_text(writer, "memspy-profile ");
  put_number(writer, kind);
  end_line(writer);
  for (unsigned r = 0; r < BIN_RECORDS; r++) {
    if (!bin_format_has(kind, r)) continue;
    put_text(writer, "columns ");
    put_text(writer, bin_format_record(r)->keyword);
    unsigned n;
    const bin_column_format *columns = bin_format_columns(r, &n);
    for (unsigned c = 0; c < n; c++) {
      put_char(writer, ' ');
      put_text(writer, columns[c].name);
    }
    end_line(writer);
  }
  return writer;
}

bin_writer *bin_writer_new(bin_sink *sink, void *closure) { return start(sink, closure, BIN_FORMAT_OF_RUN); }
bin_writer *bin_writer_new_sampled(bin_sink *sink, void *closure) { return start(sink, closure, BIN_FORMAT_SAMPLED); }
bin_writer *bin_writer_new_by_phase(bin_sink *sink, void *closure) { return start(sink, closure, BIN_FORMAT_BY_PHASE); }
bin_writer *bin_writer_new_of_ranks(bin_sink *sink, void *closure) { return start(sink, closure, BIN_FORMAT_OF_RANKS); }
bin_writer *bin_writer_new_of_samples(bin_sink *sink, void *closure) {
  return start(sink, closure, BIN_FORMAT_OF_SAMPLES);
}

/* Checks that the next field may be of a type, which it returns, and moves on to the column after it; a column that
 * takes any number of fields is not left. */
static bin_type next_field(bin_writer *writer, bool string) {
  plat_assert(writer->open && writer->column < writer->n_columns);
  const bin_type type = writer->columns[writer->column].type;
  plat_assert(string == (type == BIN_TYPE_STR || type == BIN_TYPE_STRS));
  if (!bin_format_is_list(type)) writer->column++;
  return type;
}

void bin_writer_begin(bin_writer *writer, bin_record record) {
  plat_assert(!writer->open && (writer->record == BIN_RECORDS || record >= writer->record));
  plat_assert(bin_format_has(writer->kind, record));
  if (record != writer->record) {
    writer->record = record;
    writer->columns = bin_format_columns(record, &writer->n_columns);
    writer->next_id = 0;
  }
  writer->open = true;
  writer->column = writer->zeros = 0;
  put_text(writer, bin_format_record(record)->keyword);
  if (writer->columns[0].type == BIN_TYPE_ID) bin_writer_number(writer, writer->next_id++);
}

void bin_writer_number(bin_writer *writer, uint64_t number) {
  if (next_field(writer, false) == BIN_TYPE_LAST && number == 0) {
    writer->zeros++;
    return;
  }
  for (; writer->zeros != 0; writer->zeros--) put_text(writer, " 0");
  put_char(writer, ' ');
  put_number(writer, number);
}

void bin_writer_string(bin_writer *writer, const char *string) {
  next_field(writer, true);
  put_char(writer, ' ');
  put_quoted(writer, string);
}

void bin_writer_end(bin_writer *writer) {
  plat_assert(writer->open);
  if (writer->column < writer->n_columns) plat_assert(bin_format_is_list(writer->columns[writer->column].type));
  end_line(writer);
  writer->open = false;
}

void bin_writer_so_far(const bin_writer *writer, uint64_t *lines, uint64_t *hash) {
  *lines = writer->lines;
  *hash = writer->hash;
}

bool bin_writer_finish(bin_writer *writer) {
  plat_assert(!writer->open);
  const uint64_t hash = writer->hash;
  put_text(writer, "end "); /* not part of the hash: taken above */
  put_number(writer, writer->lines);
  put_char(writer, ' ');
  put_hex(writer, hash, 16);
  put_char(writer, '\n');
  flush(writer);
  const bool good = !writer->failed;
  plat_free(writer);
  return good;
}
