/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_compare.h: measures the accuracy of attributed samples: compares their shares of variables with an exact profile.
 *
 * The rule of ui_variables.h decides which variables are the same. A variable that the exact profile lacks by this
 * rule is looked up by other evidence (UiCompareWhy), which must lead to exactly one variable, or to data that is no
 * variable in the exact profile. If the exact profile does not separate stack variables, those of a function are
 * joined. */
#pragma once

#include "ui/attribute/ui_variables.h"
#include "ui/model/ui_metric.h"
#include "ui/uses/ui_uses.h"

/* A profile of a comparison. */
typedef struct {
  const char *title;
  const UiProfile *profile;
  const UiNames *names;
} UiCompareSide;

enum { UI_COMPARE_EXACT, UI_COMPARE_FIRST /* of the others */ };

/* A variable, with its figures by side. */
typedef struct {
  guint32 variable;
  const double *shares; /* shares of all misses of the side */
  const guint *ranks;   /* from 1; equal for equal shares; 0: the side has no misses on it */
} UiCompareRow;

/* The evidence that a variable is one of the exact side with another name. The first one that applies is used. */
typedef enum {
  UI_COMPARE_BY_LINE,       /* heap: only the exact variable's call path contains the line of its allocation */
  UI_COMPARE_BY_REFERENCES, /* heap: most references of the exact run through its pointer went to the exact variable */
  UI_COMPARE_BY_HOLDER,     /* heap: the tool saw the exact variable's address in its pointer */
  UI_COMPARE_BY_ASSIGNMENT, /* heap: the code copies its pointer to or from a holder of the exact variable */
  UI_COMPARE_BY_COPIES,     /* heap: a chain of copies leads from a holder of the exact variable to its pointer */
  UI_COMPARE_BY_NAME,       /* stack: only the exact variable has its name; its function can be inlined */
  UI_COMPARE_WHYS
} UiCompareWhy;

typedef struct {
  guint side;
  guint32 variable, exact; /* the variable of the side, and that of the exact side; UI_VARIABLE_NONE: no variable */
  UiCompareWhy why;
  const char *by; /* the line, pointer, holder or name that is the evidence */
  double share;   /* share of all misses of the side */
} UiCompareJoin;

/* The distance of a side from the exact one. */
typedef struct {
  const char *title, *method; /* method: "" for the exact side */
  double misses;              /* number of all misses */
  double unknown;             /* share of unknown data */
  double spearman, kendall;   /* correlations of the ranks of the first `top` variables; NAN: undefined */
  double distance;            /* total variation distance of all shares, from 0 (equal) to 1 */
} UiCompareColumn;

typedef struct {
  UiMetric metric;    /* metric of the exact side */
  guint top;          /* number of ranked rows, those with most misses of the exact side */
  GArray *rows;       /* UiCompareRow: known variables of all sides, by misses of the exact side, most first */
  GArray *columns;    /* UiCompareColumn, by side */
  GArray *joins;      /* UiCompareJoin, by side, then largest share first */
  bool folded_stacks; /* the variables of a function's stack frame are joined */
  UiVariables *variables;
  GPtrArray *store; /* memory to which the rows point */
} UiCompare;

/* Compares sides 1 .. n - 1 with side 0. They must outlive the result. uses, code: as for ui_attribute(), of the
 * program of side 0; unused if that profile has no single instructions. Free the result with ui_compare_free(). */
UiCompare *ui_compare_new(const UiCompareSide *sides, guint n, UiMetric metric, guint top, UiUses *uses, UiUses *code);
void ui_compare_free(UiCompare *compare);

/* Spearman's rank correlation of n pairs, and Kendall's tau-b. Equal values have the mean of their ranks. NAN: fewer than
 * two pairs, or all values of one side are equal. */
double ui_compare_spearman(const double *a, const double *b, guint n);
double ui_compare_kendall(const double *a, const double *b, guint n);
