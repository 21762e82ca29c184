/* SPDX-License-Identifier: GPL-2.0-or-later
 * db.h: the database of runs: an SQLite file with profiles under labels, and their most important properties.
 *
 * Its tables, version 2 (PRAGMA user_version; PRAGMA application_id is 0x4d537079, "MSpy"):
 *
 *   run     a row for each profile: label (unique), time of addition, program, start and machine, the profile
 *           itself, of `bytes` bytes, in the format of zlib (RFC 1950), and the seal (db_seal.h)
 *   total   the profile's totals by name: instructions, cycles and the counts
 *   option  the tool's options in that run, in their order
 *
 * Version 1 had no seals: opening such a database adds them. Several processes can use a database at once: one that
 * changes it locks it, and others wait. */
#pragma once

#include <glib.h>
#include <sqlite3.h>
#include <stdbool.h>

typedef struct {
  sqlite3 *handle;
  char *path;    /* path of the file, printable */
  bool unsealed; /* a database of version 1 that cannot be written: its runs have no seals */
} Db;

#define DB_ERROR db_error_quark()
GQuark db_error_quark(void);

/* Returns the default file: memspy/runs.db in the user's folder for data. Owned by the caller. */
char *db_default_path(void);

/* Opens the database in file `path`. With `create`, creates the database and its folder if they are missing. Returns
 * false and sets *error if the file is missing, cannot be opened, is no database of memspy, or has a newer version. The
 * caller calls db_close() in the end. */
bool db_open(Db *db, const char *path, bool create, GError **error);
void db_close(Db *db);

/* Returns a statement, or NULL and sets *error. The caller frees it with sqlite3_finalize(), or uses g_autoptr. */
sqlite3_stmt *db_prepare(const Db *db, const char *sql, GError **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(sqlite3_stmt, sqlite3_finalize)

/* Advances to the next row. Returns whether there is one; sets *error on failure. */
bool db_next(const Db *db, sqlite3_stmt *statement, GError **error);

/* Executes SQL without rows or parameters. Returns false and sets *error on failure. */
bool db_do(const Db *db, const char *sql, GError **error);

/* Executes a statement without rows. Returns false and sets *error on failure. */
bool db_execute(const Db *db, sqlite3_stmt *statement, GError **error);

/* Sets *error to SQLite's message. Returns false. */
bool db_fail(const Db *db, GError **error);

/* Returns the text in a column of the row, "" for NULL; valid until the next row. */
const char *db_text(sqlite3_stmt *statement, int column);
