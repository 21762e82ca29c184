/* bin_order.c: see bin_order.h. Comparisons return a negative number, 0 or a positive number if a is before, equal to,
 * or after b.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_order.h"

#include "bins/bin_index.h"
#include "plat/plat.h"

static int by_number(uint64_t a, uint64_t b) { return (a > b) - (a < b); }

static int by_text(const char *a, const char *b) {
  while (*a != '\0' && *a == *b) {
    a++;
    b++;
  }
  return by_number((unsigned char)*a, (unsigned char)*b);
}

static int by_number_of(const bin_order *o, bin_record record, uint32_t a, uint32_t b) {
  return by_number(o->numbers[record][a], o->numbers[record][b]);
}

static int by_object(const bin_order *o, uint32_t a, uint32_t b) {
  const bin_object *x = bin_table_get_object(o->table, a), *y = bin_table_get_object(o->table, b);
  int found = by_text(x->path, y->path);
  if (found == 0) found = by_text(x->build_id, y->build_id);
  return found != 0 ? found : by_number(x->bias, y->bias);
}

static int by_file(const bin_order *o, uint32_t a, uint32_t b) {
  return by_text(bin_table_get_file(o->table, a), bin_table_get_file(o->table, b));
}

/* Works also for segments whose object and file are not in the profile. */
static int by_function(const bin_order *o, uint32_t a, uint32_t b) {
  const bin_segment *x = bin_table_get_segment(o->table, a), *y = bin_table_get_segment(o->table, b);
  int found = x->object == y->object ? 0 : by_object(o, x->object, y->object);
  if (found == 0 && x->file != y->file) found = by_file(o, x->file, y->file);
  if (found == 0) found = by_number(x->line, y->line);
  return found != 0 ? found : by_text(x->name, y->name);
}

/* Inlined functions come after all others, to which they refer. */
static int by_segment(const bin_order *o, uint32_t a, uint32_t b) {
  const uint32_t x = bin_table_get_segment(o->table, a)->inlined_in, y = bin_table_get_segment(o->table, b)->inlined_in;
  int found = by_number(x != 0, y != 0);
  if (found == 0) found = by_function(o, a, b);
  return found != 0 || x == y ? found : by_function(o, x - 1, y - 1);
}

static int by_place(const bin_order *o, uint32_t a, uint32_t b) {
  const bin_place *x = bin_table_get_place(o->table, a), *y = bin_table_get_place(o->table, b);
  int found = by_number_of(o, BIN_RECORD_SEGMENT, x->segment, y->segment);
  if (found == 0) found = by_number_of(o, BIN_RECORD_FILE, x->file, y->file);
  if (found == 0) found = by_number(x->line, y->line);
  if (found == 0) found = by_number(x->address, y->address);
  return found != 0 ? found : by_number(x->stage, y->stage);
}

static int by_call(const bin_order *o, uint32_t a, uint32_t b) {
  const bin_code *x = bin_table_get_call(o->table, a), *y = bin_table_get_call(o->table, b);
  int found = by_number_of(o, BIN_RECORD_OBJECT, x->object, y->object);
  if (found == 0) found = by_number(x->address, y->address);
  return found != 0 ? found : by_number_of(o, BIN_RECORD_PLACE, x->place, y->place);
}

static int by_variable(const bin_order *o, const bin_variable *x, const bin_variable *y) {
  if (!x || !y) return by_number(x != NULL, y != NULL);
  const int found = by_number_of(o, BIN_RECORD_OBJECT, x->object, y->object);
  return found != 0 ? found : by_number(x->address, y->address);
}

/* Compares the keys of bins of one kind and name; for stack bins the segment's number comes first. */
static int by_key(const bin_order *o, const bin_data *x, const bin_data *y) {
  int found = by_number(x->n_key, y->n_key);
  for (uint32_t i = 0; found == 0 && i < x->n_key; i++) {
    const bool is_segment = x->kind == BIN_STACK && i == 0;
    found = is_segment ? by_segment(o, (uint32_t)x->key[0], (uint32_t)y->key[0]) : by_number(x->key[i], y->key[i]);
  }
  return found;
}

static int by_path(const bin_order *o, const bin_data *x, const bin_data *y) {
  int found = 0;
  for (uint32_t i = 0; found == 0 && i < x->n_frames && i < y->n_frames; i++)
    found = by_number_of(o, BIN_RECORD_CALL, x->frames[i], y->frames[i]);
  return found != 0 ? found : by_number(x->n_frames, y->n_frames);
}

static int by_bin(const bin_order *o, uint32_t a, uint32_t b) {
  const bin_data *x = bin_table_get_bin(o->table, a), *y = bin_table_get_bin(o->table, b);
  if (a == BIN_ID_UNKNOWN || b == BIN_ID_UNKNOWN) return by_number(a, b);
  int found = by_number(x->kind, y->kind);
  if (found == 0) found = by_text(x->name, y->name);
  if (found == 0) found = by_variable(o, x->variable, y->variable);
  if (found == 0) found = by_path(o, x, y);
  return found != 0 ? found : by_key(o, x, y);
}

typedef struct {
  const bin_order *order;
  int (*compare)(const bin_order *order, uint32_t a, uint32_t b);
} sorting;

static bool before(const void *closure, uint32_t a, uint32_t b) {
  const sorting *s = closure;
  const int found = s->compare(s->order, a, b);
  return found != 0 ? found < 0 : a < b;
}

void bin_order_sort(const bin_order *order, bin_record record, uint32_t *records, uint32_t n) {
  sorting s = {.order = order};
  switch (record) {
    case BIN_RECORD_OBJECT: s.compare = by_object; break;
    case BIN_RECORD_FILE: s.compare = by_file; break;
    case BIN_RECORD_SEGMENT: s.compare = by_segment; break;
    case BIN_RECORD_PLACE: s.compare = by_place; break;
    case BIN_RECORD_CALL: s.compare = by_call; break;
    default: plat_assert(record == BIN_RECORD_BIN); s.compare = by_bin;
  }
  bin_sort(records, n, before, &s);
}
