/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/view/view_rows.h"

#include <string.h>

ViewRows *view_rows_new(const View *of) {
  ViewRows *rows = g_new0(ViewRows, 1);
  rows->profile = *of->profile;
  memcpy(rows->labels, of->labels, sizeof rows->labels);
  return rows;
}

void view_rows_free(ViewRows *rows) {
  if (rows == NULL) return;
  if (rows->view != NULL) view_free(rows->view);
  g_free(rows->objects);
  g_free(rows->segments);
  g_free(rows->places);
  g_free(rows->cells);
  g_free(rows->evictors);
  g_free(rows->invalidators);
  if (rows->names != NULL) g_ptr_array_free(rows->names, TRUE);
  g_free(rows);
}

/* Removes the records that refer to functions. */
static void forget_functions(Profile *profile) {
  profile->n_slots = profile->n_scopes = profile->n_invalidators = profile->n_fetch_evictors = 0;
  profile->n_rank_codes = profile->n_rank_cells = profile->n_interval_cells = 0;
  profile->n_contexts = profile->n_context_folds = profile->n_context_cells = 0;
}

void view_rows_set_names(ViewRows *rows, GPtrArray *names) {
  Profile *profile = &rows->profile;
  rows->names = names;
  rows->objects = g_new0(ProfileObject, (gsize)profile->n_objects + 1);
  memcpy(rows->objects, profile->objects, sizeof *rows->objects * profile->n_objects);
  rows->objects[profile->n_objects] = (ProfileObject){"", "", 0};
  rows->segments = g_new0(ProfileSegment, names->len);
  for (guint i = 0; i < names->len; i++)
    rows->segments[i] = (ProfileSegment){.name = g_ptr_array_index(names, i), .object = profile->n_objects};
  profile->objects = rows->objects;
  profile->segments = rows->segments;
  profile->n_segments = names->len;
  profile->n_objects++;
  forget_functions(profile);
  char **texts = (char **)names->pdata;
  rows->labels[VIEW_CODE] = (ViewLabels){.names = texts, .full = texts, .brief = texts};
}

void view_rows_set_places(ViewRows *rows, ProfilePlace *places, uint32_t n_places, ProfileCell *cells,
                          uint32_t n_cells) {
  Profile *profile = &rows->profile;
  profile->places = rows->places = places;
  profile->n_places = n_places;
  profile->cells = rows->cells = cells;
  profile->n_cells = n_cells;
  profile->n_receivers = profile->n_batch_cells = profile->n_evictors = profile->n_invalidators = 0;
  profile->n_spreads = profile->n_references = profile->n_reference_evictors = profile->n_fetch_misses = 0;
  profile->n_fetch_evictors = profile->n_model_cells = profile->n_uses = 0;
  profile->n_contexts = profile->n_context_folds = profile->n_context_cells = 0;
}

void view_rows_finish(ViewRows *rows, const View *of, ViewSort sort, bool up, const char *title) {
  View *view = rows->view = view_new(&rows->profile, rows->labels);
  if (of->levels.groups != NULL) {
    view_set_levels(view, of->levels.groups);
    view_set_level_of(view, of->levels.of);
  }
  view_sort(view, sort, up);
  view->rows_title = title;
}
