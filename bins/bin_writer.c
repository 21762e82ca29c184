/* bin_writer.c: see bin_writer.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_writer.h"

#include "plat/plat.h"

struct bin_writer {
  bin_format_kind kind;
  unsigned parts;
  uint64_t next_id;                 /* next ID of the current kind of record */
  bin_record record;                /* kind of the current or latest record */
  const bin_column_format *columns; /* columns of that kind */
  unsigned n_columns;
  unsigned column; /* column of the next field */
  unsigned zeros;  /* number of unwritten fields before it, of type BIN_TYPE_LAST with value 0 */
  bool open;       /* between begin and end */
  bin_text text;
};

/* Returns whether the profile declares such records. */
static bool has(const bin_writer *writer, bin_record record) {
  return bin_format_has(writer->kind, writer->parts, record);
}

bin_writer *bin_writer_new(bin_sink *sink, void *closure, bin_format_kind kind, unsigned parts) {
  bin_writer *writer = plat_alloc(sizeof *writer);
  bin_text_start(&writer->text, sink, closure);
  writer->kind = kind;
  writer->parts = parts;
  writer->record = BIN_RECORDS;
  bin_text_put(&writer->text, "memspy-profile ");
  bin_text_number(&writer->text, kind);
  bin_text_end_line(&writer->text);
  for (unsigned r = 0; r < BIN_RECORDS; r++) {
    if (!has(writer, r)) continue;
    bin_text_put(&writer->text, "columns ");
    bin_text_put(&writer->text, bin_format_record(r)->keyword);
    unsigned n;
    const bin_column_format *columns = bin_format_columns(r, &n);
    for (unsigned c = 0; c < n; c++) {
      if (!bin_format_has_column(parts, columns[c].type)) continue;
      bin_text_put(&writer->text, " ");
      bin_text_put(&writer->text, columns[c].name);
    }
    bin_text_end_line(&writer->text);
  }
  return writer;
}

/* Asserts that the next field can have the type, returns that type, and moves to the next column, unless the column
 * takes any number of fields. */
static bin_type next_field(bin_writer *writer, bool string) {
  plat_assert(writer->open && writer->column < writer->n_columns);
  const bin_type type = writer->columns[writer->column].type;
  plat_assert(string == (type == BIN_TYPE_STR || type == BIN_TYPE_STRS));
  if (!bin_format_is_list(type)) writer->column++;
  return type;
}

void bin_writer_begin(bin_writer *writer, bin_record record) {
  plat_assert(!writer->open && (writer->record == BIN_RECORDS || record >= writer->record));
  plat_assert(has(writer, record));
  if (record != writer->record) {
    writer->record = record;
    writer->columns = bin_format_columns(record, &writer->n_columns);
    writer->next_id = 0;
  }
  writer->open = true;
  writer->column = writer->zeros = 0;
  bin_text_put(&writer->text, bin_format_record(record)->keyword);
  if (writer->columns[0].type == BIN_TYPE_ID) bin_writer_number(writer, writer->next_id++);
}

void bin_writer_number(bin_writer *writer, uint64_t number) {
  const bin_type type = next_field(writer, false);
  if (!bin_format_has_column(writer->parts, type)) {
    plat_assert(number == 0);
    return;
  }
  if (type == BIN_TYPE_LAST && number == 0) {
    writer->zeros++;
    return;
  }
  for (; writer->zeros != 0; writer->zeros--) bin_text_put(&writer->text, " 0");
  bin_text_put(&writer->text, " ");
  bin_text_number(&writer->text, number);
}

void bin_writer_string(bin_writer *writer, const char *string) {
  next_field(writer, true);
  bin_text_put(&writer->text, " ");
  bin_text_quoted(&writer->text, string);
}

void bin_writer_end(bin_writer *writer) {
  plat_assert(writer->open);
  if (writer->column < writer->n_columns) {
    const bin_type type = writer->columns[writer->column].type;
    plat_assert(bin_format_is_list(type) || type == BIN_TYPE_LAST); /* all later columns are of this type, too */
  }
  bin_text_end_line(&writer->text);
  writer->open = false;
}

void bin_writer_so_far(const bin_writer *writer, uint64_t *lines, uint64_t *hash) {
  *lines = writer->text.lines;
  *hash = writer->text.hash;
}

bool bin_writer_finish(bin_writer *writer) {
  plat_assert(!writer->open);
  const bool good = bin_text_finish(&writer->text);
  plat_free(writer);
  return good;
}
