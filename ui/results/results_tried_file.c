/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/results/results_tried_file.h"

#include <string.h>

#include "ui/results/results_json_rows.h"

static bool take_head(void *closure, sqlite3_stmt *row) {
  AdviceTried *tried = closure;
  uint64_t version;
  return results_json_rows_number(row, 0, RESULTS_TRIED_VERSION, &version) && version == RESULTS_TRIED_VERSION &&
         results_json_rows_number(row, 1, UINT64_MAX, &tried->stall) &&
         results_json_rows_number(row, 2, UINT64_MAX, &tried->misses) &&
         results_json_rows_number(row, 3, UINT64_MAX, &tried->untried);
}

static bool take_change(void *closure, sqlite3_stmt *row) {
  AdviceTried *tried = closure;
  AdviceTriedChange change = {.refused = NULL};
  const bool is_refused = sqlite3_column_type(row, 3) == SQLITE_TEXT;
  for (int column = 0; column < 3; column++)
    if (sqlite3_column_type(row, column) != SQLITE_TEXT) return false;
  if (!is_refused && (!results_json_rows_number(row, 4, UINT64_MAX, &change.stall) ||
                      !results_json_rows_number(row, 5, UINT64_MAX, &change.misses)))
    return false;
  change.changes = g_strdup(db_text(row, 0));
  change.about = g_strdup(db_text(row, 1));
  change.why = g_strdup(db_text(row, 2));
  if (is_refused) change.refused = g_strdup(db_text(row, 3));
  change.findings = g_ptr_array_new_with_free_func(g_free);
  g_array_append_val(tried->changes, change);
  return true;
}

static bool take_finding(void *closure, sqlite3_stmt *row) {
  const AdviceTried *tried = closure;
  uint64_t i;
  for (int column = 1; column < 3; column++)
    if (sqlite3_column_type(row, column) != SQLITE_TEXT) return false;
  if (!results_json_rows_number(row, 0, UINT64_MAX, &i) || i >= tried->changes->len) return false;
  g_ptr_array_add(g_array_index(tried->changes, AdviceTriedChange, i).findings,
                  advice_tried_finding(db_text(row, 1), db_text(row, 2)));
  return true;
}

/* Reads an open document, and closes it. */
static AdviceTried *read_rows(ResultsJsonRows *rows, bool is_open, GError **error) {
  static const char head[] =
      "SELECT json_extract(?1, '$.version'), json_extract(?1, '$.stall_cycles'), json_extract(?1, '$.misses'), "
      "json_extract(?1, '$.untried')";
  static const char changes[] =
      "SELECT (SELECT group_concat(value, ', ') FROM json_each(t.value, '$.changes')), json_extract(t.value, "
      "'$.about'), json_extract(t.value, '$.why'), json_extract(t.value, '$.refused'), json_extract(t.value, "
      "'$.stall_cycles'), json_extract(t.value, '$.misses') FROM json_each(?1, '$.trials') t ORDER BY t.key";
  static const char findings[] =
      "SELECT t.key, json_extract(t.value, '$.rule'), json_extract(t.value, '$.about') FROM json_each(?1, '$.trials') t"
      " WHERE coalesce(json_type(t.value, '$.rule'), '') <> 'null' UNION ALL"
      " SELECT t.key, json_extract(f.value, '$.rule'), json_extract(f.value, '$.about')"
      " FROM json_each(?1, '$.trials') t, json_each(t.value, '$.also') f";
  AdviceTried *tried = advice_tried_new();
  const bool good = is_open && results_json_rows_each(rows, head, take_head, tried, error) &&
                    results_json_rows_each(rows, changes, take_change, tried, error) &&
                    results_json_rows_each(rows, findings, take_finding, tried, error);
  results_json_rows_close(rows);
  if (good) return tried;
  advice_tried_free(tried);
  return NULL;
}

static const ResultsJsonKind kind = {"memspy what-if --try --json", RESULTS_TRIED_VERSION};

AdviceTried *results_tried_load(const char *path, GError **error) {
  ResultsJsonRows rows;
  const bool is_open = results_json_rows_open(&rows, path, &kind, error);
  return read_rows(&rows, is_open, error);
}

AdviceTried *results_tried_read(const char *text, GError **error) {
  ResultsJsonRows rows;
  const bool is_open = results_json_rows_of(&rows, kind.writer, text, strlen(text), &kind, error);
  return read_rows(&rows, is_open, error);
}
