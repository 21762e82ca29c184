/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/export/export_json_models.h"

#include "ui/export/export_json_place.h"

static void put_counts(UiJson *json, const ProfileModelCounts *counts) {
  for (unsigned i = 0; i < PROFILE_MODEL_COUNTS; i++)
    ui_json_number(json, profile_models_name(i), profile_models_get(counts, i));
}

static void put_processors(UiJson *json, const Profile *profile) {
  ui_json_begin_array(json, "processors");
  for (uint32_t i = 0; i < profile->n_model_processors; i++) {
    ui_json_begin_object(json, NULL);
    put_counts(json, &profile->model_processors[i].counts);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

/* Writes the cells of a model. The code of a cell is given as in the member "cells": by function, file and line. */
static void put_cells(UiJson *json, const Profile *profile) {
  ui_json_begin_array(json, "cells");
  for (uint32_t i = 0; i < profile->n_model_cells; i++) {
    const ProfileModelCell *cell = &profile->model_cells[i];
    const ProfilePlace *place = &profile->places[cell->place];
    ui_json_begin_object(json, NULL);
    export_json_place(json, profile, place);
    ui_json_number(json, "bin", cell->bin);
    put_counts(json, &cell->counts);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

void export_json_models(UiJson *json, const Profile *profile) {
  if (!profile->has_models) return;
  ui_json_begin_object(json, "models");
  ui_json_begin_object(json, "totals");
  put_counts(json, &profile->model_totals);
  ui_json_end_object(json);
  put_processors(json, profile);
  put_cells(json, profile);
  ui_json_end_object(json);
}
