/* SPDX-License-Identifier: GPL-2.0-or-later
 * results_json_rows.h: reads JSON that memspy wrote as rows, with SQLite. (json-glib would be one more library.) */
#pragma once

#include <glib.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "ui/db/db.h"

/* A kind of sealed documents. Each begins with its member "version". */
typedef struct {
  const char *writer; /* the command that writes these files */
  uint64_t version;   /* the version that this memspy reads; versions before 2 had no seal */
} ResultsJsonKind;

typedef struct {
  Db db; /* in memory, empty */
  char *text;
  gsize n; /* its bytes */
  const ResultsJsonKind *kind;
} ResultsJsonRows;

/* Takes a row. Returns false if it is invalid. */
typedef bool ResultsTakeRow(void *closure, sqlite3_stmt *row);

/* Reads a file of a kind, and checks its seal (ui_json_seal.h) and version. Returns false and sets *error on
 * failure. The caller ends with results_json_rows_close() in any case. */
bool results_json_rows_open(ResultsJsonRows *rows, const char *path, const ResultsJsonKind *kind, GError **error);
void results_json_rows_close(ResultsJsonRows *rows);

/* As results_json_rows_open(), for n bytes in memory; messages call them `name`. */
bool results_json_rows_of(ResultsJsonRows *rows, const char *name, const char *text, gsize n,
                          const ResultsJsonKind *kind, GError **error);

/* Runs a query on the file (?1), and calls `take` for each row. Returns false and sets *error on failure. */
bool results_json_rows_each(const ResultsJsonRows *rows, const char *sql, ResultsTakeRow *take, void *closure,
                            GError **error);

/* Sets *error to the file's name and `why`. Returns false. */
bool results_json_rows_fail(const ResultsJsonRows *rows, const char *why, GError **error);

/* As results_json_rows_fail(), for a file without the expected content. */
bool results_json_rows_fail_form(const ResultsJsonRows *rows, GError **error);

/* Reads a number of the row, from 0 to `most`. Returns false if it is none. */
bool results_json_rows_number(sqlite3_stmt *row, int column, uint64_t most, uint64_t *number);
