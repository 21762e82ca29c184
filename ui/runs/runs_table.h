/* SPDX-License-Identifier: GPL-2.0-or-later
 * runs_table.h: several runs side by side: a table with a column for each run. Its rows are totals of the run, data,
 * functions and stages. */
#pragma once

#include "ui/view/view.h"

enum { RUNS_MOST = 16 }; /* maximum number of runs */

/* A run. Its view must have unique names, and outlive the table. */
typedef struct {
  const char *label; /* title of its column; not escaped for printing */
  const View *view;
} RunsRun;

/* A row, with a value for each run. */
typedef struct {
  char *name; /* escaped for printing */
  uint64_t *values;
} RunsRow;

/* The groups of rows, in the order of the table. */
typedef enum { RUNS_TOTALS, RUNS_DATA, RUNS_CODE, RUNS_STAGES, RUNS_GROUPS } RunsGroup;

typedef struct {
  const RunsRun *runs;
  unsigned n;
  ViewMetric metric;            /* the metric of RUNS_DATA and RUNS_CODE */
  GPtrArray *rows[RUNS_GROUPS]; /* RunsRow *; data and code by their greatest value, greatest first; stages in the order
                                   of the runs */
  unsigned n_stages;            /* number of stages, including those without a row */
} RunsTable;

/* Makes the table of n runs, at least 1 and at most RUNS_MOST. Data and functions of different runs are one row if they
 * have the same name. Data and functions after the first `most` are summed up in a row "(others)". Times of stages can
 * contain each other, so they are not summed up: only the `most` stages with the greatest values have a row. The runs
 * must outlive the table. The caller frees it with runs_table_free(). */
RunsTable *runs_table_new(const RunsRun *runs, unsigned n, ViewMetric metric, uint32_t most);
void runs_table_free(RunsTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(RunsTable, runs_table_free)

/* Returns the heading of a group, such as "Memory Stall Time by data" or "Cycles by stage (12 of 40 stages)". The
 * caller owns it. */
char *runs_table_title(const RunsTable *table, RunsGroup group);

/* Returns whether the runs had different simulated machines, so that their counts are difficult to compare. */
bool runs_table_machines_differ(const RunsTable *table);

/* Returns the greatest number of busy cycles of a processor of the run, divided by the mean of the processors on which
 * threads ran. 1: all did the same work. */
double runs_table_imbalance(const Profile *profile);
