/* SPDX-License-Identifier: GPL-2.0-or-later
 * db_run.h: adds runs to a database, and lists, opens and removes them.
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
  char *label;            /* not escaped, as the other texts */
  int64_t added, started; /* times in seconds since 1970 */
  char *program;
  char *arguments;    /* arguments, quoted as for a shell; "" if there are none */
  char *machine;      /* machine preset; "" if the profile does not name one */
  char *seal;         /* hash of the row, and of the run's totals and options (db_seal.h) */
  int64_t bytes;      /* size of the profile */
  GArray *totals;     /* array of DbTotal */
  GPtrArray *options; /* names and values, alternately */
} DbRun;

/* Selects and sorts runs. */
typedef struct {
  const char *label, *program, *machine; /* patterns with * and ?; NULL: any text matches. A program matches by its path
                                            or by its name */
  int64_t since, until;                  /* bounds of `started`, in seconds; INT64_MIN and INT64_MAX: no bounds */
  const char *sort;                      /* a key of db_run_sort_key(); NULL: by the time of addition */
  bool reverse;
  int64_t most; /* maximum number of runs; -1: no limit */
} DbQuery;

/* Adds the profile in file `path` under the label `label`. If this is NULL, the label is that of the profile, or the
 * name of its program, followed by a number if necessary. If a run already has the label `label`, it is replaced if
 * `replace` is set; otherwise this is an error. Returns the label, owned by the caller, or NULL and sets *error. */
char *db_run_add(const Db *db, const char *path, const char *label, bool replace, GError **error);

/* Returns the runs that a query selects, as an array of DbRun *; owned by the caller (g_ptr_array_unref()). Returns
 * NULL and sets *error on failure. */
GPtrArray *db_run_list(const Db *db, const DbQuery *query, GError **error);

/* Returns the value of the total with a name; 0 if the run has no such total. */
uint64_t db_run_total(const DbRun *run, const char *name);

/* Returns whether the run's totals are estimates, because the tool simulated only samples of the run. */
bool db_run_is_sampled(const DbRun *run);

/* Returns the name of sort key number `index`, from 0, and sets *summary to its meaning. Returns NULL after the last
 * key. */
const char *db_run_sort_key(unsigned index, const char **summary);

/* Writes the profile of the run with this label to an unnamed file. Returns a descriptor at its start, for the caller
 * to close, or -1 and sets *error; an unknown label is reported with the nearest one. */
int db_run_open(const Db *db, const char *label, GError **error);

/* Removes the run with this label. Returns false and sets *error on failure, or if there is none. */
bool db_run_remove(const Db *db, const char *label, GError **error);
