/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_check_models.h: the identities of what models of the machine counted (ui_models.h). */
#ifndef UI_MODEL_CHECK_MODELS_H
#define UI_MODEL_CHECK_MODELS_H

#include "ui/model/ui_profile.h"

/* All zero at the start. */
typedef struct {
  guint cell; /* that the records have come to */
  UiModelCounts cells, processors;
} UiCheckModels;

/* Check the last record of a processor or a cell, and the totals. Return NULL, or what is wrong, which the caller
 * frees. */
char *ui_check_model_processor(UiCheckModels *check, const UiProfile *profile);
char *ui_check_model_cell(UiCheckModels *check, const UiProfile *profile);

/* Checks that the counts of the last cell's record are a part of its cell's; to be called once for each record that
 * ui_check_model_cell() finds nothing wrong with. Returns the same, of that cell alone. */
char *ui_check_model_part(UiCheckModels *check, const UiProfile *profile);
char *ui_check_model_totals(const UiCheckModels *check, const UiProfile *profile);

#endif
