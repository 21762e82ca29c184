/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_db_run.h: the runs in a database: adding, finding, taking out, removing.
 *
 * Labels are unique, not empty, at most UI_DB_LABEL_LONGEST bytes of UTF-8, without control characters. */
#ifndef UI_UI_DB_RUN_H
#define UI_UI_DB_RUN_H

#include <stdint.h>

#include "ui/runs/ui_db.h"

enum { UI_DB_LABEL_LONGEST = 200 };

typedef struct {
  char *name;
  uint64_t value;
} UiDbTotal;

typedef struct {
  int64_t id;
  char *label;            /* raw, as all strings here: not yet fit to print */
  int64_t added, started; /* seconds since 1970 */
  char *program;
  char *arguments;    /* quoted as for a shell; "" when there are none */
  char *machine;      /* preset; "" when the profile does not tell */
  char *seal;         /* of the row, its totals and options (ui_db_seal.h) */
  int64_t bytes;      /* of the profile */
  GArray *totals;     /* UiDbTotal */
  GPtrArray *options; /* names and values by turns */
} UiDbRun;

/* Which runs, and in which order. */
typedef struct {
  const char *label, *program, *machine; /* patterns with * and ?; NULL: any. A program is also what its path ends in */
  int64_t since, until;                  /* bounds of `started`, in seconds; INT64_MIN, INT64_MAX: none */
  const char *sort;                      /* a key that ui_db_run_sort_key() tells; NULL: added */
  bool reverse;
  int64_t most; /* at most so many; -1: all */
} UiDbQuery;

/* Puts the profile in file `path` into the database, under `label`, or, if that is NULL, under the profile's own label
 * or the name of its program, with a number behind if need be. A run of that very label is an error, unless `replace`:
 * then it is replaced. Returns the label, owned by the caller, or NULL and sets *error. */
char *ui_db_run_add(const UiDb *db, const char *path, const char *label, bool replace, GError **error);

/* The runs that a query asks for, as UiDbRun *; owned by the caller (g_ptr_array_unref()). NULL and *error set on
 * failure. */
GPtrArray *ui_db_run_list(const UiDb *db, const UiDbQuery *query, GError **error);

/* Value of a total; 0 when the run has none of that name. */
uint64_t ui_db_run_total(const UiDbRun *run, const char *name);

/* Are the run's totals estimates, since the tool simulated samples of it? */
bool ui_db_run_is_sampled(const UiDbRun *run);

/* Name of sort key number `index`, from 0, and what it sorts by; NULL behind the last. */
const char *ui_db_run_sort_key(unsigned index, const char **summary);

/* Takes the profile of the run of that label out, into a file without a name. Returns a descriptor at its start, for
 * the caller to close, or -1 and sets *error; it names the nearest label when there is no such run. */
int ui_db_run_open(const UiDb *db, const char *label, GError **error);

/* Removes the run of that label. Returns false and sets *error when it cannot be done or there is none. */
bool ui_db_run_remove(const UiDb *db, const char *label, GError **error);

#endif
