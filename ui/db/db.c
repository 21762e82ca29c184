/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/db/db.h"

#include <errno.h>
#include <string.h>

#include "ui/base/ui_fail.h"
#include "ui/base/ui_text.h"
#include "ui/db/db_seal.h"

G_DEFINE_QUARK(ui - db - error - quark, db_error)

enum {
  SCHEMA = 2,
  APPLICATION = 0x4d537079,
  PATIENCE = 30000 /* in milliseconds: maximum time to wait for other processes */
};

static const char schema[] =
    "CREATE TABLE run (id INTEGER PRIMARY KEY, label TEXT NOT NULL UNIQUE, added INTEGER NOT NULL,"
    "  started INTEGER NOT NULL, program TEXT NOT NULL, arguments TEXT NOT NULL, machine TEXT NOT NULL,"
    "  bytes INTEGER NOT NULL, profile BLOB NOT NULL, seal TEXT NOT NULL DEFAULT '');"
    "CREATE TABLE total (run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE, name TEXT NOT NULL,"
    "  value INTEGER NOT NULL, PRIMARY KEY (run, name)) WITHOUT ROWID;"
    "CREATE TABLE option (id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,"
    "  name TEXT NOT NULL, value TEXT NOT NULL);"
    "CREATE INDEX option_run ON option (run);";

char *db_default_path(void) { return g_build_filename(g_get_user_data_dir(), "memspy", "runs.db", NULL); }

static bool fail(const Db *db, const char *what, GError **error) {
  return ui_fail(error, DB_ERROR, 0, "%s: %s", db->path, what);
}

bool db_fail(const Db *db, GError **error) {
  switch (sqlite3_errcode(db->handle)) {
    case SQLITE_NOTADB: return fail(db, "it is no database of runs", error);
    case SQLITE_CORRUPT: return fail(db, "the database is damaged", error);
    case SQLITE_BUSY: return fail(db, "another process keeps the database locked", error);
    case SQLITE_TOOBIG: return fail(db, "the profile is too big for a database", error);
    default: return fail(db, sqlite3_errmsg(db->handle), error);
  }
}

bool db_do(const Db *db, const char *sql, GError **error) {
  return sqlite3_exec(db->handle, sql, NULL, NULL, NULL) == SQLITE_OK || db_fail(db, error);
}

sqlite3_stmt *db_prepare(const Db *db, const char *sql, GError **error) {
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(db->handle, sql, -1, &statement, NULL) != SQLITE_OK) db_fail(db, error);
  return statement;
}

bool db_next(const Db *db, sqlite3_stmt *statement, GError **error) {
  const int status = sqlite3_step(statement);
  if (status != SQLITE_ROW && status != SQLITE_DONE) db_fail(db, error);
  return status == SQLITE_ROW;
}

bool db_execute(const Db *db, sqlite3_stmt *statement, GError **error) {
  const int status = sqlite3_step(statement);
  return status == SQLITE_ROW || status == SQLITE_DONE || db_fail(db, error);
}

const char *db_text(sqlite3_stmt *statement, int column) {
  const char *text = (const char *)sqlite3_column_text(statement, column);
  return text != NULL ? text : "";
}

/* Executes `sql`, and sets *number to the first column of the first row. */
static bool read_number(const Db *db, const char *sql, sqlite3_int64 *number, GError **error) {
  g_autoptr(sqlite3_stmt) statement = db_prepare(db, sql, error);
  if (statement == NULL || !db_next(db, statement, error)) return false;
  *number = sqlite3_column_int64(statement, 0);
  return true;
}

/* Checks that the file is a database of memspy, and sets *version to the database's version. For an empty file, sets
 * *version to 0. Otherwise returns false and sets *error. */
static bool recognize(const Db *db, sqlite3_int64 *version, GError **error) {
  sqlite3_int64 application, tables;
  if (!read_number(db, "PRAGMA application_id", &application, error) ||
      !read_number(db, "PRAGMA user_version", version, error) ||
      !read_number(db, "SELECT count(*) FROM sqlite_master", &tables, error))
    return false;
  if (application != APPLICATION)
    return (application == 0 && *version == 0 && tables == 0) ||
           fail(db, "it is the database of another program", error);
  if (*version <= 0) return fail(db, "the database is damaged", error);
  if (*version <= SCHEMA) return true;
  return ui_fail(error, DB_ERROR, 0, "%s: a newer memspy wrote it (version %lld; this one reads up to %d)", db->path,
                 (long long)*version, SCHEMA);
}

/* As recognize(), but within a transaction, because another process is possibly creating the tables. */
static bool recognize_alone(const Db *db, sqlite3_int64 *version, GError **error) {
  if (!db_do(db, "BEGIN", error)) return false;
  const bool good = recognize(db, version, error);
  sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL);
  return good;
}

/* Marks the database as a database of memspy. */
static bool mark(const Db *db, GError **error) {
  g_autofree char *marks = g_strdup_printf("PRAGMA application_id = %d; PRAGMA user_version = %d;", APPLICATION,
                                           SCHEMA);
  return db_do(db, marks, error);
}

/* Upgrades a database of version 1, which does not contain seals. */
static bool add_seals(const Db *db, GError **error) {
  return db_do(db, "ALTER TABLE run ADD COLUMN seal TEXT NOT NULL DEFAULT ''", error) &&
         (db_seal_all(db->handle) || db_fail(db, error));
}

/* Creates the tables, or upgrades tables of version 1. Does nothing if another process has already done this. */
static bool make_tables(const Db *db, GError **error) {
  /* auto_vacuum frees the space of removed runs in the file */
  if (!db_do(db, "PRAGMA auto_vacuum = FULL; BEGIN IMMEDIATE", error)) return false;
  sqlite3_int64 version;
  bool good = recognize(db, &version, error);
  if (good && version == 0) good = db_do(db, schema, error) && mark(db, error);
  if (good && version == 1) good = add_seals(db, error) && mark(db, error);
  if (good) return db_do(db, "COMMIT", error);
  sqlite3_exec(db->handle, "ROLLBACK", NULL, NULL, NULL);
  return false;
}

/* Returns the path in a form that has no special meaning. SQLite interprets names such as ":memory:" and "", but no
 * path that contains a folder. The caller owns the path. */
static char *plain_path(const char *path) {
  return g_path_is_absolute(path) ? g_strdup(path) : g_build_filename(".", path, NULL);
}

static bool make_folder(const Db *db, const char *path, GError **error) {
  g_autofree char *folder = g_path_get_dirname(path);
  if (g_mkdir_with_parents(folder, 0700) == 0) return true;
  return fail(db, g_strerror(errno), error);
}

static bool open_file(Db *db, const char *path, bool create, GError **error) {
  if (*path == '\0') return fail(db, "a database needs a name", error);
  if (!create && !g_file_test(path, G_FILE_TEST_EXISTS))
    return fail(db, "there is no database; memspy db add makes one", error);
  if (g_file_test(path, G_FILE_TEST_IS_DIR)) return fail(db, "it is a folder", error);
  if (g_file_test(path, G_FILE_TEST_EXISTS) && !g_file_test(path, G_FILE_TEST_IS_REGULAR))
    return fail(db, "it is a pipe or a device", error);
  g_autofree char *plain = plain_path(path);
  if (create && !make_folder(db, plain, error)) return false;
  /* Even a reader needs write access, because it must be able to clean up after a process that was killed. */
  const int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);
  if (sqlite3_open_v2(plain, &db->handle, flags, NULL) != SQLITE_OK) return db_fail(db, error);
  sqlite3_busy_timeout(db->handle, PATIENCE);
  sqlite3_extended_result_codes(db->handle, 0);
  sqlite3_db_config(db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  return db_do(db, "PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON", error);
}

bool db_open(Db *db, const char *path, bool create, GError **error) {
  *db = (Db){.path = ui_text_escaped(path)};
  sqlite3_int64 version;
  bool good = open_file(db, path, create, error) && recognize_alone(db, &version, error);
  if (good && version == 0 && !create) good = fail(db, "it is no database of runs", error);
  db->unsealed = good && version == 1 && sqlite3_db_readonly(db->handle, "main") == 1;
  if (good && version < SCHEMA && !db->unsealed) good = make_tables(db, error);
  if (!good) db_close(db);
  return good;
}

void db_close(Db *db) {
  sqlite3_close(db->handle);
  g_free(db->path);
  *db = (Db){.handle = NULL};
}
