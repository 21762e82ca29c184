/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/results/results_sweep_rows.h"

#include <stdlib.h>
#include <string.h>

#include "bins/bin_sweep.h"
#include "ui/base/ui_json.h"
#include "ui/base/ui_json_seal.h"
#include "ui/names/name_table.h"

#define SUFFIX ".sweep"

static const ResultsJsonKind kind = {"memspy replay --sweep --json", BIN_SWEEP_VERSION};

/* The properties of the program's run that a sweep's file contains. */
typedef struct {
  bool numbered;         /* whether the file contains functions or bins as numbers instead of names */
  char *name;            /* name of the run's profile, without its folder */
  uint64_t instructions; /* number of instructions of the run */
  uint64_t pid;
} Run;

/* The data for the replacement of numbers by names. */
typedef struct {
  UiJson json;
  const ViewLabels *labels;
  uint32_t n; /* number of functions or bins in the profile */
} Naming;

static bool take_run(void *closure, sqlite3_stmt *row) {
  Run *run = closure;
  run->numbered = true;
  run->name = g_strdup(db_text(row, 0));
  return results_json_rows_number(row, 1, UINT64_MAX, &run->instructions) &&
         results_json_rows_number(row, 2, UINT64_MAX, &run->pid);
}

static bool take_number(void *closure, sqlite3_stmt *row) {
  Naming *naming = closure;
  uint64_t number;
  if (naming->n == 0 || !results_json_rows_number(row, 0, naming->n - 1, &number)) return false;
  ui_json_begin_object(&naming->json, NULL);
  ui_json_string(&naming->json, "name", naming->labels->names[number]);
  ui_json_string(&naming->json, "fullname", naming->labels->full[number]);
  ui_json_end_object(&naming->json);
  return true;
}

/* Writes the names for a list of numbers as JSON. Returns false and sets *error on failure. In any case, the caller
 * frees *text with free(). */
static bool name_list(const ResultsJsonRows *rows, const char *sql, const ViewLabels *labels, uint32_t n, char **text,
                      GError **error) {
  size_t bytes;
  FILE *file = open_memstream(text, &bytes);
  Naming naming = {.labels = labels, .n = n};
  ui_json_start(&naming.json, file);
  ui_json_begin_array(&naming.json, NULL);
  const bool good = results_json_rows_each(rows, sql, take_number, &naming, error);
  ui_json_end_array(&naming.json);
  fclose(file);
  return good;
}

/* Replaces the lists of numbers in the document by lists of names. */
static bool put_lists(ResultsJsonRows *rows, char *const *lists, GError **error) {
  g_autoptr(sqlite3_stmt)
      statement = db_prepare(&rows->db, "SELECT json_replace(?1, '$.functions', json(?2), '$.bins', json(?3))", error);
  if (statement == NULL) return false;
  sqlite3_bind_text(statement, 1, rows->text, -1, SQLITE_STATIC);
  for (int axis = 0; axis < VIEW_AXES; axis++) sqlite3_bind_text(statement, 2 + axis, lists[axis], -1, SQLITE_STATIC);
  char *named = db_next(&rows->db, statement, error) ? g_strdup(db_text(statement, 0)) : NULL;
  if (named == NULL) return false;
  g_free(rows->text);
  rows->text = named;
  rows->n = strlen(named);
  return ui_json_seal_renew(rows->text, rows->n) || results_json_rows_fail_form(rows, error);
}

static bool put_names(ResultsJsonRows *rows, const Profile *profile, GError **error) {
  static const char *const queries[VIEW_AXES] = {
      [VIEW_CODE] = "SELECT json_extract(value, '$.number') FROM json_each(?1, '$.functions') ORDER BY key",
      [VIEW_DATA] = "SELECT json_extract(value, '$.number') FROM json_each(?1, '$.bins') ORDER BY key"};
  const uint32_t n[VIEW_AXES] = {[VIEW_CODE] = profile->n_segments, [VIEW_DATA] = profile->n_bins};
  char *lists[VIEW_AXES] = {NULL};
  g_autoptr(NameTable) names = name_table_new(profile, true);
  bool good = true;
  for (unsigned axis = 0; axis < VIEW_AXES && good; axis++)
    good = name_list(rows, queries[axis], &name_table_labels(names)[axis], n[axis], &lists[axis], error);
  good = good && put_lists(rows, lists, error);
  for (unsigned axis = 0; axis < VIEW_AXES; axis++) free(lists[axis]);
  return good;
}

/* Returns the path of the profile `name` in the folder of a file. The caller frees the path. */
static char *profile_path(const char *path, const Run *run) {
  if (g_str_has_suffix(path, SUFFIX)) return g_strndup(path, strlen(path) - strlen(SUFFIX));
  g_autofree char *folder = g_path_get_dirname(path);
  return g_build_filename(folder, run->name, NULL);
}

static bool is_same_run(const Profile *profile, const Run *run) {
  uint64_t instructions = 0;
  for (uint32_t i = 0; i < profile->n_processors; i++) instructions += profile->processors[i].instructions;
  return instructions == run->instructions && profile->pid == run->pid;
}

static bool name_run(ResultsJsonRows *rows, const char *path, const Run *run, GError **error) {
  g_autofree char *beside = profile_path(path, run);
  g_autoptr(Profile) profile = profile_load(beside, error);
  if (profile == NULL) {
    g_prefix_error(error, "%s: the names are in the profile next to it: ", rows->db.path);
    return false;
  }
  if (is_same_run(profile, run)) return put_names(rows, profile, error);
  return results_json_rows_fail(rows, "the profile next to it is of another run, so names are missing", error);
}

bool results_sweep_rows_open(ResultsJsonRows *rows, const char *path, GError **error) {
  static const char head[] =
      "SELECT json_extract(?1, '$.profile'), json_extract(?1, '$.instructions'), json_extract(?1, '$.pid') "
      "WHERE coalesce(json_extract(?1, '$.functions[0].number'), json_extract(?1, '$.bins[0].number')) IS NOT NULL";
  Run run = {0};
  const bool good = results_json_rows_open(rows, path, &kind, error) &&
                    results_json_rows_each(rows, head, take_run, &run, error) &&
                    (!run.numbered || name_run(rows, path, &run, error));
  g_free(run.name);
  return good;
}
