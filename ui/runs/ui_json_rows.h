/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_json_rows.h: JSON that memspy wrote, read as rows. SQLite reads the JSON. (json-glib would be one library
 * more.) */
#ifndef UI_UI_JSON_ROWS_H
#define UI_UI_JSON_ROWS_H

#include <glib.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "ui/runs/ui_db.h"

/* A kind of sealed documents. Each begins with its member "version". */
typedef struct {
  const char *writer; /* the command that writes such files */
  uint64_t version;   /* that this memspy reads; those before 2 had no seal */
} UiJsonKind;

typedef struct {
  UiDb db; /* in memory, empty */
  char *text;
  gsize n; /* its bytes */
  const UiJsonKind *kind;
} UiJsonRows;

/* Takes a row; false: it is not as it should be. */
typedef bool UiTakeRow(void *closure, sqlite3_stmt *row);

/* Reads a file of a kind, and checks its seal (ui_json_seal.h) and version. False: *error. The caller ends with
 * ui_json_rows_close() in any case. */
bool ui_json_rows_open(UiJsonRows *rows, const char *path, const UiJsonKind *kind, GError **error);
void ui_json_rows_close(UiJsonRows *rows);

/* As ui_json_rows_open(), but of n bytes in memory, which `name` stands for in messages. */
bool ui_json_rows_of(UiJsonRows *rows, const char *name, const char *text, gsize n, const UiJsonKind *kind,
                     GError **error);

/* Makes a query of the file (?1), and takes each row. False: *error. */
bool ui_json_rows_each(const UiJsonRows *rows, const char *sql, UiTakeRow *take, void *closure, GError **error);

/* Sets *error to the file's name and why it is of no use. Returns false. */
bool ui_json_rows_fail(const UiJsonRows *rows, const char *why, GError **error);

/* The same for a file that has not what it should have. */
bool ui_json_rows_fail_form(const UiJsonRows *rows, GError **error);

/* A number of the row, from 0 to `most`. False: it is none. */
bool ui_json_rows_number(sqlite3_stmt *row, int column, uint64_t most, uint64_t *number);

#endif
