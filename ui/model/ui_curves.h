/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_curves.h: what functions and data miss on the machines of a sweep: miss-ratio curves. */
#ifndef UI_UI_CURVES_H
#define UI_UI_CURVES_H

#include <glib.h>
#include <stdbool.h>

#include "ui/model/ui_labels.h"

/* What machines differ in. */
typedef struct {
  char *name;
  bool size;     /* of a cache */
  char **values; /* as they are written, ended by NULL */
  unsigned n;
} UiCurveParameter;

/* What references missed: those of a function, to a data bin, or of a function to a bin. */
typedef struct {
  char *names[UI_AXES], *full[UI_AXES]; /* raw; NULL where they are not told apart */
  uint64_t references;
  uint64_t *misses; /* by machine */
  uint64_t *again;  /* of these, those that were not the first use of a line */
} UiCurve;

typedef struct {
  UiCurveParameter *parameters;
  unsigned n_parameters;
  unsigned *values; /* by machine and parameter: number of the value */
  unsigned n_machines;
  GPtrArray *curves; /* UiCurve */
} UiCurves;

/* Makes curves of nothing yet; the caller fills parameters and values in. Free with ui_curves_free(). */
UiCurves *ui_curves_new(unsigned n_parameters, unsigned n_machines);
void ui_curves_free(UiCurves *curves);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UiCurves, ui_curves_free)

/* Adds an empty curve, whose names the caller sets. */
UiCurve *ui_curves_add(UiCurves *curves);

/* Adds what `from` missed. */
void ui_curve_add(const UiCurves *curves, UiCurve *to, const UiCurve *from);

/* The number of a machine's value of a parameter. */
unsigned ui_curves_value(const UiCurves *curves, unsigned machine, unsigned parameter);

/* Orders the curves: the most misses on all machines together first. */
void ui_curves_rank(UiCurves *curves);

/* The parameter that curves are drawn against: the first that is a size, or else the first. */
unsigned ui_curves_against(const UiCurves *curves);

#endif
