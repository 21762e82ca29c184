/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_write.c: the counterpart of profile_reader.c. */
#include "ui/profile/profile_write.h"

#include "ui/profile/profile_layout.h"

/* Writes the words of the command; in a sealed profile the last is NULL. */
static void put_strings(bin_writer *writer, const GPtrArray *strings) {
  for (guint i = 0; i < strings->len && strings->pdata[i] != NULL; i++) bin_writer_string(writer, strings->pdata[i]);
}

static void put_calls(bin_writer *writer, const Profile *profile, const ProfileFrames *frames) {
  for (uint32_t i = 0; i < frames->count; i++)
    bin_writer_number(writer, g_array_index(profile->frame_store, uint32_t, frames->first + i));
}

/* Writes the field of a column, at `slot`. */
static void put_field(bin_writer *writer, const Profile *profile, bin_type type, const void *slot) {
  switch (type) {
    case BIN_TYPE_ID: break; /* the writer counts */
    case BIN_TYPE_U64:
    case BIN_TYPE_LAST: bin_writer_number(writer, *(const uint64_t *)slot); break;
    case BIN_TYPE_STR: bin_writer_string(writer, *(const char *const *)slot); break;
    case BIN_TYPE_STRS: put_strings(writer, *(GPtrArray *const *)slot); break;
    case BIN_TYPE_CALLS: put_calls(writer, profile, slot); break;
    default: bin_writer_number(writer, *(const uint32_t *)slot); break; /* the number of another record */
  }
}

/* Writes n rows of `size` bytes each. */
static void put_rows(bin_writer *writer, const Profile *profile, bin_record record, const char *rows, size_t n,
                     size_t size) {
  unsigned n_columns;
  const bin_column_format *columns = bin_format_columns(record, &n_columns);
  g_autofree size_t *offsets = g_new(size_t, n_columns);
  for (unsigned c = 0; c < n_columns; c++) offsets[c] = profile_layout_offset(record, &columns[c]);
  for (size_t i = 0; i < n; i++) {
    bin_writer_begin(writer, record);
    for (unsigned c = 0; c < n_columns; c++) put_field(writer, profile, columns[c].type, rows + i * size + offsets[c]);
    bin_writer_end(writer);
  }
}

void profile_write_rows(bin_writer *writer, const Profile *profile, bin_record record, const void *rows, size_t n) {
  put_rows(writer, profile, record, rows, n, g_array_get_element_size(profile->rows[record]));
}

void profile_write_records(bin_writer *writer, const Profile *profile, bin_record record) {
  const GArray *rows = profile->rows[record];
  if (record == BIN_RECORD_TOTALS)
    put_rows(writer, profile, record, (const char *)&profile->totals, 1, 0);
  else if (rows == NULL)
    put_rows(writer, profile, record, (const char *)profile, 1, 0);
  else
    profile_write_rows(writer, profile, record, rows->data, rows->len);
}
