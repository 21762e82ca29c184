/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_compare.h: measures the accuracy of attributed samples: compares their shares of variables with an exact
 * profile.
 *
 * The rule of attr_variables.h decides which variables are the same. If the exact profile has no variable of that name,
 * other evidence (AttrCompareWhy) is searched. This evidence must lead to exactly one variable of the exact profile, or
 * to data of that profile that are no variable. If the exact profile does not separate stack variables, those of a
 * function are joined. */
#pragma once

#include "ui/attribute/attr_variables.h"
#include "ui/uses/uses.h"
#include "ui/view/view_metric.h"

/* A profile of a comparison. */
typedef struct {
  const char *title;
  const Profile *profile;
  const NameTable *names;
} AttrCompareSide;

enum { ATTR_COMPARE_EXACT, ATTR_COMPARE_FIRST /* the first side to compare with the exact one */ };

/* A variable, with its figures by side. */
typedef struct {
  guint32 variable;
  const double *shares; /* by side: share of all misses of the side */
  const guint *ranks;   /* by side: rank, from 1; equal for equal shares; 0: the side has no misses on the variable */
} AttrCompareRow;

/* The evidence that a variable is one of the exact side with another name. The first one that applies is used. */
typedef enum {
  ATTR_COMPARE_BY_LINE,       /* heap: only the exact variable's call path contains the line of its allocation */
  ATTR_COMPARE_BY_REFERENCES, /* heap: most references of the exact run through its pointer went to the exact
                                 variable */
  ATTR_COMPARE_BY_HOLDER,     /* heap: the tool saw the exact variable's address in its pointer */
  ATTR_COMPARE_BY_ASSIGNMENT, /* heap: the code copies its pointer to or from a holder of the exact variable */
  ATTR_COMPARE_BY_COPIES,     /* heap: a chain of copies leads from a holder of the exact variable to its pointer */
  ATTR_COMPARE_BY_NAME,       /* stack: only the exact variable has its name; its function can be inlined */
  ATTR_COMPARE_WHYS
} AttrCompareWhy;

typedef struct {
  guint side;
  guint32 variable, exact; /* the variable of the side, and the same variable of the exact side; ATTR_VARIABLE_NONE: no
                              variable */
  AttrCompareWhy why;
  const char *by; /* the line, pointer, holder or name that is the evidence */
  double share;   /* share of all misses of the side */
} AttrCompareJoin;

/* The distance of a side from the exact one. */
typedef struct {
  const char *title, *method; /* method: "" for the exact side */
  double misses;              /* number of all misses */
  double unknown;             /* share of unknown data */
  double spearman, kendall;   /* correlations of the ranks of the first `top` variables; NAN: undefined */
  double distance;            /* total variation distance of all shares, from 0 (equal) to 1 */
} AttrCompareColumn;

typedef struct {
  ViewMetric metric;  /* metric of the exact side */
  guint top;          /* number of ranked rows, those with most misses of the exact side */
  GArray *rows;       /* AttrCompareRow: known variables of all sides, by misses of the exact side, most first */
  GArray *columns;    /* AttrCompareColumn, by side */
  GArray *joins;      /* AttrCompareJoin, by side, then largest share first */
  bool folded_stacks; /* the variables of a function's stack frame are joined */
  AttrVariables *variables;
  GPtrArray *store; /* memory to which the rows point */
} AttrCompare;

/* Compares sides 1 .. n - 1 with side 0. They must outlive the result. uses, code: as for attr_attribute(), of the
 * program of side 0; unused if that profile has no single instructions. Free the result with attr_compare_free(). */
AttrCompare *attr_compare_new(const AttrCompareSide *sides, guint n, ViewMetric metric, guint top, Uses *uses,
                              Uses *code);
void attr_compare_free(AttrCompare *compare);

/* Return the rank correlations of n pairs: Spearman's, and Kendall's tau-b. Equal values have the mean of their ranks.
 * The result is NAN if there are fewer than two pairs, or if all values of one side are equal. */
double attr_compare_spearman(const double *a, const double *b, guint n);
double attr_compare_kendall(const double *a, const double *b, guint n);
