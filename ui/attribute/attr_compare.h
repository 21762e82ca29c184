/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_compare.h: measures the accuracy of attributed samples. For each variable, compares the share of the samples
 * with the share of the misses in an exact profile.
 *
 * The rule of attr_variables.h decides which variables of the two profiles are equal. For a variable whose name the exact
 * profile does not contain, the comparison searches for other evidence (AttrCompareWhy). The evidence must lead to
 * exactly one variable of the exact profile, or to data of the exact profile that are not a variable. If the exact
 * profile does not separate stack variables, the comparison joins the stack variables of each function. */
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

enum { ATTR_COMPARE_EXACT, ATTR_COMPARE_FIRST /* number of the first side that is compared with the exact side */ };

/* A variable, with its figures on each side. */
typedef struct {
  guint32 variable;
  const double *shares; /* indexed by side: the variable's share of all misses of the side */
  const guint *ranks;   /* indexed by side: the variable's rank, from 1. Equal shares have equal ranks. 0: the side has
                           no misses on the variable */
} AttrCompareRow;

/* The evidence that a variable is the same as a variable of the exact side (the exact variable), although the names
 * differ. The first kind of evidence that applies is used. */
typedef enum {
  ATTR_COMPARE_BY_LINE,       /* heap: the exact variable is the only one whose call path contains the source line that
                                 allocates the variable */
  ATTR_COMPARE_BY_REFERENCES, /* heap: most references of the exact run through the variable's pointer went to the exact
                                 variable */
  ATTR_COMPARE_BY_HOLDER,     /* heap: the tool found the exact variable's address in the variable's pointer */
  ATTR_COMPARE_BY_ASSIGNMENT, /* heap: the code copies the variable's pointer to or from a pointer that holds the
                                 address of the exact variable */
  ATTR_COMPARE_BY_COPIES,     /* heap: a chain of copies leads from a pointer that holds the exact variable's address to
                                 the variable's pointer */
  ATTR_COMPARE_BY_NAME,       /* stack: the exact variable is the only one of the exact side with the variable's name;
                                 the function can be inlined */
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

/* The distance of a side from the exact side. */
typedef struct {
  const char *title, *method; /* method: "" for the exact side */
  double misses;              /* number of all misses */
  double unknown;             /* share of unknown data */
  double spearman, kendall;   /* correlations of the ranks of the first `top` variables; NAN: a correlation is
                                 undefined */
  double distance;            /* total variation distance of all shares, from 0 (equal) to 1 */
} AttrCompareColumn;

typedef struct {
  ViewMetric metric;  /* metric of the exact side */
  guint top;          /* number of ranked rows: those with the most misses of the exact side */
  GArray *rows;       /* AttrCompareRow: known variables of all sides, by misses of the exact side, most first */
  GArray *columns;    /* AttrCompareColumn, by side */
  GArray *joins;      /* AttrCompareJoin, by side, then largest share first */
  bool folded_stacks; /* whether the variables of each function's stack frame are joined */
  AttrVariables *variables;
  GPtrArray *store; /* memory to which the rows point */
} AttrCompare;

/* Compares the sides 1 .. n - 1 with side 0. All sides must outlive the result. `uses` and `code` are as for
 * attr_attribute(), for the program of side 0. They are not used if that profile has no single instructions. Free the
 * result with attr_compare_free(). */
AttrCompare *attr_compare_new(const AttrCompareSide *sides, guint n, ViewMetric metric, guint top, Uses *uses,
                              Uses *code);
void attr_compare_free(AttrCompare *compare);

/* The next two functions return rank correlations of n pairs: Spearman's, and Kendall's tau-b. Equal values have the
 * mean of their ranks. The result is NAN if there are fewer than two pairs, or if all values of one side are equal. */
double attr_compare_spearman(const double *a, const double *b, guint n);
double attr_compare_kendall(const double *a, const double *b, guint n);
