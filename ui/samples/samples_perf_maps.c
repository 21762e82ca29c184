/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/samples/samples_perf_maps.h"

#include <string.h>

/* A mapping. The last one at an address is valid: it replaced the earlier ones. */
typedef struct {
  SamplesPerfMapped at;
  guint64 bytes;
  SamplesPerfObject *object; /* NULL: no file */
  bool is_stack;
} Map;

struct SamplesPerfMaps {
  SamplesPerfObjects *objects;
  GHashTable *by_process; /* process number -> GArray of Map */
  GHashTable *processes;  /* thread number -> process number */
  guint generation;
};

static void free_array(gpointer array) { g_array_free(array, TRUE); }

SamplesPerfMaps *samples_perf_maps_new(SamplesPerfObjects *objects) {
  SamplesPerfMaps *maps = g_new0(SamplesPerfMaps, 1);
  maps->objects = objects;
  maps->by_process = g_hash_table_new_full(NULL, NULL, NULL, free_array);
  maps->processes = g_hash_table_new(NULL, NULL);
  return maps;
}

void samples_perf_maps_free(SamplesPerfMaps *maps) {
  g_hash_table_destroy(maps->by_process);
  g_hash_table_destroy(maps->processes);
  g_free(maps);
}

static gpointer key_of(gint64 process) { return GSIZE_TO_POINTER((gsize)process); }

static GArray *maps_of(const SamplesPerfMaps *maps, gint64 process) {
  return g_hash_table_lookup(maps->by_process, key_of(process));
}

/* Returns whether the mapping has a file, other than anonymous memory. */
static bool is_file(const SamplesPerfText *path) {
  return path->n != 0 && path->bytes[0] == '/' && (path->n < 2 || path->bytes[1] != '/');
}

static bool is_stack(const SamplesPerfText *path) {
  static const char name[] = "[stack";
  return path->n >= sizeof name - 1 && memcmp(path->bytes, name, sizeof name - 1) == 0;
}

static void add(SamplesPerfMaps *maps, const SamplesPerfEvent *event) {
  const bool has_file = is_file(&event->path);
  if (event->process < 0) return;
  if (event->build_id.n != 0 && has_file) {
    g_autofree char *path = g_strndup(event->path.bytes, event->path.n);
    g_autofree char *build_id = g_strndup(event->build_id.bytes, event->build_id.n);
    samples_perf_objects_identify(maps->objects, path, build_id);
  }
  GArray *array = maps_of(maps, event->process);
  if (array == NULL) {
    array = g_array_new(FALSE, FALSE, sizeof(Map));
    g_hash_table_insert(maps->by_process, key_of(event->process), array);
  }
  const Map map = {{event->start, event->offset, event->executable},
                   event->bytes,
                   has_file ? samples_perf_objects_get(maps->objects, event->path.bytes, event->path.n) : NULL,
                   is_stack(&event->path)};
  g_array_append_val(array, map);
  maps->generation++;
}

static void copy(SamplesPerfMaps *maps, const SamplesPerfEvent *event) {
  const GArray *parent = maps_of(maps, event->parent);
  if (event->process == event->parent || parent == NULL) return;
  GArray *array = g_array_new(FALSE, FALSE, sizeof(Map));
  g_array_append_vals(array, parent->data, parent->len);
  g_hash_table_insert(maps->by_process, key_of(event->process), array);
  maps->generation++;
}

void samples_perf_maps_apply(SamplesPerfMaps *maps, const SamplesPerfEvent *event) {
  if (event->thread > 0) g_hash_table_insert(maps->processes, key_of(event->thread), key_of(event->process));
  if (event->kind == SAMPLES_PERF_MAP) add(maps, event);
  if (event->kind == SAMPLES_PERF_FORK) copy(maps, event);
  if (event->kind == SAMPLES_PERF_EXEC && g_hash_table_remove(maps->by_process, key_of(event->process)))
    maps->generation++;
}

guint32 samples_perf_maps_process(const SamplesPerfMaps *maps, guint32 thread) {
  const gsize process = GPOINTER_TO_SIZE(g_hash_table_lookup(maps->processes, key_of(thread)));
  return process != 0 ? (guint32)process : thread;
}

/* Returns the code that is mapped at an address. */
static const Map *find_in(const GArray *array, guint64 address) {
  for (guint i = array != NULL ? array->len : 0; i-- > 0;) {
    const Map *map = &g_array_index(array, Map, i);
    if (map->at.executable && map->object != NULL && address - map->at.start < map->bytes) return map;
  }
  return NULL;
}

SamplesPerfObject *samples_perf_maps_find(const SamplesPerfMaps *maps, guint32 process, guint64 address,
                                          guint64 *offset) {
  const Map *map = find_in(maps_of(maps, process), address);
  GHashTableIter iter;
  gpointer other;
  g_hash_table_iter_init(&iter, maps->by_process);
  while (map == NULL && g_hash_table_iter_next(&iter, NULL, &other)) map = find_in(other, address);
  if (map == NULL) return NULL;
  *offset = address - map->at.start + map->at.offset;
  return map->object;
}

/* Returns whether the data of an object at an address are static. */
static bool is_static(const Map *map, guint64 address, SamplesPerfPlace *place) {
  guint64 at;
  if (map->object == NULL || !samples_perf_object_at_data(map->object, &map->at, address, &at)) return false;
  *place = (SamplesPerfPlace){SAMPLES_DATA_STATIC, map->object, at};
  return true;
}

/* Searches the static data of all objects of a process. Their uninitialised part is in no mapping of the file. */
static bool find_static(const GArray *array, guint64 address, SamplesPerfPlace *place) {
  for (guint i = array->len; i-- > 0;)
    if (is_static(&g_array_index(array, Map, i), address, place)) return true;
  return false;
}

/* Returns whether an address is above all mappings of user space, where the kernel places the stack of the first
 * thread. */
static bool is_above(const GArray *array, guint64 address) {
  for (guint i = 0; i < array->len; i++) {
    const Map *map = &g_array_index(array, Map, i);
    if (map->object != NULL && map->at.start + map->bytes > address) return false;
  }
  return array->len != 0 && address < (guint64)1 << 47;
}

SamplesPerfPlace samples_perf_maps_find_data(const SamplesPerfMaps *maps, guint32 process, guint64 address) {
  SamplesPerfPlace place = {.kind = SAMPLES_DATA_UNKNOWN, .address = address};
  const GArray *array = maps_of(maps, process);
  const Map *map = NULL;
  for (guint i = array != NULL ? array->len : 0; i-- > 0 && map == NULL;)
    if (address - g_array_index(array, Map, i).at.start < g_array_index(array, Map, i).bytes)
      map = &g_array_index(array, Map, i);
  if (array == NULL) return place;
  const bool is_found = map != NULL && is_static(map, address, &place);
  if (is_found || ((map == NULL || map->object == NULL) && find_static(array, address, &place))) return place;
  if (map != NULL ? map->is_stack : is_above(array, address)) return (SamplesPerfPlace){SAMPLES_DATA_STACK, NULL, 0};
  if (map != NULL) return (SamplesPerfPlace){SAMPLES_DATA_MAPPING, map->object, map->at.start};
  return place;
}

SamplesPerfObject *samples_perf_maps_find_symbol(const SamplesPerfMaps *maps, guint32 process,
                                                 const SamplesPerfFrame *frame, guint64 *address) {
  const GArray *array = maps_of(maps, process);
  SamplesPerfObject *found = NULL;
  guint64 by_symbol, by_offset;
  for (guint i = 0; array != NULL && i < array->len; i++) {
    SamplesPerfObject *object = g_array_index(array, Map, i).object;
    if (!g_array_index(array, Map, i).at.executable || object == NULL || object == found) continue;
    if (!samples_perf_object_at_symbol(object, frame->symbol.bytes, frame->symbol.n, frame->symbol_offset,
                                       &by_symbol) ||
        !samples_perf_object_at_offset(object, frame->address, &by_offset) || by_symbol != by_offset)
      continue;
    if (found != NULL) return NULL;
    found = object;
    *address = by_symbol;
  }
  return found;
}

guint samples_perf_maps_generation(const SamplesPerfMaps *maps) { return maps->generation; }
