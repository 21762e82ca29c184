/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_db.h: the database of runs: an SQLite file that holds profiles under labels, and what is asked of them most.
 *
 * Its tables, version 2 (PRAGMA user_version; PRAGMA application_id is 0x4d537079, "MSpy"):
 *
 *   run     a row for each profile: label (unique), when it was added, what ran when and on which machine, the profile
 *           itself, of `bytes` bytes, in the format of zlib (RFC 1950), and the seal (ui_db_seal.h)
 *   total   the profile's totals by name: instructions, cycles and the counts
 *   option  the tool's options in that run, in their order
 *
 * Version 1 had no seals: they are added when such a database is opened. Several processes may use a database at once:
 * the one that changes it locks it, and others wait. */
#ifndef UI_UI_DB_H
#define UI_UI_DB_H

#include <glib.h>
#include <sqlite3.h>
#include <stdbool.h>

typedef struct {
  sqlite3 *handle;
  char *path;    /* fit to print */
  bool unsealed; /* it is of version 1, and cannot be written: its runs have no seals */
} UiDb;

#define UI_DB_ERROR ui_db_error_quark()
GQuark ui_db_error_quark(void);

/* The file that is meant when none is named: memspy/runs.db in the user's folder for data. Owned by the caller. */
char *ui_db_default_path(void);

/* Opens the database in file `path`. Returns false and sets *error when it cannot be opened, is not ours, or of a newer
 * version, or when there is none, unless `create`: then it is made, and its folder too. The caller ends with
 * ui_db_close(). */
bool ui_db_open(UiDb *db, const char *path, bool create, GError **error);
void ui_db_close(UiDb *db);

/* A statement, or NULL and *error set. The caller ends with sqlite3_finalize(). */
sqlite3_stmt *ui_db_prepare(const UiDb *db, const char *sql, GError **error);

/* Goes to the next row. Returns whether there is one; *error is set when that could not be found out. */
bool ui_db_next(const UiDb *db, sqlite3_stmt *statement, GError **error);

/* Carries out a statement without rows or parameters: false and *error set when it fails. */
bool ui_db_do(const UiDb *db, const char *sql, GError **error);

/* Sets *error to what SQLite has to say. Returns false. */
bool ui_db_fail(const UiDb *db, GError **error);

/* Text in column `column` of the row, "" where there is none; valid until the next row. */
const char *ui_db_text(sqlite3_stmt *statement, int column);

#endif
