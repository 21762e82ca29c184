/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_curves.h: miss-ratio curves. They contain the misses of functions and data on all machines of a sweep. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "ui/view/view_labels.h"

/* A parameter in which the machines of the sweep differ. */
typedef struct {
  char *name;
  bool size;     /* whether the parameter is the size of a cache */
  char **values; /* the values as text, ended by NULL */
  unsigned n;
} ViewCurveParameter;

/* A miss-ratio curve, either for all references of a function, for all references to a data bin, or for the references
 * of a function to a data bin. */
typedef struct {
  char *names[VIEW_AXES], *full[VIEW_AXES]; /* names of the function and of the data bin, not escaped for printing;
                                               NULL: all functions, or all data */
  uint64_t references;
  uint64_t *misses; /* indexed by machine */
  uint64_t *again;  /* indexed by machine: misses on lines that were used before */
} ViewCurve;

typedef struct {
  ViewCurveParameter *parameters;
  unsigned n_parameters;
  unsigned *values; /* array of n_machines * n_parameters: index of the machine's value for the parameter */
  unsigned n_machines;
  GPtrArray *curves; /* ViewCurve */
} ViewCurves;

/* Returns new curves without content. The caller sets the parameters and values, and frees the curves with
 * view_curves_free(). */
ViewCurves *view_curves_new(unsigned n_parameters, unsigned n_machines);
void view_curves_free(ViewCurves *curves);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ViewCurves, view_curves_free)

/* Adds an empty curve and returns it. The caller sets the names of the curve. */
ViewCurve *view_curves_add(ViewCurves *curves);

/* Adds the counts of the curve `from` to the curve `to`. */
void view_curve_add(const ViewCurves *curves, ViewCurve *to, const ViewCurve *from);

/* Returns the index of a machine's value for a parameter. */
unsigned view_curves_value(const ViewCurves *curves, unsigned machine, unsigned parameter);

/* Sorts the curves by the sum of their misses on all machines, with the most misses first. */
void view_curves_rank(ViewCurves *curves);

/* Returns the index of the parameter for the horizontal axis. This is the first parameter that is the size of a cache,
 * or else the first parameter. */
unsigned view_curves_against(const ViewCurves *curves);
