/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_training.h: the misses of each source line and function by data in an earlier, simulated run, which divide the
 * samples of a later run. */
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

/* Reads a metric of all cells of a profile; its bins become numbers of `variables`. The profile need not outlive the
 * result. Free it with attr_training_free(), which accepts NULL. */
AttrTraining *attr_training_new(const Profile *profile, const NameNames *names, ViewMetric metric,
                                AttrVariables *variables);
void attr_training_free(AttrTraining *training);

/* Returns the misses (AttrTrained) of an instruction, if the profile has single instructions; of a line of a file, by
 * its base name; and of a function, by its symbol. build_id: that of the object of the code. NULL: not in the profile.
 * Owned by the training. */
const GArray *attr_training_instruction(const AttrTraining *training, const char *build_id, guint64 address);
const GArray *attr_training_line(const AttrTraining *training, const char *file, unsigned line);
const GArray *attr_training_function(const AttrTraining *training, const char *build_id, const char *name);

/* Returns the code in a line of the function with a symbol; of all functions if the profile lacks the symbol, as for
 * C++; or all code of the symbol without a line. NULL: it did not run. */
const AttrTrainedPlace *attr_training_code(const AttrTraining *training, const char *build_id, const char *symbol,
                                           const char *file, unsigned line);

/* Returns the metric of a profile for a counter's event. */
ViewMetric attr_training_metric(const char *event);
