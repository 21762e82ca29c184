/* ui_compare.h: how good attributed samples are: their shares of variables beside those of an exact profile.
 *
 * Variables are the same by the rule of ui_variables.h. What it does not find in the exact profile is looked up once
 * more: heap data by the line that allocated them, if it is in the call path of one variable only; a stack variable by
 * its name alone, if one only has it (a function may be inlined). Where the exact profile does not tell the variables
 * of a stack frame apart, those of a function are one.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ATTRIBUTE_COMPARE_H
#define UI_ATTRIBUTE_COMPARE_H

#include "ui/attribute/ui_variables.h"
#include "ui/model/ui_metric.h"

/* A profile that is compared. */
typedef struct {
  const char *title;
  const UiProfile *profile;
  const UiNames *names;
} UiCompareSide;

enum { UI_COMPARE_EXACT, UI_COMPARE_FIRST /* of the others */ };

/* What the sides have of a variable, by side. */
typedef struct {
  guint32 variable;
  const double *shares; /* of all misses of the side */
  const guint *ranks;   /* from 1; the same for the same share. 0: the side has nothing of it */
} UiCompareRow;

/* How far a side is from the exact one. */
typedef struct {
  const char *title, *method; /* method: "" of the exact side */
  double misses;              /* in all */
  double unknown;             /* share of data that are not known */
  double spearman, kendall;   /* of the ranks of the first `top` variables; NAN: of fewer than two, or all alike */
  double distance;            /* total variation distance of all shares: 0, the same, to 1 */
} UiCompareColumn;

typedef struct {
  UiMetric metric;    /* of the exact side */
  guint top;          /* how many of the rows are ranked: of at most so many, what the exact side has most of */
  GArray *rows;       /* UiCompareRow: what any side has, the most by the exact side first; not what is not known */
  GArray *columns;    /* UiCompareColumn, by side */
  bool folded_stacks; /* the variables of a function's stack frame are one */
  UiVariables *variables;
  GPtrArray *store; /* what the rows point to */
} UiCompare;

/* Compares sides 1 .. n - 1 with side 0. They must outlive it. Free it with ui_compare_free(). */
UiCompare *ui_compare_new(const UiCompareSide *sides, guint n, UiMetric metric, guint top);
void ui_compare_free(UiCompare *compare);

/* Spearman's rank correlation of n pairs, and Kendall's tau-b. What is alike has the mean of its ranks. NAN: fewer than
 * two, or all of one side alike. */
double ui_compare_spearman(const double *a, const double *b, guint n);
double ui_compare_kendall(const double *a, const double *b, guint n);

#endif
