/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_training.h: the misses of each source line and function by data in an earlier, simulated run, which divide the
 * samples of a later run. */
#pragma once

#include "ui/attribute/ui_variables.h"
#include "ui/model/ui_metric.h"

typedef struct UiTraining UiTraining;

/* The misses of code on a variable. */
typedef struct {
  guint32 variable;
  double misses;
} UiTrained;

/* Code that ran in the earlier run. */
typedef struct {
  double times;   /* executed instructions */
  GArray *missed; /* UiTrained */
} UiTrainedPlace;

/* Reads a metric of all cells of a profile; its bins become numbers of `variables`. The profile need not outlive the
 * result. Free it with ui_training_free(), which accepts NULL. */
UiTraining *ui_training_new(const UiProfile *profile, const UiNames *names, UiMetric metric, UiVariables *variables);
void ui_training_free(UiTraining *training);

/* The misses (UiTrained) of an instruction, if the profile has single instructions; of a line of a file, by its base
 * name; and of a function, by its symbol. build_id: that of the object of the code. NULL: not in the profile. Owned by
 * the training. */
const GArray *ui_training_instruction(const UiTraining *training, const char *build_id, guint64 address);
const GArray *ui_training_line(const UiTraining *training, const char *file, unsigned line);
const GArray *ui_training_function(const UiTraining *training, const char *build_id, const char *name);

/* The code in a line of the function with a symbol; of all functions if the profile lacks the symbol, as for C++; or all
 * code of the symbol without a line. NULL: it did not run. */
const UiTrainedPlace *ui_training_code(const UiTraining *training, const char *build_id, const char *symbol,
                                       const char *file, unsigned line);

/* The metric of a profile for a counter's event. */
UiMetric ui_training_metric(const char *event);
