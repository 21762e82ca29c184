/* SPDX-License-Identifier: GPL-2.0-or-later
 * db_seal.h: the seals of the runs in a database. A seal is a checksum of all stored values of a run except the
 * profile, which contains its own checksum. */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

enum { DB_SEAL_DIGITS = 16 };

/* Prepared statements that compute the seals of runs. */
typedef struct {
  sqlite3_stmt *parts[3];
} DbSealer;

/* Prepares a sealer for a database. Returns false if SQLite reports an error. The caller must call db_seal_end() at the
 * end, even after a failure. */
bool db_seal_start(DbSealer *sealer, sqlite3 *handle);
void db_seal_end(DbSealer *sealer);

/* Computes the seal of run number `run`, as 16 lower-case hexadecimal digits and a zero byte. Returns false if SQLite
 * reports an error. */
bool db_seal_of(const DbSealer *sealer, int64_t run, char digits[DB_SEAL_DIGITS + 1]);

/* Computes and stores the seal of run number `run`. Returns false if SQLite reports an error. */
bool db_seal_put(const DbSealer *sealer, sqlite3 *handle, int64_t run);

/* Computes and stores the seals of all runs. Returns false if SQLite reports an error. */
bool db_seal_all(sqlite3 *handle);
