/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/results/results_curves_file.h"

#include <string.h>

#include "bins/bin_sweep.h"
#include "ui/base/ui_text.h"
#include "ui/profile/profile_full_name.h"
#include "ui/results/results_sweep_rows.h"

enum { PARAMETERS_MOST = 64, MACHINES_MOST = 4096 };

typedef struct {
  const ResultsJsonRows *file;
  ViewCurves *curves;
  GHashTable *by_name;         /* maps a full name to its ViewCurve */
  GPtrArray *bins;             /* the curves (ViewCurve) of bins, by the number of the bin in the file */
  GPtrArray *names[VIEW_AXES]; /* names of functions and names of bins, indexed by number */
  GPtrArray *reading;          /* the element of `names` that is being read */
  /* number of values of machines that were read so far; number of counts, one for each cell and machine, that were read
   * so far */
  uint64_t n_values, n_counts;
} Reader;

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static bool take_sizes(void *closure, sqlite3_stmt *row) {
  Reader *reader = closure;
  uint64_t version, parameters, machines;
  if (!results_json_rows_number(row, 0, BIN_SWEEP_VERSION, &version) ||
      !results_json_rows_number(row, 1, PARAMETERS_MOST, &parameters) ||
      !results_json_rows_number(row, 2, MACHINES_MOST, &machines) || parameters == 0 || machines == 0)
    return false;
  reader->curves = view_curves_new((unsigned)parameters, (unsigned)machines);
  return true;
}

static bool take_value(void *closure, sqlite3_stmt *row) {
  Reader *reader = closure;
  uint64_t number, size;
  if (!results_json_rows_number(row, 0, reader->curves->n_parameters - 1, &number) ||
      !results_json_rows_number(row, 2, 1, &size))
    return false;
  ViewCurveParameter *parameter = &reader->curves->parameters[number];
  if (parameter->name == NULL) parameter->name = g_strdup(db_text(row, 1));
  parameter->size = size != 0;
  parameter->values = g_renew(char *, parameter->values, parameter->n + 2);
  parameter->values[parameter->n++] = g_strdup(db_text(row, 3));
  parameter->values[parameter->n] = NULL;
  return true;
}

static bool take_machine_value(void *closure, sqlite3_stmt *row) {
  Reader *reader = closure;
  ViewCurves *curves = reader->curves;
  uint64_t machine, number;
  if (!results_json_rows_number(row, 0, curves->n_machines - 1, &machine) ||
      !results_json_rows_number(row, 1, curves->n_parameters - 1, &number))
    return false;
  const ViewCurveParameter *parameter = &curves->parameters[number];
  unsigned *value = &curves->values[machine * curves->n_parameters + number];
  while (*value < parameter->n && strcmp(parameter->values[*value], db_text(row, 2)) != 0) ++*value;
  reader->n_values++;
  return *value < parameter->n;
}

static bool take_bin(void *closure, sqlite3_stmt *row) {
  Reader *reader = closure;
  ViewCurve *curve = g_hash_table_lookup(reader->by_name, db_text(row, 1));
  if (curve == NULL) {
    curve = view_curves_add(reader->curves);
    curve->names[VIEW_DATA] = g_strdup(db_text(row, 0));
    curve->full[VIEW_DATA] = g_strdup(db_text(row, 1));
    g_hash_table_insert(reader->by_name, curve->full[VIEW_DATA], curve);
  }
  g_ptr_array_add(reader->bins, curve);
  return true;
}

/* Adds the misses of a cell on a machine to a curve. The values are in the columns of the row from column 1 on. */
static bool add_misses(Reader *reader, sqlite3_stmt *row, ViewCurve *curve) {
  uint64_t reads, writes, machine, read_misses, write_misses, cold;
  if (!results_json_rows_number(row, 1, UINT64_MAX, &reads) || !results_json_rows_number(row, 2, UINT64_MAX, &writes) ||
      !results_json_rows_number(row, 3, reader->curves->n_machines - 1, &machine) ||
      !results_json_rows_number(row, 4, reads, &read_misses) ||
      !results_json_rows_number(row, 5, writes, &write_misses) ||
      !results_json_rows_number(row, 6, read_misses + write_misses, &cold))
    return false;
  reader->n_counts++;
  if (machine == 0) curve->references += reads + writes;
  curve->misses[machine] += read_misses + write_misses;
  curve->again[machine] += read_misses + write_misses - cold;
  return true;
}

static bool take_misses(void *closure, sqlite3_stmt *row) {
  Reader *reader = closure;
  uint64_t bin;
  return results_json_rows_number(row, 0, UINT32_MAX, &bin) && bin < reader->bins->len &&
         add_misses(reader, row, g_ptr_array_index(reader->bins, bin));
}

/* As take_misses(), but each cell has its own curve. */
static bool take_cell_misses(void *closure, sqlite3_stmt *row) {
  Reader *reader = closure;
  uint64_t cell;
  return results_json_rows_number(row, 0, UINT32_MAX, &cell) && cell < reader->curves->curves->len &&
         add_misses(reader, row, g_ptr_array_index(reader->curves->curves, cell));
}

static bool take_name(void *closure, sqlite3_stmt *row) {
  const Reader *reader = closure;
  g_ptr_array_add(reader->reading, g_strdup(db_text(row, 0)));
  return true;
}

/* Reads the numbers of a cell's function and bin. A cell has a function if the file has a list of functions, and a bin
 * if the file has a list of bins. */
static bool take_cell(void *closure, sqlite3_stmt *row) {
  const Reader *reader = closure;
  ViewCurve *curve = view_curves_add(reader->curves);
  bool has_name = false;
  for (int axis = 0; axis < VIEW_AXES; axis++) {
    uint64_t number;
    const bool has_list = reader->names[axis]->len != 0;
    if (has_list == (sqlite3_column_type(row, axis) == SQLITE_NULL)) return false;
    if (!has_list) continue;
    if (!results_json_rows_number(row, axis, reader->names[axis]->len - 1, &number)) return false;
    curve->names[axis] = g_strdup(g_ptr_array_index(reader->names[axis], number));
    has_name = true;
  }
  return has_name;
}

/* Checks that the file contains counts for each cell on each machine. */
static bool take_cells(void *closure, sqlite3_stmt *row) {
  const Reader *reader = closure;
  uint64_t n;
  if (sqlite3_column_type(row, 0) == SQLITE_NULL) return reader->n_counts == 0;
  return results_json_rows_number(row, 0, UINT32_MAX, &n) && reader->n_counts == n * reader->curves->n_machines;
}

static bool has_values(const ViewCurves *curves) {
  for (unsigned i = 0; i < curves->n_parameters; i++)
    if (curves->parameters[i].n == 0) return false;
  return true;
}

static bool each_row(Reader *reader, const char *sql, ResultsTakeRow *take, GError **error) {
  return results_json_rows_each(reader->file, sql, take, reader, error);
}

/* Creates the list of curves with the machines of the sweep. */
static bool read_machines(Reader *reader, GError **error) {
  static const char sizes[] =
      "SELECT json_extract(?1, '$.version'), json_array_length(?1, '$.parameters'), json_array_length(?1, "
      "'$.machines')";
  static const char values[] =
      "SELECT p.key, json_extract(p.value, '$.name'), json_extract(p.value, '$.size'), v.value"
      " FROM json_each(?1, '$.parameters') p, json_each(p.value, '$.values') v ORDER BY p.key, v.key";
  static const char machines[] =
      "SELECT m.key, v.key, v.value FROM json_each(?1, '$.machines') m, json_each(m.value, '$.values') v";
  if (!each_row(reader, sizes, take_sizes, error) || !each_row(reader, values, take_value, error)) return false;
  if (!has_values(reader->curves)) return results_json_rows_fail_form(reader->file, error);
  if (!each_row(reader, machines, take_machine_value, error)) return false;
  return reader->n_values == (uint64_t)reader->curves->n_machines * reader->curves->n_parameters ||
         results_json_rows_fail_form(reader->file, error);
}

static const char number_of_cells[] = "SELECT json_array_length(?1, '$.cells')";

/* An SQL query for the misses of cells. `column` is the SQL expression for the number of the cell. */
#define MISSES_OF(column)                                                                                       \
  "SELECT " column ", json_extract(c.value, '$.reads'), json_extract(c.value, '$.writes'), m.key, m.value,"     \
  " json_extract(c.value, '$.write_misses[' || m.key || ']'), json_extract(c.value, '$.cold[' || m.key || ']')" \
  " FROM json_each(?1, '$.cells') c, json_each(c.value, '$.read_misses') m"

static bool read_bins(Reader *reader, GError **error) {
  static const char bins[] =
      "SELECT json_extract(value, '$.name'), json_extract(value, '$.fullname') FROM json_each(?1, '$.bins') ORDER BY "
      "key";
  if (!each_row(reader, bins, take_bin, error)) return false;
  if (reader->bins->len == 0)
    return results_json_rows_fail(reader->file, "it has no data bins; --sweep-by=bin writes them", error);
  return each_row(reader, MISSES_OF("json_extract(c.value, '$.bin')"), take_misses, error) &&
         each_row(reader, number_of_cells, take_cells, error);
}

/* Returns the curves, sorted by rank, if reading succeeded; otherwise frees them and returns NULL. */
static ViewCurves *end(const Reader *reader, bool good) {
  if (good) {
    view_curves_rank(reader->curves);
    return reader->curves;
  }
  view_curves_free(reader->curves);
  return NULL;
}

ViewCurves *results_curves_load(const char *path, GError **error) {
  ResultsJsonRows rows;
  Reader reader = {.file = &rows, .by_name = g_hash_table_new(g_str_hash, g_str_equal), .bins = g_ptr_array_new()};
  const bool good = results_sweep_rows_open(&rows, path, error) && read_machines(&reader, error) &&
                    read_bins(&reader, error);
  ViewCurves *curves = end(&reader, good);
  g_hash_table_unref(reader.by_name);
  g_ptr_array_unref(reader.bins);
  results_json_rows_close(&rows);
  return curves;
}

static bool read_cells(Reader *reader, GError **error) {
  static const char *const names[VIEW_AXES] = {
      [VIEW_CODE] = "SELECT json_extract(value, '$.name') FROM json_each(?1, '$.functions') ORDER BY key",
      [VIEW_DATA] = "SELECT json_extract(value, '$.name') FROM json_each(?1, '$.bins') ORDER BY key"};
  static const char cells[] =
      "SELECT json_extract(value, '$.function'), json_extract(value, '$.bin') FROM json_each(?1, '$.cells') ORDER BY "
      "key";
  for (unsigned axis = 0; axis < VIEW_AXES; axis++) {
    reader->reading = reader->names[axis];
    if (!each_row(reader, names[axis], take_name, error)) return false;
  }
  return each_row(reader, cells, take_cell, error) && each_row(reader, MISSES_OF("c.key"), take_cell_misses, error) &&
         each_row(reader, number_of_cells, take_cells, error);
}

ViewCurves *results_curves_of_cells(const ResultsJsonRows *rows, GError **error) {
  Reader reader = {.file = rows};
  for (unsigned axis = 0; axis < VIEW_AXES; axis++) reader.names[axis] = g_ptr_array_new_with_free_func(g_free);
  ViewCurves *curves = end(&reader, read_machines(&reader, error) && read_cells(&reader, error));
  for (unsigned axis = 0; axis < VIEW_AXES; axis++) g_ptr_array_unref(reader.names[axis]);
  return curves;
}

/* ---- the data of a view ------------------------------------------------------------------------------------------ */

/* Items whose full names differ at most in line numbers. */
typedef struct {
  void *one; /* the item, if there is exactly one; NULL: there are several */
} Loose;

static void add_loosely(GHashTable *by_name, const char *full, void *one) {
  char *name = profile_full_name_without_lines(full);
  Loose *found = g_hash_table_lookup(by_name, name);
  if (found != NULL) {
    found->one = found->one == one ? one : NULL;
    g_free(name);
    return;
  }
  found = g_new(Loose, 1);
  found->one = one;
  g_hash_table_insert(by_name, name, found);
}

static GHashTable *loose_names(void) { return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free); }

/* Finds curves for the bins that do not have one yet. `full`: the full names of all bins. A bin and a curve form a pair
 * if their names are the same without line numbers, and if only one bin and one curve have this name. */
static void match_loosely(const ViewCurves *curves, char *const *full, uint32_t n, const ViewCurve **of_bin) {
  g_autoptr(GHashTable) taken = g_hash_table_new(NULL, NULL), left = loose_names(), bins = loose_names();
  g_autoptr(GHashTable) atoms = g_hash_table_new(g_str_hash, g_str_equal);
  for (uint32_t i = 0; i < n; i++) {
    if (of_bin[i] != NULL) {
      g_hash_table_add(taken, (gpointer)of_bin[i]);
      continue;
    }
    if (!g_hash_table_contains(atoms, full[i])) g_hash_table_add(atoms, full[i]);
    add_loosely(bins, full[i], g_hash_table_lookup(atoms, full[i]));
  }
  for (guint i = 0; i < curves->curves->len; i++) {
    ViewCurve *curve = g_ptr_array_index(curves->curves, i);
    if (!g_hash_table_contains(taken, curve)) add_loosely(left, curve->full[VIEW_DATA], curve);
  }
  for (uint32_t i = 0; i < n; i++) {
    if (of_bin[i] != NULL) continue;
    g_autofree char *name = profile_full_name_without_lines(full[i]);
    const Loose *bin = g_hash_table_lookup(bins, name), *curve = g_hash_table_lookup(left, name);
    if (bin->one != NULL && curve != NULL) of_bin[i] = curve->one;
  }
}

/* Returns, for each bin of a profile, its curve; NULL: the sweep does not contain the bin. The caller frees the
 * array. */
static const ViewCurve **match(const ViewCurves *curves, const View *view) {
  char *const *full = view->labels[VIEW_DATA].full;
  const uint32_t n = view->profile->n_bins;
  const ViewCurve **of_bin = g_new0(const ViewCurve *, MAX(n, 1));
  g_autoptr(GHashTable) by_name = g_hash_table_new(g_str_hash, g_str_equal);
  for (guint i = 0; i < curves->curves->len; i++) {
    ViewCurve *curve = g_ptr_array_index(curves->curves, i);
    g_hash_table_insert(by_name, curve->full[VIEW_DATA], curve);
  }
  for (uint32_t i = 0; i < n; i++) of_bin[i] = g_hash_table_lookup(by_name, full[i]);
  match_loosely(curves, full, n, of_bin);
  return of_bin;
}

static ViewCurves *copy_machines(const ViewCurves *curves) {
  ViewCurves *copy = view_curves_new(curves->n_parameters, curves->n_machines);
  for (unsigned i = 0; i < curves->n_parameters; i++) {
    const ViewCurveParameter *from = &curves->parameters[i];
    copy->parameters[i] = (ViewCurveParameter){g_strdup(from->name), from->size, g_strdupv(from->values), from->n};
  }
  memcpy(copy->values, curves->values, (gsize)curves->n_machines * curves->n_parameters * sizeof *curves->values);
  return copy;
}

ViewCurves *results_curves_of_view(const ViewCurves *curves, const View *view) {
  g_autofree const ViewCurve **of_bin = match(curves, view);
  ViewCurves *shown = copy_machines(curves);
  for (uint32_t rank = 0; rank < view_shown(view, VIEW_DATA); rank++) {
    const ViewItem *item = view_item(view, VIEW_DATA, rank);
    g_autoptr(GHashTable) added = g_hash_table_new(NULL, NULL);
    ViewCurve *sum = NULL;
    for (guint i = 0; i < item->members->len; i++) {
      const ViewCurve *curve = of_bin[g_array_index(item->members, uint32_t, i)];
      if (curve == NULL || !g_hash_table_add(added, (gpointer)curve)) continue;
      if (sum == NULL) sum = view_curves_add(shown);
      view_curve_add(curves, sum, curve);
    }
    if (sum != NULL) sum->names[VIEW_DATA] = g_strdup(item->name);
  }
  return shown;
}
