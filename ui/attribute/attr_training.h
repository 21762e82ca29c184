/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_training.h: the results of an earlier, simulated run: for each source line and function, the misses on each
 * variable. The attribution divides the samples of a later run among variables in the same proportions. */
#pragma once

#include "ui/attribute/attr_variables.h"
#include "ui/view/view_metric.h"

typedef struct AttrTraining AttrTraining;

/* The misses of code on a variable. */
typedef struct {
  guint32 variable;
  double misses;
} AttrTrained;

/* Code that ran in the earlier run. */
typedef struct {
  double times;   /* executed instructions */
  GArray *missed; /* AttrTrained */
} AttrTrainedPlace;

/* Reads a metric of all cells of a profile. The profile's bins are added to `variables`. The profile need not outlive
 * the result. Free it with attr_training_free(), which accepts NULL. */
AttrTraining *attr_training_new(const Profile *profile, const NameTable *names, ViewMetric metric,
                                AttrVariables *variables);
void attr_training_free(AttrTraining *training);

/* The next functions return misses (AttrTrained): of an instruction, if the profile has single instructions; of a line,
 * by the base name of its file; and of a function, by its symbol. `build_id` is the build id of the code's object. The
 * result is NULL if the profile does not have the code. The training owns the result. */
const GArray *attr_training_instruction(const AttrTraining *training, const char *build_id, guint64 address);
const GArray *attr_training_line(const AttrTraining *training, const char *file, unsigned line);
const GArray *attr_training_function(const AttrTraining *training, const char *build_id, const char *name);

/* Returns the code in a line of the function with a symbol. If the profile does not have the symbol, as for C++,
 * returns the code of all functions in the line. For line 0, returns the code of the symbol for which no line is known.
 * Returns NULL if the code did not run. */
const AttrTrainedPlace *attr_training_code(const AttrTraining *training, const char *build_id, const char *symbol,
                                           const char *file, unsigned line);

/* Returns the metric of profiles that corresponds to a counter's event. */
ViewMetric attr_training_metric(const char *event);
