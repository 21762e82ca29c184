/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_json_rows.h: reads JSON that memspy wrote as rows, with SQLite. (json-glib would be one more library.) */
#pragma once

#include <glib.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "ui/runs/ui_db.h"

/* A kind of sealed documents. Each begins with its member "version". */
typedef struct {
  const char *writer; /* the command that writes these files */
  uint64_t version;   /* the version that this memspy reads; versions before 2 had no seal */
} UiJsonKind;

typedef struct {
  UiDb db; /* in memory, empty */
  char *text;
  gsize n; /* its bytes */
  const UiJsonKind *kind;
} UiJsonRows;

/* Takes a row. Returns false if it is invalid. */
typedef bool UiTakeRow(void *closure, sqlite3_stmt *row);

/* Reads a file of a kind, and checks its seal (ui_json_seal.h) and version. Returns false and sets *error on
 * failure. The caller ends with ui_json_rows_close() in any case. */
bool ui_json_rows_open(UiJsonRows *rows, const char *path, const UiJsonKind *kind, GError **error);
void ui_json_rows_close(UiJsonRows *rows);

/* As ui_json_rows_open(), for n bytes in memory; messages call them `name`. */
bool ui_json_rows_of(UiJsonRows *rows, const char *name, const char *text, gsize n, const UiJsonKind *kind,
                     GError **error);

/* Runs a query on the file (?1), and calls `take` for each row. Returns false and sets *error on failure. */
bool ui_json_rows_each(const UiJsonRows *rows, const char *sql, UiTakeRow *take, void *closure, GError **error);

/* Sets *error to the file's name and `why`. Returns false. */
bool ui_json_rows_fail(const UiJsonRows *rows, const char *why, GError **error);

/* As ui_json_rows_fail(), for a file without the expected content. */
bool ui_json_rows_fail_form(const UiJsonRows *rows, GError **error);

/* Reads a number of the row, from 0 to `most`. Returns false if it is none. */
bool ui_json_rows_number(sqlite3_stmt *row, int column, uint64_t most, uint64_t *number);
