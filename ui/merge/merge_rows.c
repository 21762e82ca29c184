/* SPDX-License-Identifier: GPL-2.0-or-later
 * merge_rows.c: merges records. The type of a column decides how it is treated. References to other records, and texts,
 * belong to the key of a record. All other numbers are counts, which are added. The table `exceptions` lists the
 * exceptions. */
#include "ui/merge/merge_rows.h"

#include <string.h>

#include "ui/profile/profile_layout.h"

enum { MOST_COLUMNS = 32, ROW = 256 };

#define NO_BUILD_ID "0" /* differs from all build ids, because these have an even number of digits */

typedef enum {
  KEY,   /* the column belongs to the key */
  SUM,   /* the result is the sum over all input profiles */
  MOST,  /* the result is the maximum of all input profiles */
  FIRST, /* the result is the value in the first input profile that has the record */
  SAME   /* the column is a build id; the result is NO_BUILD_ID if input profiles differ */
} Rule;

static const struct {
  bin_record record;
  const char *column;
  Rule rule;
} exceptions[] = {
    /* An object file is identified only by its path, as in `memspy diff`. If the build ids of the input profiles
     * differ, NO_BUILD_ID prevents memspy from reading the file that has the path now. (The build id "" would match any
     * file.) */
    {BIN_RECORD_OBJECT, "build_id", SAME},
    {BIN_RECORD_OBJECT, "bias", FIRST},
    {BIN_RECORD_SEGMENT, "line", KEY},
    {BIN_RECORD_PLACE, "line", KEY},
    {BIN_RECORD_PLACE, "address", KEY},
    {BIN_RECORD_CALL, "address", KEY},
    {BIN_RECORD_REFERENCE, "kind", FIRST},
    /* Ranks run at the same time, so that the time of a stage, like that of the run, is that of the slowest rank. */
    {BIN_RECORD_STAGE, "cycles", MOST},
};

typedef struct {
  bin_type type;
  size_t offset;
  Rule rule;
} Column;

typedef struct {
  Column columns[MOST_COLUMNS];
  unsigned n;
} Columns;

void merge_rows_init(MergeRows *rows) {
  *rows = (MergeRows){.whole = profile_new()};
  for (unsigned r = 0; r < BIN_RECORDS; r++) rows->index[r] = merge_index_new();
}

static void forget_part(MergeRows *rows) {
  for (unsigned r = 0; r < BIN_RECORDS; r++) g_clear_pointer(&rows->map[r], g_free);
}

void merge_rows_clear(MergeRows *rows) {
  forget_part(rows);
  for (unsigned r = 0; r < BIN_RECORDS; r++) merge_index_free(rows->index[r]);
  profile_free(rows->whole);
}

void merge_rows_begin(MergeRows *rows, const Profile *part) {
  forget_part(rows);
  rows->part = part;
}

void merge_rows_map(MergeRows *rows, bin_record record, uint32_t n) { rows->map[record] = g_new(uint32_t, MAX(n, 1)); }

const char *merge_rows_text(MergeRows *rows, const char *text) {
  return g_string_chunk_insert_const(rows->whole->strings, text);
}

void merge_rows_sum(MergeRows *rows, uint64_t *sum, uint64_t more) {
  rows->overflow |= __builtin_add_overflow(*sum, more, sum);
}

static Rule rule_of(bin_record record, const bin_column_format *column) {
  for (size_t i = 0; i < G_N_ELEMENTS(exceptions); i++)
    if (exceptions[i].record == record && strcmp(exceptions[i].column, column->name) == 0) return exceptions[i].rule;
  return column->type == BIN_TYPE_U64 || column->type == BIN_TYPE_LAST ? SUM : KEY;
}

static Columns columns_of(bin_record record) {
  Columns columns = {.n = 0};
  unsigned n;
  const bin_column_format *formats = bin_format_columns(record, &n);
  for (unsigned c = 0; c < n; c++) {
    if (formats[c].type == BIN_TYPE_ID) continue;
    columns.columns[columns.n++] = (Column){formats[c].type, profile_layout_offset(record, &formats[c]),
                                            rule_of(record, &formats[c])};
  }
  return columns;
}

/* Returns the kind of records to which columns of this type refer; BIN_RECORDS: to none. */
static bin_record target_of(bin_type type) {
  switch (type) {
    case BIN_TYPE_REF_OBJECT: return BIN_RECORD_OBJECT;
    case BIN_TYPE_REF_FILE: return BIN_RECORD_FILE;
    case BIN_TYPE_REF_SEGMENT: return BIN_RECORD_SEGMENT;
    case BIN_TYPE_REF_PLACE: return BIN_RECORD_PLACE;
    case BIN_TYPE_REF_CALL: return BIN_RECORD_CALL;
    case BIN_TYPE_REF_BIN: return BIN_RECORD_BIN;
    default: return BIN_RECORDS;
  }
}

/* Translates the references and texts in a row of the input profile to those of the merged profile. */
static void translate(MergeRows *rows, const Columns *columns, char *row) {
  for (unsigned c = 0; c < columns->n; c++) {
    void *slot = row + columns->columns[c].offset;
    const bin_record target = target_of(columns->columns[c].type);
    if (columns->columns[c].type == BIN_TYPE_INLINED && *(uint32_t *)slot != 0) {
      *(uint32_t *)slot = merge_rows_number(rows, BIN_RECORD_SEGMENT, *(uint32_t *)slot - 1) + 1;
      rows->whole->has_inlined = true;
    }
    if (columns->columns[c].type == BIN_TYPE_STAGED && *(uint32_t *)slot != 0)
      *(uint32_t *)slot = merge_rows_number(rows, BIN_RECORD_STAGE, *(uint32_t *)slot - 1) + 1;
    if (target != BIN_RECORDS)
      *(uint32_t *)slot = merge_rows_number(rows, target, *(uint32_t *)slot);
    else if (columns->columns[c].type == BIN_TYPE_STR)
      *(const char **)slot = merge_rows_text(rows, *(const char **)slot);
  }
}

/* Stores the key of a translated row in `key`, and returns its size in bytes. Texts are represented by their addresses,
 * because equal texts have equal addresses. */
static size_t key_of(const Columns *columns, const char *row, char *key) {
  size_t n = 0;
  for (unsigned c = 0; c < columns->n; c++) {
    if (columns->columns[c].rule != KEY) continue;
    const bin_type type = columns->columns[c].type;
    const bool is_number = target_of(type) != BIN_RECORDS || type == BIN_TYPE_INLINED || type == BIN_TYPE_STAGED;
    const size_t size = is_number ? sizeof(uint32_t) : sizeof(uint64_t);
    memcpy(key + n, row + columns->columns[c].offset, size);
    n += size;
  }
  return n;
}

/* Adds the counts of a translated row to the row `to` of the merged profile, which has the same key. */
static void add(MergeRows *rows, const Columns *columns, char *to, const char *row) {
  for (unsigned c = 0; c < columns->n; c++) {
    void *const slot = to + columns->columns[c].offset;
    const void *const more = row + columns->columns[c].offset;
    switch (columns->columns[c].rule) {
      case SUM: merge_rows_sum(rows, slot, *(const uint64_t *)more); break;
      case MOST: *(uint64_t *)slot = MAX(*(uint64_t *)slot, *(const uint64_t *)more); break;
      case SAME:
        if (*(const char **)slot != *(const char *const *)more)
          *(const char **)slot = merge_rows_text(rows, NO_BUILD_ID);
        break;
      case KEY:
      case FIRST: break;
    }
  }
}

void merge_rows_add(MergeRows *rows, bin_record record) {
  const GArray *from = rows->part->rows[record];
  GArray *to = rows->whole->rows[record];
  const size_t size = g_array_get_element_size(to);
  const Columns columns = columns_of(record);
  merge_rows_map(rows, record, from->len);
  for (guint i = 0; i < from->len; i++) {
    _Alignas(16) char row[ROW], key[ROW];
    memcpy(row, from->data + i * size, size);
    translate(rows, &columns, row);
    bool is_new;
    const uint32_t number = merge_index_find(rows->index[record], key, key_of(&columns, row, key), &is_new);
    if (is_new)
      g_array_append_vals(to, row, 1);
    else
      add(rows, &columns, to->data + number * size, row);
    rows->map[record][i] = number;
  }
}

gint merge_rows_compare(gconstpointer a, gconstpointer b, gpointer n) {
  const uint32_t *x = a, *y = b;
  unsigned i = 0;
  while (i + 1 < GPOINTER_TO_UINT(n) && x[i] == y[i]) i++;
  return x[i] < y[i] ? -1 : x[i] > y[i];
}

void merge_rows_sort(MergeRows *rows, bin_record record, unsigned n) {
  g_array_sort_with_data(rows->whole->rows[record], merge_rows_compare, GUINT_TO_POINTER(n));
}
