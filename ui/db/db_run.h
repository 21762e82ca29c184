/* SPDX-License-Identifier: GPL-2.0-or-later
 * db_run.h: the runs in a database: add, list, open, remove.
 *
 * Labels are unique, not empty, at most DB_LABEL_LONGEST bytes of UTF-8, without control characters. */
#pragma once

#include <stdint.h>

#include "ui/db/db.h"

enum { DB_LABEL_LONGEST = 200 };

typedef struct {
  char *name;
  uint64_t value;
} DbTotal;

typedef struct {
  int64_t id;
  char *label;            /* not escaped, as all strings here */
  int64_t added, started; /* seconds since 1970 */
  char *program;
  char *arguments;    /* quoted as for a shell; "" if there are none */
  char *machine;      /* preset; "" if the profile does not name one */
  char *seal;         /* hash of the row, its totals and options (db_seal.h) */
  int64_t bytes;      /* size of the profile */
  GArray *totals;     /* DbTotal */
  GPtrArray *options; /* alternately names and values */
} DbRun;

/* Selects and sorts runs. */
typedef struct {
  const char *label, *program, *machine; /* patterns with * and ?; NULL: any. A program matches by path or name */
  int64_t since, until;                  /* bounds of `started`, in seconds; INT64_MIN, INT64_MAX: none */
  const char *sort;                      /* a key of db_run_sort_key(); NULL: added */
  bool reverse;
  int64_t most; /* number of runs; -1: all */
} DbQuery;

/* Adds the profile in file `path` under `label`, or, if NULL, under the profile's own label or the name of its
 * program, followed by a number if needed. An existing run of `label` is an error, or is replaced with `replace`.
 * Returns the label, owned by the caller, or NULL and sets *error. */
char *db_run_add(const Db *db, const char *path, const char *label, bool replace, GError **error);

/* Returns the runs of a query, as DbRun *; owned by the caller (g_ptr_array_unref()). NULL and *error on failure. */
GPtrArray *db_run_list(const Db *db, const DbQuery *query, GError **error);

/* Returns the value of a total; 0 if the run has none of that name. */
uint64_t db_run_total(const DbRun *run, const char *name);

/* Returns whether the run's totals are estimates, because the tool simulated samples of it. */
bool db_run_is_sampled(const DbRun *run);

/* Returns the name of sort key number `index`, from 0, and its meaning; NULL after the last. */
const char *db_run_sort_key(unsigned index, const char **summary);

/* Writes the profile of the run of that label to an unnamed file. Returns a descriptor at its start, for the caller
 * to close, or -1 and sets *error; an unknown label is reported with the nearest one. */
int db_run_open(const Db *db, const char *label, GError **error);

/* Removes the run of that label. Returns false and sets *error on failure or if there is none. */
bool db_run_remove(const Db *db, const char *label, GError **error);
