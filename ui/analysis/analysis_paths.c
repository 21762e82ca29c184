/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/analysis/analysis_paths.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/base/ui_text.h"

#define OTHERS "(other call paths)"

/* A row: a context, or the calls of libraries from one of its lines. */
typedef struct {
  uint32_t context;
  uint64_t place;  /* number of the place of the calls + 1; 0: the context itself */
  uint64_t amount; /* of the metric */
} Row;

typedef struct {
  const View *of;
  const NameTable *names_of;
  GArray *rows;     /* Row */
  uint32_t *row_of; /* for each context: index of its row */
  uint32_t *number; /* for each row: its number in the view */
  GPtrArray *names; /* char *: for each number */
} Paths;

/* ---- names ---- */

/* Appends "file:line", or only the line, if the file is *file. Sets *file. */
static void append_line(const Profile *profile, uint32_t of, uint64_t line, uint32_t *file, GString *out) {
  if (of != *file) {
    g_autofree char *base = g_path_get_basename(profile->files[of].path);
    g_autofree char *escaped = ui_text_escaped(base);
    g_string_append_printf(out, "%s:", escaped);
  }
  g_string_append_printf(out, "%" PRIu64, line);
  *file = of;
}

bool analysis_paths_append_line(const Profile *profile, const NameTable *names, uint32_t place, uint32_t file,
                                GString *out) {
  guint n;
  const NameUserLine *users = name_user_lines_of(name_table_user_lines(names), place, &n);
  for (guint i = 0; i < n; i++) {
    if (i != 0) g_string_append_c(out, '/');
    append_line(profile, users[i].file, users[i].line, &file, out);
  }
  const ProfilePlace *at = &profile->places[place];
  if (n == 0 && at->line != 0) append_line(profile, at->file, at->line, &file, out);
  return n != 0 || at->line != 0;
}

/* Returns the name of a call path. `place`: the number of the place in the innermost function + 1; 0: none. */
static char *name_from(const View *view, const NameTable *names, uint32_t context, uint64_t place) {
  const Profile *profile = view->profile;
  GString *name = g_string_new(NULL);
  for (uint64_t at = (uint64_t)context + 1; at != 0; at = profile->contexts[at - 1].caller) {
    const ProfileContext *one = &profile->contexts[at - 1];
    const ProfileSegment *function = &profile->segments[one->segment];
    if (name->len != 0) g_string_append(name, " < ");
    g_string_append(name, view_item(view, VIEW_CODE, view->axes[VIEW_CODE].rank_of[one->segment])->name);
    g_autoptr(GString) line = g_string_new(NULL);
    if (place != 0 && analysis_paths_append_line(profile, names, (uint32_t)(place - 1), function->file, line))
      g_string_append_printf(name, ":%s", line->str);
    if (strcmp(function->name, "main") == 0) break;
    place = one->place;
  }
  return g_string_free(name, FALSE);
}

char *analysis_paths_name(const View *view, const NameTable *names, uint32_t context) {
  return name_from(view, names, context, 0);
}

/* ---- rows ---- */

bool analysis_paths_know(ViewMetric metric) {
  return metric == VIEW_METRIC_STALL || metric == VIEW_METRIC_MISSES || metric == VIEW_METRIC_READ_MISSES ||
         metric == VIEW_METRIC_WRITE_MISSES || metric == VIEW_METRIC_MEMORY;
}

static bool is_library(const Profile *profile, uint32_t segment) {
  return name_user_lines_is_library(profile->files[profile->segments[segment].file].path) ||
         name_user_lines_is_library_object(profile->objects[profile->segments[segment].object].path);
}

/* Returns the row of a context. `rows` and `own` contain the results for its callers. Sets own[number]: whether the
 * context belongs to the program, or is library code called from it. */
static Row row_of_context(const Profile *profile, uint32_t number, const Row *rows, bool *own) {
  const ProfileContext *context = &profile->contexts[number];
  own[number] = !is_library(profile, context->segment);
  if (own[number] || context->caller == 0 || !own[context->caller - 1]) return (Row){.context = number};
  own[number] = true;
  const Row caller = rows[context->caller - 1];
  const bool calls = caller.context == context->caller - 1 && caller.place == 0;
  return calls ? (Row){.context = caller.context, .place = context->place} : caller;
}

static ProfileCounts counts_of(const ProfileContextCell *cell) {
  ProfileCounts counts = {.read_misses = cell->read_misses, .write_misses = cell->write_misses};
  counts.reads = cell->read_misses;
  counts.writes = cell->write_misses;
  counts.memory = cell->memory;
  counts.stall_cycles = cell->stall_cycles;
  return counts;
}

/* Finds the rows, and their amounts of the metric. */
static void find_rows(Paths *paths, ViewMetric metric) {
  const Profile *profile = paths->of->profile;
  g_autofree Row *row = g_new(Row, (gsize)profile->n_contexts + 1);
  g_autofree bool *own = g_new(bool, (gsize)profile->n_contexts + 1);
  g_autoptr(GHashTable) known = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  for (uint32_t i = 0; i < profile->n_contexts; i++) {
    row[i] = row_of_context(profile, i, row, own);
    const gint64 key = (gint64)row[i].context * ((gint64)profile->n_places + 1) + (gint64)row[i].place;
    gpointer index;
    if (!g_hash_table_lookup_extended(known, &key, NULL, &index)) {
      index = GUINT_TO_POINTER(paths->rows->len);
      g_array_append_val(paths->rows, row[i]);
      g_hash_table_insert(known, g_memdup2(&key, sizeof key), index);
    }
    paths->row_of[i] = GPOINTER_TO_UINT(index);
  }
  for (uint32_t i = 0; i < profile->n_context_cells; i++) {
    const ProfileCounts counts = counts_of(&profile->context_cells[i]);
    g_array_index(paths->rows, Row, paths->row_of[profile->context_cells[i].context]).amount += view_metric_of(metric,
                                                                                                               &counts);
  }
}

static gint compare_amounts(gconstpointer a, gconstpointer b, gpointer rows) {
  const uint64_t x = g_array_index((GArray *)rows, Row, *(const uint32_t *)a).amount;
  const uint64_t y = g_array_index((GArray *)rows, Row, *(const uint32_t *)b).amount;
  if (x != y) return x > y ? -1 : 1;
  return *(const uint32_t *)a < *(const uint32_t *)b ? -1 : 1;
}

/* Numbers the rows. The `most` greatest rows get one number for each name; all others share the last number. */
static void number_rows(Paths *paths, uint32_t most) {
  const uint32_t n = paths->rows->len;
  g_autofree uint32_t *order = g_new(uint32_t, (gsize)n + 1);
  g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
  for (uint32_t i = 0; i < n; i++) order[i] = i;
  g_qsort_with_data(order, (gint)n, sizeof *order, compare_amounts, paths->rows);
  for (uint32_t i = 0; i < n; i++) {
    const Row *row = &g_array_index(paths->rows, Row, order[i]);
    char *name = i < most ? name_from(paths->of, paths->names_of, row->context, row->place) : g_strdup(OTHERS);
    gpointer number;
    if (g_hash_table_lookup_extended(known, name, NULL, &number)) {
      g_free(name);
    } else {
      number = GUINT_TO_POINTER(paths->names->len);
      g_ptr_array_add(paths->names, name);
      g_hash_table_insert(known, name, number);
    }
    paths->number[order[i]] = GPOINTER_TO_UINT(number);
  }
}

/* ---- the view ---- */

static gint compare_cells(gconstpointer a, gconstpointer b) {
  const ProfileCell *x = a, *y = b;
  if (x->place != y->place) return x->place < y->place ? -1 : 1;
  return x->bin < y->bin ? -1 : x->bin > y->bin;
}

/* Gives each row a place, which has the instructions of its contexts, and makes the cells of these places. */
static void fill(ViewRows *view, const Paths *paths) {
  const Profile *of = paths->of->profile;
  Profile *profile = &view->profile;
  view->places = g_new0(ProfilePlace, paths->names->len);
  for (uint32_t i = 0; i < paths->names->len; i++) view->places[i].segment = i;
  for (uint32_t i = 0; i < of->n_contexts; i++)
    view->places[paths->number[paths->row_of[i]]].instructions += of->contexts[i].instructions;
  view->cells = g_new0(ProfileCell, (gsize)of->n_context_cells + 1);
  for (uint32_t i = 0; i < of->n_context_cells; i++) {
    const ProfileContextCell *cell = &of->context_cells[i];
    view->cells[i].place = paths->number[paths->row_of[cell->context]];
    view->cells[i].bin = cell->bin;
    view->cells[i].counts = counts_of(cell);
  }
  qsort(view->cells, of->n_context_cells, sizeof *view->cells, compare_cells);
  profile->places = view->places;
  profile->n_places = paths->names->len;
  profile->cells = view->cells;
  profile->n_cells = of->n_context_cells;
  profile->n_evictors = profile->n_batch_cells = 0; /* they refer to places */
}

ViewRows *analysis_paths_new(const View *of, const NameTable *names, ViewMetric metric, uint32_t most) {
  g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(Row));
  g_autofree uint32_t *row_of = g_new(uint32_t, (gsize)of->profile->n_contexts + 1);
  Paths paths = {.of = of,
                 .names_of = names,
                 .rows = rows,
                 .row_of = row_of,
                 .names = g_ptr_array_new_with_free_func(g_free)};
  find_rows(&paths, metric);
  g_autofree uint32_t *number = g_new(uint32_t, (gsize)rows->len + 1);
  paths.number = number;
  number_rows(&paths, most);
  ViewRows *view = view_rows_new(of);
  view_rows_set_names(view, paths.names);
  fill(view, &paths);
  view_rows_finish(view, of, (ViewSort)metric, false, "Call Paths");
  return view;
}
