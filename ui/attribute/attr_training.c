/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/attribute/attr_training.h"

#include <string.h>

struct AttrTraining {
  /* The value is an AttrTrainedPlace. The key identifies a source line, the code of one symbol in a source line, an
   * instruction, or a function. */
  GHashTable *places;
};

/* Returns the key of an instruction. (It differs from keys of lines: the base name of a file contains no slash.) */
static char *key_of_instruction(const char *build_id, guint64 address) {
  return g_strdup_printf("%s/%" G_GUINT64_FORMAT, build_id, address);
}

static char *key_of_function(const char *build_id, const char *name) {
  return g_strdup_printf("%s/ %s", build_id, name);
}

/* Returns the key of the code of a symbol in a line. (Without debug information, all code of a symbol has line 0.) */
static char *key_of_code(const char *build_id, const char *symbol, const char *file, guint64 line) {
  if (line == 0 || *file == '\0') return g_strdup_printf("%s/ %s/", build_id, symbol);
  return g_strdup_printf("%s/%s:%" G_GUINT64_FORMAT, symbol, profile_basename(file), line);
}

static void free_place(gpointer closure) {
  AttrTrainedPlace *place = closure;
  g_array_unref(place->missed);
  g_free(place);
}

/* Takes `key`. */
static AttrTrainedPlace *place_of(AttrTraining *training, char *key) {
  AttrTrainedPlace *place = g_hash_table_lookup(training->places, key);
  if (place != NULL) {
    g_free(key);
    return place;
  }
  place = g_new0(AttrTrainedPlace, 1);
  place->missed = g_array_new(FALSE, FALSE, sizeof(AttrTrained));
  g_hash_table_insert(training->places, key, place);
  return place;
}

/* Takes `key`. */
static void add(AttrTraining *training, char *key, guint32 variable, double misses) {
  GArray *all = place_of(training, key)->missed;
  for (guint i = 0; i < all->len; i++) {
    AttrTrained *one = &g_array_index(all, AttrTrained, i);
    if (one->variable != variable) continue;
    one->misses += misses;
    return;
  }
  const AttrTrained one = {variable, misses};
  g_array_append_val(all, one);
}

/* Adds the executions of lines. */
static void add_times(AttrTraining *training, const Profile *profile) {
  for (uint32_t i = 0; i < profile->n_places; i++) {
    const ProfilePlace *place = &profile->places[i];
    const char *file = profile->files[place->file].path;
    const ProfileSegment *segment = &profile->segments[place->segment];
    const char *build_id = profile->objects[segment->object].build_id;
    const double times = (double)place->instructions;
    if (times == 0) continue;
    place_of(training, key_of_code(build_id, segment->name, file, place->line))->times += times;
    if (place->line != 0 && *file != '\0')
      place_of(training, attr_variables_line_key(file, place->line))->times += times;
  }
}

AttrTraining *attr_training_new(const Profile *profile, const NameTable *names, ViewMetric metric,
                                AttrVariables *variables) {
  AttrTraining *training = g_new0(AttrTraining, 1);
  g_autofree guint32 *number_of = attr_variables_of_bins(variables, profile, names);
  training->places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_place);
  for (uint32_t i = 0; i < profile->n_cells; i++) {
    const ProfileCell *cell = &profile->cells[i];
    const ProfilePlace *place = &profile->places[cell->place];
    const char *file = profile->files[place->file].path;
    const ProfileSegment *segment = &profile->segments[place->segment];
    const char *build_id = profile->objects[segment->object].build_id;
    const double misses = (double)view_metric_of(metric, &cell->counts);
    if (misses == 0) continue;
    if (place->line != 0 && *file != '\0')
      add(training, attr_variables_line_key(file, place->line), number_of[cell->bin], misses);
    if (place->address != 0 && *build_id != '\0')
      add(training, key_of_instruction(build_id, place->address), number_of[cell->bin], misses);
    add(training, key_of_code(build_id, segment->name, file, place->line), number_of[cell->bin], misses);
    if (*build_id != '\0') add(training, key_of_function(build_id, segment->name), number_of[cell->bin], misses);
  }
  add_times(training, profile);
  return training;
}

void attr_training_free(AttrTraining *training) {
  if (training == NULL) return;
  g_hash_table_destroy(training->places);
  g_free(training);
}

/* Takes `key`. */
static const AttrTrainedPlace *find(const AttrTraining *training, char *key) {
  const AttrTrainedPlace *place = g_hash_table_lookup(training->places, key);
  g_free(key);
  return place;
}

static const GArray *missed(const AttrTrainedPlace *place) {
  return place != NULL && place->missed->len != 0 ? place->missed : NULL;
}

const GArray *attr_training_instruction(const AttrTraining *training, const char *build_id, guint64 address) {
  return missed(find(training, key_of_instruction(build_id, address)));
}

const GArray *attr_training_line(const AttrTraining *training, const char *file, unsigned line) {
  return missed(find(training, attr_variables_line_key(file, line)));
}

const GArray *attr_training_function(const AttrTraining *training, const char *build_id, const char *name) {
  return missed(find(training, key_of_function(build_id, name)));
}

const AttrTrainedPlace *attr_training_code(const AttrTraining *training, const char *build_id, const char *symbol,
                                           const char *file, unsigned line) {
  const AttrTrainedPlace *place = find(training, key_of_code(build_id, symbol, file, line));
  return place != NULL || line == 0 || *file == '\0' ? place : find(training, attr_variables_line_key(file, line));
}

/* The metrics of events, by the beginning of the event's name. The first match is used. */
static const struct {
  const char *prefix;
  ViewMetric metric;
} events[] = {
    {"LL", VIEW_METRIC_MEMORY},
    {"cache-misses", VIEW_METRIC_MEMORY},
    {"invalidation", VIEW_METRIC_INVALIDATION},
    {"L1-dcache-load", VIEW_METRIC_READ_MISSES},
    {"L1-dcache-store", VIEW_METRIC_WRITE_MISSES},
};

ViewMetric attr_training_metric(const char *event) {
  for (size_t i = 0; i < G_N_ELEMENTS(events); i++)
    if (g_str_has_prefix(event, events[i].prefix)) return events[i].metric;
  return VIEW_METRIC_MISSES;
}
