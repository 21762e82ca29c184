/* ui_json_rows.c: see ui_json_rows.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/runs/ui_json_rows.h"

#include "ui/base/ui_text.h"

static bool open_memory(UiJsonRows *rows, GError **error) {
  return sqlite3_open(":memory:", &rows->db.handle) == SQLITE_OK || ui_db_fail(&rows->db, error);
}

bool ui_json_rows_open(UiJsonRows *rows, const char *path, const char *writer, GError **error) {
  *rows = (UiJsonRows){.db.path = ui_text_escaped(path), .writer = writer};
  return g_file_get_contents(path, &rows->text, NULL, error) && open_memory(rows, error);
}

bool ui_json_rows_of(UiJsonRows *rows, const char *text, const char *writer, GError **error) {
  *rows = (UiJsonRows){.db.path = g_strdup(writer), .text = g_strdup(text), .writer = writer};
  return open_memory(rows, error);
}

void ui_json_rows_close(UiJsonRows *rows) {
  sqlite3_close(rows->db.handle);
  g_free(rows->db.path);
  g_free(rows->text);
}

bool ui_json_rows_fail(const UiJsonRows *rows, const char *why, GError **error) {
  g_set_error(error, UI_DB_ERROR, 0, "%s: %s", rows->db.path, why);
  return false;
}

bool ui_json_rows_fail_form(const UiJsonRows *rows, GError **error) {
  g_autofree char *why = g_strdup_printf("it is no file that %s writes", rows->writer);
  return ui_json_rows_fail(rows, why, error);
}

bool ui_json_rows_each(const UiJsonRows *rows, const char *sql, UiTakeRow *take, void *closure, GError **error) {
  GError *wrong = NULL;
  sqlite3_stmt *statement = ui_db_prepare(&rows->db, sql, error);
  if (statement == NULL) return false;
  sqlite3_bind_text(statement, 1, rows->text, -1, SQLITE_STATIC);
  bool good = true;
  while (good && ui_db_next(&rows->db, statement, &wrong)) good = take(closure, statement);
  sqlite3_finalize(statement);
  if (wrong != NULL) {
    g_propagate_error(error, wrong);
    return false;
  }
  return good || ui_json_rows_fail_form(rows, error);
}

bool ui_json_rows_number(sqlite3_stmt *row, int column, uint64_t most, uint64_t *number) {
  const sqlite3_int64 value = sqlite3_column_int64(row, column);
  *number = (uint64_t)value;
  return sqlite3_column_type(row, column) == SQLITE_INTEGER && value >= 0 && *number <= most;
}
