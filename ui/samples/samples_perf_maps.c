/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/samples/samples_perf_maps.h"

#include <string.h>

#include "ui/samples/samples_by_address.h"

/* A mapping. */
typedef struct {
  SamplesPerfMapped at;
  guint64 bytes;
  SamplesPerfObject *object; /* NULL: no file */
  bool is_stack;
} Map;

/* A part of a mapping that no later mapping replaced: the addresses from `first` up to `end`. */
typedef struct {
  guint64 first, end;
  Map map;
} Piece;

/* The mappings of a process. */
typedef struct {
  GArray *code;  /* Map: mappings of files as code. At an address with several mappings, the last one is valid. */
  GTree *pieces; /* Piece, by `first`: the current mappings of all kinds */
  guint64 top;   /* the highest end of a mapping of a file */
} Process;

struct SamplesPerfMaps {
  SamplesPerfObjects *objects;
  GHashTable *by_process; /* process number -> Process */
  GHashTable *processes;  /* thread number -> process number */
  guint generation;
};

static Process *new_process(void) {
  Process *process = g_new0(Process, 1);
  process->code = g_array_new(FALSE, FALSE, sizeof(Map));
  process->pieces = samples_by_address_new(g_free);
  return process;
}

static void free_process(gpointer data) {
  Process *process = data;
  g_array_free(process->code, TRUE);
  g_tree_unref(process->pieces);
  g_free(process);
}

SamplesPerfMaps *samples_perf_maps_new(SamplesPerfObjects *objects) {
  SamplesPerfMaps *maps = g_new0(SamplesPerfMaps, 1);
  maps->objects = objects;
  maps->by_process = g_hash_table_new_full(NULL, NULL, NULL, free_process);
  maps->processes = g_hash_table_new(NULL, NULL);
  return maps;
}

void samples_perf_maps_free(SamplesPerfMaps *maps) {
  g_hash_table_destroy(maps->by_process);
  g_hash_table_destroy(maps->processes);
  g_free(maps);
}

static gpointer key_of(gint64 process) { return GSIZE_TO_POINTER((gsize)process); }

static Process *maps_of(const SamplesPerfMaps *maps, gint64 process) {
  return g_hash_table_lookup(maps->by_process, key_of(process));
}

/* Returns whether the mapping is that of a file, not of anonymous memory. */
static bool is_file(const SamplesPerfText *path) {
  return path->n != 0 && path->bytes[0] == '/' && (path->n < 2 || path->bytes[1] != '/');
}

static bool is_stack(const SamplesPerfText *path) {
  static const char name[] = "[stack";
  return path->n >= sizeof name - 1 && memcmp(path->bytes, name, sizeof name - 1) == 0;
}

/* ---- events ---- */

static void add_piece(Process *process, guint64 first, guint64 end, const Map *map) {
  const Piece piece = {first, end, *map};
  Piece *own = g_memdup2(&piece, sizeof piece);
  g_tree_replace(process->pieces, &own->first, own);
}

/* Removes the addresses from `first` up to `end` from all pieces. */
static void cut(Process *process, guint64 first, guint64 end) {
  while (end != 0) {
    Piece *piece = samples_by_address_find(process->pieces, end - 1);
    if (piece == NULL || piece->end <= first) return;
    if (piece->end > end) add_piece(process, end, piece->end, &piece->map);
    if (piece->first < first) {
      piece->end = first;
      return;
    }
    g_tree_remove(process->pieces, &piece->first);
  }
}

static void add(SamplesPerfMaps *maps, const SamplesPerfEvent *event) {
  const bool has_file = is_file(&event->path);
  if (event->process < 0) return;
  if (event->build_id.n != 0 && has_file) {
    g_autofree char *path = g_strndup(event->path.bytes, event->path.n);
    g_autofree char *build_id = g_strndup(event->build_id.bytes, event->build_id.n);
    samples_perf_objects_identify(maps->objects, path, build_id);
  }
  Process *process = maps_of(maps, event->process);
  if (process == NULL) {
    process = new_process();
    g_hash_table_insert(maps->by_process, key_of(event->process), process);
  }
  const Map map = {{event->start, event->offset},
                   event->bytes,
                   has_file ? samples_perf_objects_get(maps->objects, event->path.bytes, event->path.n) : NULL,
                   is_stack(&event->path)};
  const guint64 end = event->start + MIN(event->bytes, G_MAXUINT64 - event->start);
  cut(process, event->start, end);
  if (event->start < end) add_piece(process, event->start, end, &map);
  if (!has_file) return;
  process->top = MAX(process->top, end);
  if (!event->executable) return;
  g_array_append_val(process->code, map);
  maps->generation++;
}

static gboolean copy_piece(gpointer key, gpointer value, gpointer closure) {
  const Piece *piece = value;
  (void)key;
  add_piece(closure, piece->first, piece->end, &piece->map);
  return FALSE;
}

static void copy(SamplesPerfMaps *maps, const SamplesPerfEvent *event) {
  const Process *parent = maps_of(maps, event->parent);
  if (event->process == event->parent || parent == NULL) return;
  Process *child = new_process();
  g_array_append_vals(child->code, parent->code->data, parent->code->len);
  g_tree_foreach(parent->pieces, copy_piece, child);
  child->top = parent->top;
  g_hash_table_insert(maps->by_process, key_of(event->process), child);
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

/* ---- look-ups ---- */

/* Returns the code that is mapped at an address. */
static const Map *find_in(const Process *process, guint64 address) {
  for (guint i = process != NULL ? process->code->len : 0; i-- > 0;) {
    const Map *map = &g_array_index(process->code, Map, i);
    if (address - map->at.start < map->bytes) return map;
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

/* Returns the current mapping at an address; NULL: none. */
static const Map *find_map(const Process *process, guint64 address) {
  const Piece *piece = samples_by_address_find(process->pieces, address);
  return piece != NULL && address < piece->end ? &piece->map : NULL;
}

/* Searches the static data of the objects of a process. If the address is in a mapping of a file, searches only the
 * data of this object. Uninitialised data are in no mapping of the file. The load address of an object follows from its
 * code: its other segments can share a page of the file. */
static bool find_static(const Process *process, const Map *map, guint64 address, SamplesPerfPlace *place) {
  guint64 at;
  for (guint i = process->code->len; i-- > 0;) {
    const Map *code = &g_array_index(process->code, Map, i);
    if (map != NULL && map->object != NULL && map->object != code->object) continue;
    if (!samples_perf_object_at_data(code->object, &code->at, address, &at)) continue;
    *place = (SamplesPerfPlace){SAMPLES_DATA_STATIC, code->object, at};
    return true;
  }
  return false;
}

/* Returns whether an address is above all mappings of files, where the kernel places the stack of the first thread. */
static bool is_above(const Process *process, guint64 address) {
  return address >= process->top && address < (guint64)1 << 47;
}

SamplesPerfPlace samples_perf_maps_find_data(const SamplesPerfMaps *maps, guint32 process, guint64 address) {
  SamplesPerfPlace place = {.kind = SAMPLES_DATA_UNKNOWN, .address = address};
  const Process *of = maps_of(maps, process);
  if (of == NULL) return place;
  const Map *map = find_map(of, address);
  if (find_static(of, map, address, &place)) return place;
  if (map != NULL ? map->is_stack : is_above(of, address)) return (SamplesPerfPlace){SAMPLES_DATA_STACK, NULL, 0};
  if (map != NULL) return (SamplesPerfPlace){SAMPLES_DATA_MAPPING, map->object, map->at.start};
  return place;
}

SamplesPerfObject *samples_perf_maps_find_symbol(const SamplesPerfMaps *maps, guint32 process,
                                                 const SamplesPerfFrame *frame, guint64 *address) {
  const Process *of = maps_of(maps, process);
  SamplesPerfObject *found = NULL;
  guint64 by_symbol, by_offset;
  for (guint i = 0; of != NULL && i < of->code->len; i++) {
    SamplesPerfObject *object = g_array_index(of->code, Map, i).object;
    if (object == found) continue;
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
