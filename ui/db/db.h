/* SPDX-License-Identifier: GPL-2.0-or-later
 * db.h: the database of runs. It is an SQLite file that contains labelled profiles, and their most important
 * properties.
 *
 * The tables of version 2 (PRAGMA user_version; PRAGMA application_id is 0x4d537079, "MSpy"):
 *
 *   run     one row for each profile: the unique label, the time of addition, the program, the start and the machine;
 *           the profile itself, which is compressed in the format of zlib (RFC 1950) and has `bytes` bytes before
 *           compression; and the seal (db_seal.h)
 *   total   the profile's totals by name: instructions, cycles and the counts
 *   option  the tool's options in that run, in their order
 *
 * Version 1 had no seals. When such a database is opened, seals are added. Several processes can use a database at the
 * same time. A process that changes the database locks it, and the others wait. */
#pragma once

#include <glib.h>
#include <sqlite3.h>
#include <stdbool.h>

typedef struct {
  sqlite3 *handle;
  char *path;    /* path of the file, escaped for printing */
  bool unsealed; /* whether the database has version 1 and cannot be written, so that the runs have no seals */
} Db;

#define DB_ERROR db_error_quark()
GQuark db_error_quark(void);

/* Returns the path of the default database, memspy/runs.db in the user's folder for data. The caller owns the path. */
char *db_default_path(void);

/* Opens the database in the file `path`. If `create` is set, creates the database and its folder if they do not exist.
 * Returns false and sets *error if the file does not exist, cannot be opened, is not a database of memspy, or has a
 * newer version. On success, the caller must call db_close() at the end. */
bool db_open(Db *db, const char *path, bool create, GError **error);
void db_close(Db *db);

/* Prepares an SQL statement. Returns NULL and sets *error on failure. The caller frees the statement with
 * sqlite3_finalize(), or with g_autoptr. */
sqlite3_stmt *db_prepare(const Db *db, const char *sql, GError **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(sqlite3_stmt, sqlite3_finalize)

/* Advances the statement to the next row. Returns whether there is one. Returns false and sets *error on failure. */
bool db_next(const Db *db, sqlite3_stmt *statement, GError **error);

/* Executes SQL text that returns no rows and has no parameters. Returns false and sets *error on failure. */
bool db_do(const Db *db, const char *sql, GError **error);

/* Executes a prepared statement that returns no rows. Returns false and sets *error on failure. */
bool db_execute(const Db *db, sqlite3_stmt *statement, GError **error);

/* Sets *error to the message of SQLite. Always returns false. */
bool db_fail(const Db *db, GError **error);

/* Returns the text in a column of the current row; "" for NULL. The text is valid until the next row. */
const char *db_text(sqlite3_stmt *statement, int column);
