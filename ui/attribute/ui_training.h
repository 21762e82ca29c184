/* ui_training.h: which data each source line and function missed on in an earlier, simulated run: with that, samples of
 * a later run are divided as the simulator saw it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ATTRIBUTE_TRAINING_H
#define UI_ATTRIBUTE_TRAINING_H

#include "ui/attribute/ui_variables.h"
#include "ui/model/ui_metric.h"

typedef struct UiTraining UiTraining;

/* What a line or instruction has of a variable. */
typedef struct {
  guint32 variable;
  double misses;
} UiTrained;

/* Code that ran in the earlier run. */
typedef struct {
  double times;   /* instructions that were executed there */
  GArray *missed; /* UiTrained */
} UiTrainedPlace;

/* Takes the metric of all cells of a profile, whose bins become numbers of `variables`. Nothing of the profile is
 * needed afterwards. Free it with ui_training_free(); NULL is allowed there. */
UiTraining *ui_training_new(const UiProfile *profile, const UiNames *names, UiMetric metric, UiVariables *variables);
void ui_training_free(UiTraining *training);

/* What was missed on by the instruction, if the profile tells instructions apart; by the line of a file (by the last
 * component of its path); and by a function, as the symbols of its object call it. `build_id`: of the object that the
 * code is in. Array of UiTrained; NULL: the profile does not have it. It belongs to the training. */
const GArray *ui_training_instruction(const UiTraining *training, const char *build_id, guint64 address);
const GArray *ui_training_line(const UiTraining *training, const char *file, unsigned line);
const GArray *ui_training_function(const UiTraining *training, const char *build_id, const char *name);

/* A line of the function with that symbol; of all functions where the profile has no such one, as with C++, whose
 * symbols it does not have; or all code of the symbol that is on no line. NULL: it did not run. */
const UiTrainedPlace *ui_training_code(const UiTraining *training, const char *build_id, const char *symbol,
                                       const char *file, unsigned line);

/* The metric of a profile that counts what a counter calls `event`. */
UiMetric ui_training_metric(const char *event);

#endif
