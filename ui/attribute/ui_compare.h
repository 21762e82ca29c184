/* ui_compare.h: how good attributed samples are: their shares of variables beside those of an exact profile.
 *
 * Variables are the same by the rule of ui_variables.h. What it does not find in the exact profile is looked up once
 * more, by what else tells what it is (UiCompareWhy), if that leads to one variable only; to none, if it is data that
 * the exact profile has as no variable. Where the exact profile does not tell the variables of a stack frame apart,
 * those of a function are one.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ATTRIBUTE_COMPARE_H
#define UI_ATTRIBUTE_COMPARE_H

#include "ui/attribute/ui_variables.h"
#include "ui/model/ui_metric.h"
#include "ui/uses/ui_uses.h"

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

/* Why a variable of a side is one of the exact side that has another name. The first that tells is taken. */
typedef enum {
  UI_COMPARE_BY_LINE,       /* heap: the line that allocated it is in the call path of that one only */
  UI_COMPARE_BY_REFERENCES, /* heap: most of the exact run's references by what it was reached by went to that one */
  UI_COMPARE_BY_HOLDER,     /* heap: it was reached by what the tool saw that one's address in */
  UI_COMPARE_BY_ASSIGNMENT, /* heap: the code copies what it was reached by to or from that */
  UI_COMPARE_BY_COPIES,     /* heap: what it was reached by is set from that, from pointer to pointer */
  UI_COMPARE_BY_NAME,       /* stack: that one only has its name; a function may be inlined */
  UI_COMPARE_WHYS
} UiCompareWhy;

typedef struct {
  guint side;
  guint32 variable, exact; /* its own, and the one that it is; UI_VARIABLE_NONE: no variable */
  UiCompareWhy why;
  const char *by; /* the line, what it was reached by or set from, the holder, or the name */
  double share;   /* of all misses of the side */
} UiCompareJoin;

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
  GArray *joins;      /* UiCompareJoin, by side, then the greatest first */
  bool folded_stacks; /* the variables of a function's stack frame are one */
  UiVariables *variables;
  GPtrArray *store; /* what the rows point to */
} UiCompare;

/* Compares sides 1 .. n - 1 with side 0. They must outlive it. `uses`, `code`: as for ui_attribute(), of the program of
 * side 0; not needed where that one does not tell instructions apart. Free it with ui_compare_free(). */
UiCompare *ui_compare_new(const UiCompareSide *sides, guint n, UiMetric metric, guint top, UiUses *uses, UiUses *code);
void ui_compare_free(UiCompare *compare);

/* Spearman's rank correlation of n pairs, and Kendall's tau-b. What is alike has the mean of its ranks. NAN: fewer than
 * two, or all of one side alike. */
double ui_compare_spearman(const double *a, const double *b, guint n);
double ui_compare_kendall(const double *a, const double *b, guint n);

#endif
