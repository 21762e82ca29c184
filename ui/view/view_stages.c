/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_stages.c: a view of stages is a view of a changed copy of the profile: either the stages are its segments, or the
 * counts of other stages are removed. */
#include "ui/view/view_stages.h"

#include <string.h>

#define NO_STAGE "(no stage)"

struct ViewStages {
  Profile profile; /* shares all arrays with the original profile, except the following ones */
  ProfileObject *objects;
  ProfileSegment *segments;
  ProfilePlace *places;
  ProfileCell *cells;
  ProfileEvictors *evictors, *invalidators;
  ViewLabels labels[VIEW_AXES];
  GPtrArray *names; /* char *: names of the stages' rows */
  View *view;
};

/* ---- stages ---- */

#define SEPARATOR " / "

/* Returns the name of a stage in a path. A word that consists of slashes gets another slash, so that it does not look
 * like the separator. Owned by the caller. */
static char *name_in_path(const char *name) {
  g_auto(GStrv) words = g_strsplit(name, " ", -1);
  for (char **word = words; *word != NULL; word++) {
    const size_t slashes = strspn(*word, "/");
    if (slashes == 0 || (*word)[slashes] != '\0') continue;
    char *longer = g_strconcat(*word, "/", NULL);
    g_free(*word);
    *word = longer;
  }
  return g_strjoinv(" ", words);
}

char *view_stages_path(const Profile *profile, uint32_t stage) {
  GString *path = g_string_new(NULL);
  for (uint32_t at = stage + 1; at != 0; at = profile->stages[at - 1].outer) {
    g_autofree char *name = name_in_path(profile->stages[at - 1].name);
    if (at != stage + 1) g_string_prepend(path, SEPARATOR);
    g_string_prepend(path, name);
  }
  return g_string_free(path, FALSE);
}

void view_stages_costs(const Profile *profile, ViewCost **own, ViewCost **all) {
  *own = g_new0(ViewCost, (gsize)profile->n_stages + 1);
  for (uint32_t i = 0; i < profile->n_places; i++)
    (*own)[profile->places[i].stage].instructions += profile->places[i].instructions;
  for (uint32_t i = 0; i < profile->n_cells; i++)
    profile_counts_add(&(*own)[profile->places[profile->cells[i].place].stage].counts, &profile->cells[i].counts);
  *all = g_memdup2(*own, sizeof **own * ((gsize)profile->n_stages + 1));
  /* A stage comes after the stage around it. */
  for (uint32_t i = profile->n_stages; i > 0; i--) view_cost_add(&(*all)[profile->stages[i - 1].outer], &(*all)[i]);
}

bool *view_stages_select(const Profile *profile, const char *pattern) {
  bool *picked = g_new0(bool, (gsize)profile->n_stages + 1);
  bool any = false;
  for (uint32_t i = 0; i < profile->n_stages; i++) {
    g_autofree char *path = view_stages_path(profile, i);
    picked[i + 1] = picked[profile->stages[i].outer] || g_pattern_match_simple(pattern, profile->stages[i].name) ||
                    g_pattern_match_simple(pattern, path);
    any |= picked[i + 1];
  }
  if (any) return picked;
  g_free(picked);
  return NULL;
}

/* ---- views ---- */

static void make_view(ViewStages *stages, const View *of) {
  View *view = stages->view = view_new(&stages->profile, stages->labels);
  if (of->levels.groups != NULL) {
    view_set_levels(view, of->levels.groups);
    view_set_level_of(view, of->levels.of);
  }
  view_sort(view, of->sort, of->up);
}

/* Makes each stage a segment without file and object. */
static void make_segments(ViewStages *stages) {
  Profile *profile = &stages->profile;
  const uint32_t n = profile->n_stages + 1;
  stages->objects = g_new0(ProfileObject, (gsize)profile->n_objects + 1);
  memcpy(stages->objects, profile->objects, sizeof *stages->objects * profile->n_objects);
  stages->objects[profile->n_objects] = (ProfileObject){"", "", 0};
  stages->segments = g_new0(ProfileSegment, n);
  stages->names = g_ptr_array_new_with_free_func(g_free);
  for (uint32_t i = 0; i < n; i++) {
    char *name = i == 0 ? g_strdup(NO_STAGE) : view_stages_path(profile, i - 1);
    g_ptr_array_add(stages->names, name);
    stages->segments[i] = (ProfileSegment){.name = name, .object = profile->n_objects};
  }
  profile->objects = stages->objects;
  profile->segments = stages->segments;
  profile->n_segments = n;
  profile->n_objects++;
}

ViewStages *view_stages_new(const View *of) {
  ViewStages *stages = g_new0(ViewStages, 1);
  stages->profile = *of->profile;
  Profile *profile = &stages->profile;
  make_segments(stages);
  stages->places = g_memdup2(profile->places, sizeof *profile->places * profile->n_places);
  for (uint32_t i = 0; i < profile->n_places; i++) stages->places[i].segment = stages->places[i].stage;
  profile->places = stages->places;
  profile->n_invalidators = profile->n_interval_cells = profile->n_contexts = 0; /* they refer to functions */
  char **names = (char **)stages->names->pdata;
  stages->labels[VIEW_CODE] = (ViewLabels){.names = names, .full = names, .brief = names};
  stages->labels[VIEW_DATA] = of->labels[VIEW_DATA];
  make_view(stages, of);
  stages->view->rows_title = "Stages";
  return stages;
}

/* Returns a copy of those of n causes of misses that are in picked stages, and sets *n to their number. */
static ProfileEvictors *causes_inside(const Profile *profile, const bool *picked, const ProfileEvictors *from,
                                      uint32_t *n) {
  ProfileEvictors *to = g_new(ProfileEvictors, (gsize)*n + 1);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < *n; i++)
    if (picked[profile->places[from[i].place].stage]) to[kept++] = from[i];
  *n = kept;
  return to;
}

ViewStages *view_stages_inside(const View *of, const bool *picked) {
  ViewStages *stages = g_new0(ViewStages, 1);
  stages->profile = *of->profile;
  Profile *profile = &stages->profile;
  stages->evictors = causes_inside(profile, picked, profile->evictors, &profile->n_evictors);
  stages->invalidators = causes_inside(profile, picked, profile->invalidators, &profile->n_invalidators);
  stages->cells = g_new(ProfileCell, (gsize)profile->n_cells + 1);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < profile->n_cells; i++)
    if (picked[profile->places[profile->cells[i].place].stage]) stages->cells[kept++] = profile->cells[i];
  stages->places = g_memdup2(profile->places, sizeof *profile->places * profile->n_places);
  for (uint32_t i = 0; i < profile->n_places; i++)
    if (!picked[stages->places[i].stage]) stages->places[i].instructions = 0;
  profile->cells = stages->cells;
  profile->n_cells = kept;
  profile->evictors = stages->evictors;
  profile->invalidators = stages->invalidators;
  profile->places = stages->places;
  memcpy(stages->labels, of->labels, sizeof stages->labels);
  make_view(stages, of);
  view_set_whole_functions(stages->view, of->levels.whole_functions);
  return stages;
}

void view_stages_free(ViewStages *stages) {
  view_free(stages->view);
  g_free(stages->objects);
  g_free(stages->segments);
  g_free(stages->places);
  g_free(stages->cells);
  g_free(stages->evictors);
  g_free(stages->invalidators);
  if (stages->names != NULL) g_ptr_array_free(stages->names, TRUE);
  g_free(stages);
}

const View *view_stages_view(const ViewStages *stages) { return stages->view; }
