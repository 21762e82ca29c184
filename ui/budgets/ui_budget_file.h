/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_budget_file.h: a file of budgets: what a run may take, a line each. docs/check.md describes the language, and
 * ui_budget_words.def has its words. */
#pragma once

#include "ui/budgets/ui_budget_scan.h"
#include "ui/model/ui_labels.h"

/* What is on one axis of the matrix. */
typedef struct {
  char *name;       /* a selector (ui_select.h), in UTF-8; NULL: everything */
  bool may_be_none; /* it may name nothing */
} UiBudgetNames;

typedef struct {
  unsigned line; /* in the file, from 1 */
  char *name;    /* NULL: it has none */
  char *text;    /* as it is written, without the name and comments; neither it nor the name has control characters */
  UiAmount amount;
  bool share;                   /* the percentage that it is of the total */
  const UiBudgetWord *cause;    /* NULL: any */
  UiBudgetNames names[UI_AXES]; /* by UiAxisKind */
  UiRelation relation;
  bool of_baseline;      /* the limit is the baseline's value, */
  char sign;             /* and '+' or '-' the number; 0: just that; */
  UiBudgetNumber number; /* else it is the number */
} UiBudget;

typedef struct {
  char *path;
  char *baseline;     /* the run that `baseline` means, as the file says; NULL: it does not */
  GPtrArray *budgets; /* UiBudget *: at least one */
} UiBudgetFile;

/* Reads a file of budgets. Returns NULL and sets *error, which begins with file and line, when it cannot be read or a
 * line is wrong. The caller frees the file with ui_budget_file_free(). */
UiBudgetFile *ui_budget_file_load(const char *path, GError **error);

/* The same of `length` bytes in memory. */
UiBudgetFile *ui_budget_file_parse(const char *path, const char *text, gsize length, GError **error);

/* Frees a file; NULL is allowed. */
void ui_budget_file_free(UiBudgetFile *file);

/* The first budget that compares with a baseline; NULL: none does. */
const UiBudget *ui_budget_file_of_baseline(const UiBudgetFile *file);

/* Is the amount a percentage? */
bool ui_budget_is_percent(const UiBudget *budget);
