/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/results/results_json_rows.h"

#include <string.h>

#include "ui/base/ui_fail.h"
#include "ui/base/ui_input.h"
#include "ui/base/ui_json_seal.h"
#include "ui/base/ui_text.h"

#define FILE_MOST ((gsize)1 << 30) /* in bytes; SQLite's maximum length of a text */

/* Moves *at past white space and past the text `what`. Returns false if another text is there. */
static bool take(const char **at, const char *end, const char *what) {
  const size_t n = strlen(what);
  while (*at < end && g_ascii_isspace(**at)) ++*at;
  if ((size_t)(end - *at) < n || memcmp(*at, what, n) != 0) return false;
  *at += n;
  return true;
}

/* Moves *at to the value of the first member of a JSON document. */
static bool take_front(const char **at, const char *end) {
  return take(at, end, "{") && take(at, end, "\"version\"") && take(at, end, ":");
}

static bool begins(const char *first, size_t n) { return take_front(&first, first + n); }

static bool check_version(const ResultsJsonRows *rows, GError **error) {
  const char *at = rows->text;
  if (!take_front(&at, at + rows->n)) return results_json_rows_fail_form(rows, error);
  char *end;
  const guint64 version = g_ascii_strtoull(at, &end, 10);
  if (end == at || version == 0) return results_json_rows_fail_form(rows, error);
  if (version == rows->kind->version) return true;
  g_autofree char *why = g_strdup_printf(
      version < rows->kind->version ? "an older memspy wrote it, without a seal (version %" G_GUINT64_FORMAT
                                      "): make it again with %s"
                                    : "a newer memspy wrote it (version %" G_GUINT64_FORMAT "), as %s of that one does",
      version, rows->kind->writer);
  return results_json_rows_fail(rows, why, error);
}

/* Opens the text of a document as a table of SQLite, if its seal is correct. */
static bool open_text(ResultsJsonRows *rows, GError **error) {
  if (!check_version(rows, error)) return false;
  const UiJsonSealing sealing = ui_json_seal_check(rows->text, rows->n);
  if (sealing == UI_JSON_UNSEALED)
    return results_json_rows_fail(rows, "the file is cut short or was altered: it does not end with its seal", error);
  if (sealing == UI_JSON_ALTERED) return results_json_rows_fail(rows, "the seal is wrong: the file was altered", error);
  if (!g_utf8_validate_len(rows->text, rows->n, NULL)) return results_json_rows_fail_form(rows, error);
  return sqlite3_open(":memory:", &rows->db.handle) == SQLITE_OK || db_fail(&rows->db, error);
}

bool results_json_rows_open(ResultsJsonRows *rows, const char *path, const ResultsJsonKind *kind, GError **error) {
  *rows = (ResultsJsonRows){.db.path = ui_text_escaped(path), .kind = kind};
  g_autofree char *wrong = g_strdup_printf("it is no file that %s writes", kind->writer);
  const UiInputKind input = {begins, wrong, FILE_MOST};
  rows->text = ui_input_read(path, &input, &rows->n, error);
  return rows->text != NULL && open_text(rows, error);
}

bool results_json_rows_of(ResultsJsonRows *rows, const char *name, const char *text, gsize n,
                          const ResultsJsonKind *kind, GError **error) {
  *rows = (ResultsJsonRows){.db.path = ui_text_escaped(name), .kind = kind};
  rows->text = g_strndup(text, n);
  rows->n = strlen(rows->text);
  return open_text(rows, error);
}

void results_json_rows_close(ResultsJsonRows *rows) {
  sqlite3_close(rows->db.handle);
  g_free(rows->db.path);
  g_free(rows->text);
}

bool results_json_rows_fail(const ResultsJsonRows *rows, const char *why, GError **error) {
  return ui_fail(error, DB_ERROR, 0, "%s: %s", rows->db.path, why);
}

bool results_json_rows_fail_form(const ResultsJsonRows *rows, GError **error) {
  g_autofree char *why = g_strdup_printf("it is no file that %s writes", rows->kind->writer);
  return results_json_rows_fail(rows, why, error);
}

bool results_json_rows_each(const ResultsJsonRows *rows, const char *sql, ResultsTakeRow *take, void *closure,
                            GError **error) {
  GError *wrong = NULL;
  g_autoptr(sqlite3_stmt) statement = db_prepare(&rows->db, sql, error);
  if (statement == NULL) return false;
  sqlite3_bind_text(statement, 1, rows->text, -1, SQLITE_STATIC);
  bool good = true;
  while (good && db_next(&rows->db, statement, &wrong)) good = take(closure, statement);
  if (wrong != NULL) {
    g_propagate_error(error, wrong);
    return false;
  }
  return good || results_json_rows_fail_form(rows, error);
}

bool results_json_rows_number(sqlite3_stmt *row, int column, uint64_t most, uint64_t *number) {
  const sqlite3_int64 value = sqlite3_column_int64(row, column);
  *number = (uint64_t)value;
  return sqlite3_column_type(row, column) == SQLITE_INTEGER && value >= 0 && *number <= most;
}
