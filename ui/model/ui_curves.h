/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_curves.h: miss-ratio curves: misses of functions and data on the machines of a sweep. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "ui/model/ui_labels.h"

/* A parameter in which the machines differ. */
typedef struct {
  char *name;
  bool size;     /* a cache's size */
  char **values; /* as text, ended by NULL */
  unsigned n;
} UiCurveParameter;

/* Misses of the references of a function, to a data bin, or of a function to a bin. */
typedef struct {
  char *names[UI_AXES], *full[UI_AXES]; /* not escaped; NULL: any */
  uint64_t references;
  uint64_t *misses; /* by machine */
  uint64_t *again;  /* by machine: misses that were not the first use of a line */
} UiCurve;

typedef struct {
  UiCurveParameter *parameters;
  unsigned n_parameters;
  unsigned *values; /* by machine and parameter: index of the value */
  unsigned n_machines;
  GPtrArray *curves; /* UiCurve */
} UiCurves;

/* Returns curves without content; the caller sets parameters and values. Free with ui_curves_free(). */
UiCurves *ui_curves_new(unsigned n_parameters, unsigned n_machines);
void ui_curves_free(UiCurves *curves);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UiCurves, ui_curves_free)

/* Adds an empty curve, whose names the caller sets. */
UiCurve *ui_curves_add(UiCurves *curves);

/* Adds the counts of `from`. */
void ui_curve_add(const UiCurves *curves, UiCurve *to, const UiCurve *from);

/* Returns the index of a machine's value of a parameter. */
unsigned ui_curves_value(const UiCurves *curves, unsigned machine, unsigned parameter);

/* Sorts the curves: the most misses on all machines together first. */
void ui_curves_rank(UiCurves *curves);

/* Returns the parameter of the horizontal axis: the first that is a size, or else the first. */
unsigned ui_curves_against(const UiCurves *curves);
