/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/report/report_tables.h"

#include <string.h>

typedef struct {
  uint8_t *data;
  size_t n, room;
  UiJson *json; /* writer of the document, which receives the layout of the tables */
} Tables;

static void put(Tables *tables, uint64_t value) {
  enum { LONGEST = 10 };
  if (tables->room - tables->n < LONGEST) {
    tables->room = MAX(2 * tables->room, 65536);
    tables->data = g_realloc(tables->data, tables->room);
  }
  for (; value >= 0x80; value >>= 7) tables->data[tables->n++] = (uint8_t)(value | 0x80);
  tables->data[tables->n++] = (uint8_t)value;
}

static uint64_t step(uint64_t from, uint64_t to) { return to >= from ? 2 * (to - from) : 2 * (from - to) - 1; }

/* The rows of a table: `n` structs of `size` bytes each, at `rows`. A column of the table is a member of the struct, of
 * 4 or 8 bytes. */
typedef struct {
  const void *rows;
  size_t n, size;
} Rows;

static uint64_t member(const Rows *rows, size_t row, size_t offset, size_t width) {
  const char *at = (const char *)rows->rows + row * rows->size + offset;
  uint32_t narrow;
  uint64_t wide;
  if (width == sizeof wide) {
    memcpy(&wide, at, sizeof wide);
    return wide;
  }
  memcpy(&narrow, at, sizeof narrow);
  return narrow;
}

static void begin_table(Tables *tables, const char *name, size_t rows) {
  ui_json_begin_object(tables->json, NULL);
  ui_json_string(tables->json, "name", name);
  ui_json_number(tables->json, "rows", rows);
  ui_json_begin_array(tables->json, "columns");
}

static void end_table(Tables *tables) {
  ui_json_end_array(tables->json);
  ui_json_end_object(tables->json);
}

typedef enum { PLAIN, STEP, BIN } Coding; /* BIN: the rows already contain the difference from the bin of the cell */

static void column(Tables *tables, const char *name, Coding coding, const Rows *rows, size_t offset, size_t width) {
  static const char *const codings[] = {[PLAIN] = "plain", [STEP] = "step", [BIN] = "bin"};
  ui_json_begin_object(tables->json, NULL);
  ui_json_string(tables->json, "name", name);
  ui_json_string(tables->json, "coding", codings[coding]);
  ui_json_end_object(tables->json);
  uint64_t before = 0;
  for (size_t row = 0; row < rows->n; row++) {
    const uint64_t value = member(rows, row, offset, width);
    put(tables, coding == STEP ? step(before, value) : value);
    before = value;
  }
}

#define COLUMN(tables, coding, rows, type, name) \
  column(tables, #name, coding, rows, offsetof(type, name), sizeof((type *)NULL)->name)

static void put_places(Tables *tables, const Profile *profile) {
  const Rows rows = {profile->places, profile->n_places, sizeof *profile->places};
  begin_table(tables, "places", rows.n);
  COLUMN(tables, STEP, &rows, ProfilePlace, segment);
  COLUMN(tables, STEP, &rows, ProfilePlace, file);
  COLUMN(tables, STEP, &rows, ProfilePlace, line);
  COLUMN(tables, PLAIN, &rows, ProfilePlace, instructions);
  bool known = false; /* whether the profile records that places are instructions */
  for (uint32_t i = 0; i < profile->n_places && !known; i++) known = profile->places[i].address != 0;
  if (known) COLUMN(tables, STEP, &rows, ProfilePlace, address);
  if (profile->n_stages != 0) COLUMN(tables, STEP, &rows, ProfilePlace, stage);
  end_table(tables);
}

/* Returns whether a count is omitted. The other parts of a sum imply the omitted part, which is the one with the most
 * digits. */
static bool is_implied(coh_count count) {
  return count == COH_COUNT_REPLACEMENT || count == COH_COUNT_FALSE_SHARING || count == COH_COUNT_LOCAL ||
         count == COH_COUNT_MEMORY;
}

static void put_cells(Tables *tables, const Profile *profile) {
  const Rows rows = {profile->cells, profile->n_cells, sizeof *profile->cells};
  begin_table(tables, "cells", rows.n);
  COLUMN(tables, STEP, &rows, ProfileCell, place);
  COLUMN(tables, STEP, &rows, ProfileCell, bin);
  for (unsigned i = 0; i < PROFILE_COUNTS; i++)
    if (!is_implied(i))
      column(tables, profile_counts_name(i), PLAIN, &rows, offsetof(ProfileCell, counts) + i * sizeof(uint64_t),
             sizeof(uint64_t));
  end_table(tables);
}

typedef struct {
  uint32_t cell;
  uint64_t who, count;
} Blame;

/* Writes the evictors or invalidators of cells. Both they and the cells are sorted by place and bin, and each of them
 * belongs to a cell. Data are mostly evicted by themselves or by their neighbours, so the evictors of a cell are
 * written as differences from the cell's bin. */
static void put_blames(Tables *tables, const char *name, const Profile *profile, const ProfileEvictors *blames,
                       uint32_t n, Coding coding) {
  g_autofree Blame *found = g_new(Blame, n);
  uint32_t cell = 0;
  for (uint32_t i = 0; i < n; i++) {
    while (profile->cells[cell].place != blames[i].place || profile->cells[cell].bin != blames[i].bin) cell++;
    found[i] = (Blame){cell, coding == BIN ? step(blames[i].bin, blames[i].who) : blames[i].who, blames[i].count};
  }
  const Rows rows = {found, n, sizeof *found};
  begin_table(tables, name, n);
  COLUMN(tables, STEP, &rows, Blame, cell);
  COLUMN(tables, coding, &rows, Blame, who);
  COLUMN(tables, PLAIN, &rows, Blame, count);
  end_table(tables);
}

void *report_tables_pack(const Profile *profile, UiJson *json, const char *key, size_t *n) {
  Tables tables = {.json = json};
  ui_json_begin_array(json, key);
  put_places(&tables, profile);
  put_cells(&tables, profile);
  put_blames(&tables, "evictors", profile, profile->evictors, profile->n_evictors, BIN);
  put_blames(&tables, "invalidators", profile, profile->invalidators, profile->n_invalidators, STEP);
  ui_json_end_array(json);
  *n = tables.n;
  return tables.data;
}
