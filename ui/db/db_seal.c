/* SPDX-License-Identifier: GPL-2.0-or-later
 * db_seal.c: computes the seals of runs. The checksum is computed as in profiles, over all values as text. Each value
 * is followed by a zero byte, and each row by another zero byte. */
#include "ui/db/db_seal.h"

#include <stdio.h>
#include <string.h>

#include "bins/bin_format.h"

enum { PARTS = sizeof(((DbSealer *)NULL)->parts) / sizeof(sqlite3_stmt *) };

static const char *const queries[PARTS] = {
    "SELECT label, added, started, program, arguments, machine, bytes FROM run WHERE id = ?",
    "SELECT name, value FROM total WHERE run = ? ORDER BY name",
    "SELECT name, value FROM option WHERE run = ? ORDER BY id"};

bool db_seal_start(DbSealer *sealer, sqlite3 *handle) {
  bool good = true;
  memset(sealer, 0, sizeof *sealer);
  for (unsigned i = 0; i < PARTS && good; i++)
    good = sqlite3_prepare_v2(handle, queries[i], -1, &sealer->parts[i], NULL) == SQLITE_OK;
  return good;
}

void db_seal_end(DbSealer *sealer) {
  for (unsigned i = 0; i < PARTS; i++) sqlite3_finalize(sealer->parts[i]);
}

static bool add_rows(sqlite3_stmt *part, int64_t run, uint64_t *hash) {
  int status;
  sqlite3_reset(part);
  sqlite3_bind_int64(part, 1, run);
  while ((status = sqlite3_step(part)) == SQLITE_ROW) {
    for (int column = 0; column < sqlite3_column_count(part); column++) {
      const char *text = (const char *)sqlite3_column_text(part, column);
      if (text != NULL) *hash = bin_format_hash(*hash, text, (size_t)sqlite3_column_bytes(part, column));
      *hash = bin_format_hash(*hash, "", 1);
    }
    *hash = bin_format_hash(*hash, "", 1);
  }
  sqlite3_reset(part);
  return status == SQLITE_DONE;
}

bool db_seal_of(const DbSealer *sealer, int64_t run, char digits[DB_SEAL_DIGITS + 1]) {
  uint64_t hash = BIN_FORMAT_HASH;
  for (unsigned i = 0; i < PARTS; i++)
    if (!add_rows(sealer->parts[i], run, &hash)) return false;
  snprintf(digits, DB_SEAL_DIGITS + 1, "%016llx", (unsigned long long)hash);
  return true;
}

bool db_seal_put(const DbSealer *sealer, sqlite3 *handle, int64_t run) {
  char digits[DB_SEAL_DIGITS + 1];
  sqlite3_stmt *update = NULL;
  if (!db_seal_of(sealer, run, digits) ||
      sqlite3_prepare_v2(handle, "UPDATE run SET seal = ? WHERE id = ?", -1, &update, NULL) != SQLITE_OK)
    return false;
  sqlite3_bind_text(update, 1, digits, -1, SQLITE_TRANSIENT);
  sqlite3_bind_int64(update, 2, run);
  const bool good = sqlite3_step(update) == SQLITE_DONE;
  sqlite3_finalize(update);
  return good;
}

bool db_seal_all(sqlite3 *handle) {
  DbSealer sealer;
  sqlite3_stmt *runs = NULL;
  int status = SQLITE_ERROR;
  bool good = db_seal_start(&sealer, handle) &&
              sqlite3_prepare_v2(handle, "SELECT id FROM run ORDER BY id", -1, &runs, NULL) == SQLITE_OK;
  int64_t last = INT64_MIN;
  while (good && (status = sqlite3_step(runs)) == SQLITE_ROW) {
    const int64_t run = sqlite3_column_int64(runs, 0);
    good = run > last && db_seal_put(&sealer, handle, run); /* a damaged table can have a circle of pages */
    last = run;
  }
  sqlite3_finalize(runs);
  db_seal_end(&sealer);
  return good && status == SQLITE_DONE;
}
