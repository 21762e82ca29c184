/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_budget_file.h: a budget file: one limit for a run per line. docs/check.md describes the language,
 * ui_budget_words.def lists its words. */
#pragma once

#include "ui/budgets/ui_budget_scan.h"
#include "ui/model/ui_labels.h"

/* The part of a budget for one axis of the matrix. */
typedef struct {
  char *name;       /* a selector (ui_select.h), in UTF-8; NULL: all items */
  bool may_be_none; /* a selector without matching items is allowed */
} UiBudgetNames;

typedef struct {
  unsigned line; /* line number in the file, from 1 */
  char *name;    /* NULL: no name */
  char *text;    /* source text without name and comments. Neither this nor the name has control characters */
  UiAmount amount;
  bool share;                   /* the amount is a percentage of the total */
  const UiBudgetWord *cause;    /* NULL: all causes */
  UiBudgetNames names[UI_AXES]; /* by UiAxisKind */
  UiRelation relation;
  bool of_baseline;      /* the limit is the baseline's value, */
  char sign;             /* plus ('+') or minus ('-') the number; 0: without the number; */
  UiBudgetNumber number; /* else the limit is the number */
} UiBudget;

typedef struct {
  char *path;
  char *baseline;     /* the run that the file names as `baseline`; NULL: none */
  GPtrArray *budgets; /* UiBudget *: at least one */
} UiBudgetFile;

/* Reads a budget file. Returns NULL and sets *error, whose message begins with file and line, if the file cannot be
 * read or a line is invalid. The caller frees the file with ui_budget_file_free(). */
UiBudgetFile *ui_budget_file_load(const char *path, GError **error);

/* As ui_budget_file_load(), for `length` bytes in memory. */
UiBudgetFile *ui_budget_file_parse(const char *path, const char *text, gsize length, GError **error);

/* Frees a file; NULL is allowed. */
void ui_budget_file_free(UiBudgetFile *file);

/* Returns the first budget that compares with a baseline; NULL: none. */
const UiBudget *ui_budget_file_of_baseline(const UiBudgetFile *file);

/* Returns whether the amount is a percentage. */
bool ui_budget_is_percent(const UiBudget *budget);
