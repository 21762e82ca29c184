/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_file.h: a budget file: one limit for a run per line. docs/check.md describes the language,
 * budget_words.def lists its words. */
#pragma once

#include "ui/budgets/budget_scan.h"
#include "ui/view/view_labels.h"

/* The part of a budget for one axis of the matrix. */
typedef struct {
  char *name;       /* a selector (view_select.h), in UTF-8; NULL: all items */
  bool may_be_none; /* a selector without matching items is allowed */
} BudgetNames;

typedef struct {
  unsigned line; /* line number in the file, from 1 */
  char *name;    /* NULL: no name */
  char *text;    /* source text without name and comments. Neither this nor the name has control characters */
  BudgetAmount amount;
  bool share;                   /* the amount is a percentage of the total */
  const BudgetWord *cause;      /* NULL: all causes */
  BudgetNames names[VIEW_AXES]; /* by ViewAxisKind */
  BudgetRelation relation;
  bool of_baseline;    /* the limit is the baseline's value, */
  char sign;           /* plus ('+') or minus ('-') the number; 0: without the number; */
  BudgetNumber number; /* else the limit is the number */
} Budget;

typedef struct {
  char *path;
  char *baseline;     /* the run that the file names as `baseline`; NULL: none */
  GPtrArray *budgets; /* Budget *: at least one */
} BudgetFile;

/* Reads a budget file. Returns NULL and sets *error, whose message begins with file and line, if the file cannot be
 * read or a line is invalid. The caller frees the file with budget_file_free(). */
BudgetFile *budget_file_load(const char *path, GError **error);

/* As budget_file_load(), for `length` bytes in memory. */
BudgetFile *budget_file_parse(const char *path, const char *text, gsize length, GError **error);

/* Frees a file; NULL is allowed. */
void budget_file_free(BudgetFile *file);

/* Returns the first budget that compares with a baseline; NULL: none. */
const Budget *budget_file_of_baseline(const BudgetFile *file);

/* Returns whether the amount is a percentage. */
bool budget_is_percent(const Budget *budget);
