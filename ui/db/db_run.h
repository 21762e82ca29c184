/* SPDX-License-Identifier: GPL-2.0-or-later
 * db_run.h: adds runs to a database, and lists, opens and removes them.
 *
 * A label is unique in the database. It is a text of 1 to DB_LABEL_LONGEST bytes in UTF-8, without control
 * characters. */
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
  char *label;            /* label of the run; like the other texts, it is not escaped for printing */
  int64_t added, started; /* times of addition and of the run's start, in seconds since 1970 */
  char *program;
  char *arguments;    /* arguments of the program, quoted as for a shell; "" if there are none */
  char *machine;      /* preset of the simulated machine; "" if the profile does not name one */
  char *seal;         /* checksum of the row, and of the totals and options of the run (db_seal.h) */
  int64_t bytes;      /* size of the profile in bytes */
  GArray *totals;     /* DbTotal: totals of the run */
  GPtrArray *options; /* char *: names and values of the options, alternately */
} DbRun;

/* The selection and the order of runs in a list. */
typedef struct {
  const char *label, *program, *machine; /* patterns with * and ?; NULL: any text matches. The pattern for the program
                                            must match its path or its name */
  int64_t since, until;                  /* bounds for the start of the run, in seconds since 1970; INT64_MIN and
                                            INT64_MAX: no bounds */
  const char *sort;                      /* sort key, one of db_run_sort_key(); NULL: by the time of addition */
  bool reverse;
  int64_t most; /* maximum number of runs; -1: no limit */
} DbQuery;

/* Adds the profile in the file `path` under the label `label`. If `label` is NULL, uses the profile's own label, or
 * else the name of the program, followed by a number if necessary. If a run already has the label, replaces it if
 * `replace` is set; otherwise this is an error. Returns the label, which the caller owns. Returns NULL and sets *error
 * on failure. */
char *db_run_add(const Db *db, const char *path, const char *label, bool replace, GError **error);

/* Returns the runs that a query selects, as an array of DbRun *. The caller frees the array with g_ptr_array_unref().
 * Returns NULL and sets *error on failure. */
GPtrArray *db_run_list(const Db *db, const DbQuery *query, GError **error);

/* Returns the value of the run's total called `name`; 0 if the run has no such total. */
uint64_t db_run_total(const DbRun *run, const char *name);

/* Returns whether the totals of the run are estimates, because the tool simulated only samples of the run. */
bool db_run_is_sampled(const DbRun *run);

/* Returns the name of sort key number `index`, from 0, and sets *summary to the description of its order. Returns NULL
 * after the last key. */
const char *db_run_sort_key(unsigned index, const char **summary);

/* Decompresses the profile of the run with this label to an unnamed file. Returns the file's descriptor, at the start
 * of the file; the caller closes it. Returns -1 and sets *error on failure. If the label is unknown, the message
 * contains the most similar label. */
int db_run_open(const Db *db, const char *label, GError **error);

/* Removes the run with this label from the database. Returns false and sets *error on failure, or if there is no such
 * run. */
bool db_run_remove(const Db *db, const char *label, GError **error);
