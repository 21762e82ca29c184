/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_curves.h: miss-ratio curves: misses of functions and data on the machines of a sweep. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "ui/view/view_labels.h"

/* A parameter in which the machines differ. */
typedef struct {
  char *name;
  bool size;     /* a cache's size */
  char **values; /* as text, ended by NULL */
  unsigned n;
} ViewCurveParameter;

/* Misses of the references of a function, to a data bin, or of a function to a bin. */
typedef struct {
  char *names[VIEW_AXES], *full[VIEW_AXES]; /* not escaped; NULL: any */
  uint64_t references;
  uint64_t *misses; /* by machine */
  uint64_t *again;  /* by machine: misses that were not the first use of a line */
} ViewCurve;

typedef struct {
  ViewCurveParameter *parameters;
  unsigned n_parameters;
  unsigned *values; /* by machine and parameter: index of the value */
  unsigned n_machines;
  GPtrArray *curves; /* ViewCurve */
} ViewCurves;

/* Returns curves without content; the caller sets parameters and values. Free with view_curves_free(). */
ViewCurves *view_curves_new(unsigned n_parameters, unsigned n_machines);
void view_curves_free(ViewCurves *curves);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ViewCurves, view_curves_free)

/* Adds an empty curve, whose names the caller sets. */
ViewCurve *view_curves_add(ViewCurves *curves);

/* Adds the counts of `from`. */
void view_curve_add(const ViewCurves *curves, ViewCurve *to, const ViewCurve *from);

/* Returns the index of a machine's value of a parameter. */
unsigned view_curves_value(const ViewCurves *curves, unsigned machine, unsigned parameter);

/* Sorts the curves: the most misses on all machines together first. */
void view_curves_rank(ViewCurves *curves);

/* Returns the parameter of the horizontal axis: the first that is a size, or else the first. */
unsigned view_curves_against(const ViewCurves *curves);
