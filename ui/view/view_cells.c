/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_cells.c: collects the cells of a row. The cells, evictors and invalidators of a profile are sorted by place. One
 * index contains the first record of each place, and another one the places of each row. Therefore, no search is
 * necessary to find the records of a row. */
#include "ui/view/view_cells.h"

enum { NONE = UINT32_MAX };

/* The records of evictors or of invalidators, and those of the current row. */
typedef struct {
  const ProfileEvictors *blames;
  uint32_t *first;         /* indexed by place: number of its first record; has one more element for the end of the last
                              place */
  const uint32_t *item_of; /* column or row for each number in `who`; NULL: the number itself is the column or row */
  GArray *sums;            /* Blame: for the current row */
  GArray *causes;          /* array of ViewCause: the causes of the current row's cells, in the order of the cells */
} Blames;

typedef struct {
  uint32_t column, who;
  uint64_t count;
} Blame;

struct ViewCells {
  const Profile *profile;
  const uint32_t *column_of;
  uint32_t *first_place; /* indexed by row: index of its first place in `places`; has one more element for the end of
                            the last row */
  uint32_t *places;      /* the places of each row, in the order of the rows */
  uint32_t *first_cell;  /* indexed by place: number of its first cell; has one more element for the end of the last
                            place */
  uint32_t *cell_at;     /* indexed by column: index of its cell in `row`, or NONE */
  GArray *row;           /* ViewMatrixCell: the cells of the current row */
  Blames evictors, invalidators;
};

static uint32_t item(const uint32_t *item_of, uint32_t number) { return item_of != NULL ? item_of[number] : number; }

/* Returns, for each place, the index of the place's first record, and one more element for the end. The `n` records are
 * sorted by place. `place` is the offset of the field with the place in a record of `size` bytes. */
static uint32_t *index_by_place(const Profile *profile, const void *records, uint32_t n, size_t size, size_t place) {
  uint32_t *first = g_new(uint32_t, (gsize)profile->n_places + 1);
  uint32_t next = 0;
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t of = *(const uint32_t *)(const void *)((const char *)records + i * size + place);
    while (next <= of) first[next++] = i;
  }
  while (next <= profile->n_places) first[next++] = n;
  return first;
}

static void index_by_row(ViewCells *cells, const uint32_t *row_of, uint32_t n_rows) {
  const Profile *profile = cells->profile;
  cells->first_place = g_new0(uint32_t, (gsize)n_rows + 2);
  cells->places = g_new(uint32_t, profile->n_places);
  /* At first, the element of each row contains the number of places in the previous row. Then the numbers are added up.
   * While `places` is filled, each sum moves to its row. */
  uint32_t *next = cells->first_place + 1;
  for (uint32_t i = 0; i < profile->n_places; i++) next[item(row_of, profile->places[i].segment) + 1]++;
  for (uint32_t row = 1; row <= n_rows; row++) next[row] += next[row - 1];
  for (uint32_t i = 0; i < profile->n_places; i++) cells->places[next[item(row_of, profile->places[i].segment)]++] = i;
}

static Blames blames_new(const Profile *profile, const ProfileEvictors *blames, uint32_t n, const uint32_t *item_of) {
  return (Blames){.blames = blames,
                  .first = index_by_place(profile, blames, n, sizeof *blames, offsetof(ProfileEvictors, place)),
                  .item_of = item_of,
                  .sums = g_array_new(FALSE, FALSE, sizeof(Blame)),
                  .causes = g_array_new(FALSE, FALSE, sizeof(ViewCause))};
}

static void blames_clear(Blames *blames) {
  g_free(blames->first);
  g_array_free(blames->sums, TRUE);
  g_array_free(blames->causes, TRUE);
}

ViewCells *view_cells_new(const Profile *profile, const uint32_t *row_of, uint32_t n_rows, const uint32_t *column_of,
                          uint32_t n_columns) {
  ViewCells *cells = g_new0(ViewCells, 1);
  cells->profile = profile;
  cells->column_of = column_of;
  index_by_row(cells, row_of, n_rows);
  cells->first_cell = index_by_place(profile, profile->cells, profile->n_cells, sizeof(ProfileCell),
                                     offsetof(ProfileCell, place));
  cells->cell_at = g_new(uint32_t, n_columns);
  for (uint32_t column = 0; column < n_columns; column++) cells->cell_at[column] = NONE;
  cells->row = g_array_new(FALSE, FALSE, sizeof(ViewMatrixCell));
  cells->evictors = blames_new(profile, profile->evictors, profile->n_evictors, column_of);
  cells->invalidators = blames_new(profile, profile->invalidators, profile->n_invalidators, row_of);
  return cells;
}

void view_cells_free(ViewCells *cells) {
  g_free(cells->first_place);
  g_free(cells->places);
  g_free(cells->first_cell);
  g_free(cells->cell_at);
  g_array_free(cells->row, TRUE);
  blames_clear(&cells->evictors);
  blames_clear(&cells->invalidators);
  g_free(cells);
}

const uint32_t *view_cells_places(const ViewCells *cells, uint32_t row, uint32_t *n) {
  *n = cells->first_place[row + 1] - cells->first_place[row];
  return cells->places + cells->first_place[row];
}

void view_cells_of_place(const ViewCells *cells, uint32_t place, uint32_t *first, uint32_t *end) {
  *first = cells->first_cell[place];
  *end = cells->first_cell[place + 1];
}

static gint compare_columns(gconstpointer a, gconstpointer b) {
  const ViewMatrixCell *x = a, *y = b;
  return x->column < y->column ? -1 : x->column > y->column;
}

static gint compare_blames(gconstpointer a, gconstpointer b) {
  const Blame *x = a, *y = b;
  if (x->column != y->column) return x->column < y->column ? -1 : 1;
  return x->who < y->who ? -1 : x->who > y->who;
}

static void add_place(ViewCells *cells, uint32_t row, uint32_t place) {
  for (uint32_t i = cells->first_cell[place]; i < cells->first_cell[place + 1]; i++) {
    const ProfileCell *part = &cells->profile->cells[i];
    const uint32_t column = item(cells->column_of, part->bin);
    if (cells->cell_at[column] == NONE) {
      const ViewMatrixCell cell = {.row = row, .column = column};
      cells->cell_at[column] = cells->row->len;
      g_array_append_val(cells->row, cell);
    }
    profile_counts_add(&g_array_index(cells->row, ViewMatrixCell, cells->cell_at[column]).counts, &part->counts);
  }
}

static void collect_blames(const ViewCells *cells, Blames *blames, uint32_t place) {
  for (uint32_t i = blames->first[place]; i < blames->first[place + 1]; i++) {
    const ProfileEvictors *one = &blames->blames[i];
    const Blame blame = {item(cells->column_of, one->bin), item(blames->item_of, one->who), one->count};
    g_array_append_val(blames->sums, blame);
  }
}

/* Converts the collected blames to the causes of the row's cells. `causes` and `n` are the offsets of the fields in a
 * cell that are set. */
static void settle_blames(ViewCells *cells, Blames *blames, size_t causes, size_t n) {
  g_array_sort(blames->sums, compare_blames);
  g_array_set_size(blames->causes, 0);
  /* This is the maximum final size. The array must not move later, because cells point into it. */
  g_array_set_size(blames->causes, blames->sums->len);
  ViewCause *next = (ViewCause *)(void *)blames->causes->data;
  for (guint i = 0; i < blames->sums->len; i++) {
    const Blame *blame = &g_array_index(blames->sums, Blame, i);
    if (i != 0 && compare_blames(blame - 1, blame) == 0) {
      next[-1].count += blame->count;
      continue;
    }
    char *cell = (char *)&g_array_index(cells->row, ViewMatrixCell, cells->cell_at[blame->column]);
    if ((*(uint32_t *)(void *)(cell + n))++ == 0) *(const ViewCause **)(void *)(cell + causes) = next;
    *next++ = (ViewCause){blame->who, blame->count};
  }
  g_array_set_size(blames->sums, 0);
}

const ViewMatrixCell *view_cells_row(ViewCells *cells, uint32_t row, uint32_t *n) {
  uint32_t n_places;
  const uint32_t *places = view_cells_places(cells, row, &n_places);
  g_array_set_size(cells->row, 0);
  for (uint32_t i = 0; i < n_places; i++) {
    add_place(cells, row, places[i]);
    collect_blames(cells, &cells->evictors, places[i]);
    collect_blames(cells, &cells->invalidators, places[i]);
  }
  g_array_sort(cells->row, compare_columns);
  ViewMatrixCell *found = (ViewMatrixCell *)(void *)cells->row->data;
  for (guint i = 0; i < cells->row->len; i++) cells->cell_at[found[i].column] = i;
  settle_blames(cells, &cells->evictors, offsetof(ViewMatrixCell, evictors), offsetof(ViewMatrixCell, n_evictors));
  settle_blames(cells, &cells->invalidators, offsetof(ViewMatrixCell, invalidators),
                offsetof(ViewMatrixCell, n_invalidators));
  for (guint i = 0; i < cells->row->len; i++) cells->cell_at[found[i].column] = NONE;
  *n = cells->row->len;
  return found;
}
