/* SPDX-License-Identifier: GPL-2.0-or-later
 * db_seal.h: the seals of a database's runs: a checksum of all stored values except the profile, which contains its
 * own. */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

enum { DB_SEAL_DIGITS = 16 };

/* The prepared statements that compute seals. */
typedef struct {
  sqlite3_stmt *parts[3];
} DbSealer;

/* Prepares a sealer for a database. Returns false if SQLite has an error. The caller calls db_seal_end() in the end,
 * also after a failure. */
bool db_seal_start(DbSealer *sealer, sqlite3 *handle);
void db_seal_end(DbSealer *sealer);

/* Computes the seal of run `run`: 16 lower-case hexadecimal digits and a zero byte. Returns false if SQLite has an
 * error. */
bool db_seal_of(const DbSealer *sealer, int64_t run, char digits[DB_SEAL_DIGITS + 1]);

/* Seals run `run`. Returns false if SQLite has an error. */
bool db_seal_put(const DbSealer *sealer, sqlite3 *handle, int64_t run);

/* Seals all runs. Returns false if SQLite has an error. */
bool db_seal_all(sqlite3 *handle);
