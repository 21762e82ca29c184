/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_check_models.h: the identities of the counts of models of the machine (ui_models.h). */
#pragma once

#include "ui/model/ui_profile.h"

/* State of the check; starts as zeros. */
typedef struct {
  guint cell; /* index of the current record's cell */
  UiModelCounts cells, processors;
} UiCheckModels;

/* Check the last record of a processor or a cell, and the totals. Return NULL, or a message, which the caller frees. */
char *ui_check_model_processor(UiCheckModels *check, const UiProfile *profile);
char *ui_check_model_cell(UiCheckModels *check, const UiProfile *profile);

/* Checks that the counts of the last record are at most those of its cell; to be called once for each record that
 * ui_check_model_cell() accepts. Returns NULL, or a message about that cell alone. */
char *ui_check_model_part(UiCheckModels *check, const UiProfile *profile);
char *ui_check_model_totals(const UiCheckModels *check, const UiProfile *profile);
