/* SPDX-License-Identifier: GPL-2.0-or-later
 * results_json_rows.h: reads JSON that memspy has written, as rows of SQLite. (json-glib would be one more library to
 * link.) */
#pragma once

#include <glib.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "ui/db/db.h"

/* A kind of sealed JSON documents. The first member of each such document is "version". */
typedef struct {
  const char *writer; /* command that writes documents of this kind */
  uint64_t version;   /* version of the format that this memspy reads; versions before 2 had no seal */
} ResultsJsonKind;

typedef struct {
  Db db; /* empty database in memory */
  char *text;
  gsize n; /* number of bytes of the text */
  const ResultsJsonKind *kind;
} ResultsJsonRows;

/* Processes a row of a query. Returns false if the row is invalid. */
typedef bool ResultsTakeRow(void *closure, sqlite3_stmt *row);

/* Reads a file of the given kind, and checks its seal (ui_json_seal.h) and its version. Returns false and sets *error
 * on failure. In any case, the caller calls results_json_rows_close() at the end. */
bool results_json_rows_open(ResultsJsonRows *rows, const char *path, const ResultsJsonKind *kind, GError **error);
void results_json_rows_close(ResultsJsonRows *rows);

/* As results_json_rows_open(), but reads n bytes in memory. `name`: the name of the document in error messages. */
bool results_json_rows_of(ResultsJsonRows *rows, const char *name, const char *text, gsize n,
                          const ResultsJsonKind *kind, GError **error);

/* Runs an SQL query on the document, and calls `take` for each row of the result. In the query, ?1 is the text of the
 * document. Returns false and sets *error on failure. */
bool results_json_rows_each(const ResultsJsonRows *rows, const char *sql, ResultsTakeRow *take, void *closure,
                            GError **error);

/* Sets *error to a message that consists of the file's name and `why`. Returns false. */
bool results_json_rows_fail(const ResultsJsonRows *rows, const char *why, GError **error);

/* As results_json_rows_fail(), but the message is that the file does not have the expected content. */
bool results_json_rows_fail_form(const ResultsJsonRows *rows, GError **error);

/* Reads a number from a column of the row. Returns false if the column does not contain a number from 0 to `most`. */
bool results_json_rows_number(sqlite3_stmt *row, int column, uint64_t most, uint64_t *number);
