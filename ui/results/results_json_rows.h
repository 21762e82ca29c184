/* SPDX-License-Identifier: GPL-2.0-or-later
 * results_json_rows.h: reads JSON that memspy has written, as rows of SQLite. (json-glib would be one more library.) */
#pragma once

#include <glib.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "ui/db/db.h"

/* A kind of sealed documents. The first member of each document is "version". */
typedef struct {
  const char *writer; /* command that writes these files */
  uint64_t version;   /* version that this memspy reads; versions before 2 had no seal */
} ResultsJsonKind;

typedef struct {
  Db db; /* empty database in memory */
  char *text;
  gsize n; /* number of bytes of the text */
  const ResultsJsonKind *kind;
} ResultsJsonRows;

/* Takes a row. Returns false if it is invalid. */
typedef bool ResultsTakeRow(void *closure, sqlite3_stmt *row);

/* Reads a file of a kind, and checks its seal (ui_json_seal.h) and version. Returns false and sets *error on failure.
 * The caller calls results_json_rows_close() in the end, also after a failure. */
bool results_json_rows_open(ResultsJsonRows *rows, const char *path, const ResultsJsonKind *kind, GError **error);
void results_json_rows_close(ResultsJsonRows *rows);

/* As results_json_rows_open(), but for n bytes in memory, which messages call `name`. */
bool results_json_rows_of(ResultsJsonRows *rows, const char *name, const char *text, gsize n,
                          const ResultsJsonKind *kind, GError **error);

/* Runs a query on the file, which is its parameter ?1, and calls `take` for each row. Returns false and sets *error on
 * failure. */
bool results_json_rows_each(const ResultsJsonRows *rows, const char *sql, ResultsTakeRow *take, void *closure,
                            GError **error);

/* Sets *error to a message of the file's name and `why`. Returns false. */
bool results_json_rows_fail(const ResultsJsonRows *rows, const char *why, GError **error);

/* As results_json_rows_fail(), but for a file that does not have the expected content. */
bool results_json_rows_fail_form(const ResultsJsonRows *rows, GError **error);

/* Reads a number of the row, from 0 to `most`. Returns false if the column is no such number. */
bool results_json_rows_number(sqlite3_stmt *row, int column, uint64_t most, uint64_t *number);
