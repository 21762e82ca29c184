/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/db/db_run.h"

#include <string.h>

#include "ui/base/ui_fail.h"
#include "ui/base/ui_nearest.h"
#include "ui/base/ui_text.h"
#include "ui/db/db_pack.h"
#include "ui/db/db_seal.h"

static const struct {
  const char *name;
  const char *sql;
  const char *summary;
} sort_keys[] = {
    {"added", "run.id", "time of addition to the database"},
    {"label", "run.label COLLATE NOCASE", "its label"},
    {"date", "run.started", "start of the program"},
    {"program", "run.program, run.arguments", "the program and its arguments"},
    {"machine", "run.machine", "the machine"},
    {"cycles", "(SELECT value FROM total WHERE run = run.id AND name = 'cycles')", "execution time"},
    {"stall", "(SELECT value FROM total WHERE run = run.id AND name = 'stall_cycles')", "memory stall time"},
    {"misses", "(SELECT sum(value) FROM total WHERE run = run.id AND name IN ('read_misses', 'write_misses'))",
     "misses of the first-level caches"},
};

const char *db_run_sort_key(unsigned index, const char **summary) {
  if (index >= G_N_ELEMENTS(sort_keys)) return NULL;
  if (summary != NULL) *summary = sort_keys[index].summary;
  return sort_keys[index].name;
}

static void free_total(gpointer total) { g_free(((DbTotal *)total)->name); }

static void free_run(gpointer data) {
  DbRun *run = data;
  g_free(run->label);
  g_free(run->program);
  g_free(run->arguments);
  g_free(run->machine);
  g_free(run->seal);
  g_array_unref(run->totals);
  g_ptr_array_unref(run->options);
  g_free(run);
}

/* Makes a run from a row with these columns: id, label, added, started, program, arguments, machine, bytes, seal. */
static DbRun *new_run(sqlite3_stmt *row) {
  DbRun *run = g_new(DbRun, 1);
  *run = (DbRun){.id = sqlite3_column_int64(row, 0),
                 .label = g_strdup(db_text(row, 1)),
                 .added = sqlite3_column_int64(row, 2),
                 .started = sqlite3_column_int64(row, 3),
                 .program = g_strdup(db_text(row, 4)),
                 .arguments = g_strdup(db_text(row, 5)),
                 .machine = g_strdup(db_text(row, 6)),
                 .bytes = sqlite3_column_int64(row, 7),
                 .seal = g_strdup(db_text(row, 8)),
                 .totals = g_array_new(FALSE, FALSE, sizeof(DbTotal)),
                 .options = g_ptr_array_new_with_free_func(g_free)};
  g_array_set_clear_func(run->totals, free_total);
  return run;
}

/* Adds the totals and options to a run. `totals` and `options` are prepared statements that select them. */
static bool fill_run(const Db *db, DbRun *run, sqlite3_stmt *totals, sqlite3_stmt *options, GError **error) {
  GError *failure = NULL;
  sqlite3_reset(totals);
  sqlite3_bind_int64(totals, 1, run->id);
  while (db_next(db, totals, &failure)) {
    const DbTotal total = {g_strdup(db_text(totals, 0)), (uint64_t)sqlite3_column_int64(totals, 1)};
    g_array_append_val(run->totals, total);
  }
  sqlite3_reset(options);
  sqlite3_bind_int64(options, 1, run->id);
  while (failure == NULL && db_next(db, options, &failure)) {
    g_ptr_array_add(run->options, g_strdup(db_text(options, 0)));
    g_ptr_array_add(run->options, g_strdup(db_text(options, 1)));
  }
  if (failure == NULL) return true;
  g_propagate_error(error, failure);
  return false;
}

/* Checks the seal of a run. Only the fields `id`, `label` and `seal` of the run must be set. Returns false and sets
 * *error if the seal is wrong. */
static bool check_seal(const Db *db, const DbRun *run, const DbSealer *sealer, GError **error) {
  char expected[DB_SEAL_DIGITS + 1];
  if (!db_seal_of(sealer, run->id, expected)) return db_fail(db, error);
  if (strcmp(expected, run->seal) == 0) return true;
  g_autofree char *printable = ui_text_escaped(run->label);
  return ui_fail(error, DB_ERROR, 0, "%s: the seal of run '%s' is wrong: it was altered; memspy db rm removes it",
                 db->path, printable);
}

/* As check_seal(), but checks the seals of n runs. */
static bool check_seals(const Db *db, const DbRun *const *runs, guint n, GError **error) {
  DbSealer sealer;
  if (db->unsealed) return true;
  bool good = db_seal_start(&sealer, db->handle) || db_fail(db, error);
  for (guint i = 0; i < n && good; i++) good = check_seal(db, runs[i], &sealer, error);
  db_seal_end(&sealer);
  return good;
}

static bool fill_runs(const Db *db, GPtrArray *runs, GError **error) {
  g_autoptr(sqlite3_stmt) totals = db_prepare(db, "SELECT name, value FROM total WHERE run = ? ORDER BY name", error);
  if (totals == NULL) return false;
  g_autoptr(sqlite3_stmt) options = db_prepare(db, "SELECT name, value FROM option WHERE run = ? ORDER BY id", error);
  bool good = options != NULL;
  for (guint i = 0; i < runs->len && good; i++) good = fill_run(db, g_ptr_array_index(runs, i), totals, options, error);
  return good;
}

/* Binds a pattern with * and ? as a GLOB pattern, in which brackets have no special meaning. Binds "*" if `pattern` is
 * NULL. */
static void bind_pattern(sqlite3_stmt *statement, int number, const char *pattern) {
  g_autoptr(GString) glob = g_string_new(pattern != NULL ? pattern : "*");
  g_string_replace(glob, "[", "[[]", 0);
  sqlite3_bind_text(statement, number, glob->str, -1, SQLITE_TRANSIENT);
}

static sqlite3_stmt *prepare_list(const Db *db, const DbQuery *query, GError **error) {
  const char *order = sort_keys[0].sql;
  for (size_t i = 0; query->sort != NULL && i < G_N_ELEMENTS(sort_keys); i++)
    if (strcmp(query->sort, sort_keys[i].name) == 0) order = sort_keys[i].sql;
  const char *direction = query->reverse ? "DESC" : "ASC";
  g_autoptr(GString) keys = g_string_new(order);
  if (query->reverse) g_string_replace(keys, ", run.", " DESC, run.", 0);
  g_autofree char *sql = g_strdup_printf(
      "SELECT id, label, added, started, program, arguments, machine, bytes, %s FROM run WHERE label GLOB ?1"
      "  AND (program GLOB ?2 OR program GLOB '*/' || ?2) AND machine GLOB ?3 AND started >= ?4 AND started <= ?5"
      "  ORDER BY %s %s, id %s LIMIT ?6",
      db->unsealed ? "''" : "seal", keys->str, direction, direction);
  sqlite3_stmt *statement = db_prepare(db, sql, error);
  if (statement == NULL) return NULL;
  bind_pattern(statement, 1, query->label);
  bind_pattern(statement, 2, query->program);
  bind_pattern(statement, 3, query->machine);
  sqlite3_bind_int64(statement, 4, query->since);
  sqlite3_bind_int64(statement, 5, query->until);
  sqlite3_bind_int64(statement, 6, query->most);
  return statement;
}

GPtrArray *db_run_list(const Db *db, const DbQuery *query, GError **error) {
  GError *failure = NULL;
  GPtrArray *runs = g_ptr_array_new_with_free_func(free_run);
  /* Use a transaction, because other processes can change the database between two queries. */
  bool good = db_do(db, "BEGIN", error);
  sqlite3_stmt *statement = good ? prepare_list(db, query, error) : NULL;
  while (statement != NULL && db_next(db, statement, &failure)) g_ptr_array_add(runs, new_run(statement));
  good = statement != NULL && failure == NULL;
  sqlite3_finalize(statement);
  if (failure != NULL) g_propagate_error(error, failure);
  if (good) good = check_seals(db, (const DbRun *const *)runs->pdata, runs->len, error) && fill_runs(db, runs, error);
  sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL);
  if (good) return runs;
  g_ptr_array_unref(runs);
  return NULL;
}

uint64_t db_run_total(const DbRun *run, const char *name) {
  for (guint i = 0; i < run->totals->len; i++) {
    const DbTotal *total = &g_array_index(run->totals, DbTotal, i);
    if (strcmp(total->name, name) == 0) return total->value;
  }
  return 0;
}

bool db_run_is_sampled(const DbRun *run) {
  for (guint i = 0; i + 1 < run->options->len; i += 2)
    if (strcmp(g_ptr_array_index(run->options, i), "sample") == 0)
      return strcmp(g_ptr_array_index(run->options, i + 1), "none") != 0;
  return false;
}

/* Sets *error to a message about an unknown label. The message contains the most similar label. */
static void fail_unknown(const Db *db, const char *label, GError **error) {
  g_autoptr(GPtrArray) labels = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(sqlite3_stmt) statement = db_prepare(db, "SELECT label FROM run ORDER BY id", NULL);
  while (statement != NULL && db_next(db, statement, NULL)) g_ptr_array_add(labels, g_strdup(db_text(statement, 0)));
  UiNearest nearest;
  ui_nearest_start(&nearest, label);
  for (guint i = 0; i < labels->len; i++) ui_nearest_offer(&nearest, g_ptr_array_index(labels, i));
  const char *near = ui_nearest_take(&nearest);
  g_autofree char *printable = ui_text_escaped(label);
  g_autofree char *hint = near != NULL ? ui_text_escaped(near) : NULL;
  g_set_error(error, DB_ERROR, 0, "%s: there is no run '%s'%s%s%s", db->path, printable,
              hint != NULL ? "; the nearest is '" : "", hint != NULL ? hint : "", hint != NULL ? "'" : "");
}

/* Decompresses the profile of a row with these columns: profile, bytes, id, seal. Returns the descriptor of an unnamed
 * file. Returns -1 and sets *error on failure. */
static int open_row(const Db *db, const char *label, sqlite3_stmt *row, GError **error) {
  const DbRun run = {.id = sqlite3_column_int64(row, 2), .label = (char *)label, .seal = (char *)db_text(row, 3)};
  if (!check_seals(db, (const DbRun *const[]){&run}, 1, error)) return -1;
  return db_unpack(sqlite3_column_blob(row, 0), (gsize)sqlite3_column_bytes(row, 0), sqlite3_column_int64(row, 1),
                   error);
}

int db_run_open(const Db *db, const char *label, GError **error) {
  g_autoptr(sqlite3_stmt)
      statement = db_prepare(db,
                             db->unsealed ? "SELECT profile, bytes, id, '' FROM run WHERE label = ?"
                                          : "SELECT profile, bytes, id, seal FROM run WHERE label = ?",
                             error);
  if (statement == NULL) return -1;
  sqlite3_bind_text(statement, 1, label, -1, SQLITE_TRANSIENT);
  GError *failure = NULL;
  int fd = -1;
  if (db_next(db, statement, &failure))
    fd = open_row(db, label, statement, &failure);
  else if (failure == NULL)
    fail_unknown(db, label, &failure);
  if (failure == NULL) return fd;
  if (failure->domain == DB_ERROR) {
    g_propagate_error(error, failure);
  } else {
    g_autofree char *printable = ui_text_escaped(label);
    g_propagate_prefixed_error(error, failure, "%s: run '%s': ", db->path, printable);
  }
  return -1;
}

bool db_run_remove(const Db *db, const char *label, GError **error) {
  g_autoptr(sqlite3_stmt) statement = db_prepare(db, "DELETE FROM run WHERE label = ?", error);
  if (statement == NULL) return false;
  sqlite3_bind_text(statement, 1, label, -1, SQLITE_TRANSIENT);
  if (!db_execute(db, statement, error)) return false;
  if (sqlite3_changes(db->handle) != 0) return true;
  fail_unknown(db, label, error);
  return false;
}
