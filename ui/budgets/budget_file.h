/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_file.h: reads a budget file. Each line is a limit for an amount of a run. docs/check.md describes the
 * language, and budget_words.def lists the words of the language. */
#pragma once

#include "ui/budgets/budget_scan.h"
#include "ui/view/view_labels.h"

/* The code, the data or the stages to which a budget applies. */
typedef struct {
  char *name; /* selector of items (view_select.h), or pattern of stages (view_stages_select()), in UTF-8; NULL: all
                       items */
  bool may_be_none; /* whether the selector is allowed to match no items */
} BudgetNames;

typedef struct {
  unsigned line; /* number of the line in the file, from 1 */
  char *name;    /* name of the budget; NULL: it has none */
  char *text;    /* source text without the name and comments. Neither the text nor the name contains control
                    characters */
  BudgetAmount amount;
  bool share;                   /* whether the amount is a percentage of the total */
  const BudgetWord *cause;      /* cause of the misses or stall that the budget limits; NULL: all causes */
  BudgetNames names[VIEW_AXES]; /* the code and the data to which the budget applies, by ViewAxisKind */
  BudgetNames stage;            /* the stages during which the budget applies */
  BudgetRelation relation;
  bool of_baseline;    /* whether the limit depends on the baseline's value */
  char sign;           /* if `of_baseline`: the limit is the baseline's value plus ('+') or minus ('-') `number`; 0:
                          exactly the baseline's value */
  BudgetNumber number; /* without `of_baseline`, the limit itself */
} Budget;

typedef struct {
  char *path;
  char *baseline;     /* the run that the file specifies as the baseline; NULL: none */
  GPtrArray *budgets; /* Budget *: the budgets of the file, at least one */
} BudgetFile;

/* Reads a budget file. If the file cannot be read or a line is invalid, returns NULL and sets *error. The message
 * begins with the path and the line. The caller frees the file with budget_file_free(). */
BudgetFile *budget_file_load(const char *path, GError **error);

/* As budget_file_load(), but parses `length` bytes of text in memory. `path` is used for messages. */
BudgetFile *budget_file_parse(const char *path, const char *text, gsize length, GError **error);

/* Frees a budget file, or does nothing if it is NULL. */
void budget_file_free(BudgetFile *file);

/* Returns the first budget that depends on a baseline; NULL: none does. */
const Budget *budget_file_of_baseline(const BudgetFile *file);

/* Returns whether the amount of the budget is a percentage. */
bool budget_is_percent(const Budget *budget);
