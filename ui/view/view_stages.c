/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_stages.c: a view of stages is a view of a changed copy of the profile (view_rows.h): either the stages are its
 * segments, or the counts of other stages are removed. */
#include "ui/view/view_stages.h"

#include <string.h>

#define NO_STAGE "(no stage)"

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

/* Returns the names of the rows: "(no stage)", and the paths of all stages. */
static GPtrArray *names_of_rows(const Profile *profile) {
  GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
  g_ptr_array_add(names, g_strdup(NO_STAGE));
  for (uint32_t i = 0; i < profile->n_stages; i++) g_ptr_array_add(names, view_stages_path(profile, i));
  return names;
}

ViewRows *view_stages_new(const View *of) {
  ViewRows *rows = view_rows_new(of);
  Profile *profile = &rows->profile;
  view_rows_set_names(rows, names_of_rows(profile));
  rows->places = g_memdup2(profile->places, sizeof *profile->places * profile->n_places);
  for (uint32_t i = 0; i < profile->n_places; i++) rows->places[i].segment = rows->places[i].stage;
  profile->places = rows->places;
  view_rows_finish(rows, of, of->sort, of->up, "Stages");
  return rows;
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

ViewRows *view_stages_inside(const View *of, const bool *picked) {
  ViewRows *rows = view_rows_new(of);
  Profile *profile = &rows->profile;
  rows->evictors = causes_inside(profile, picked, profile->evictors, &profile->n_evictors);
  rows->invalidators = causes_inside(profile, picked, profile->invalidators, &profile->n_invalidators);
  rows->cells = g_new(ProfileCell, (gsize)profile->n_cells + 1);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < profile->n_cells; i++)
    if (picked[profile->places[profile->cells[i].place].stage]) rows->cells[kept++] = profile->cells[i];
  rows->places = g_memdup2(profile->places, sizeof *profile->places * profile->n_places);
  for (uint32_t i = 0; i < profile->n_places; i++)
    if (!picked[rows->places[i].stage]) rows->places[i].instructions = 0;
  profile->cells = rows->cells;
  profile->n_cells = kept;
  profile->evictors = rows->evictors;
  profile->invalidators = rows->invalidators;
  profile->places = rows->places;
  view_rows_finish(rows, of, of->sort, of->up, NULL);
  view_set_whole_functions(rows->view, of->levels.whole_functions);
  return rows;
}
