/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_map.c: maps the events of a trace. An object is a range of old memory that moves. A bin_map finds objects by
 * address. Each source caches the range of its last reference, which belongs to one object or to none, until an object
 * begins or ends. Repetitions of a batch are passed as one batch as long as each item has a constant stride. An item
 * that has no constant stride in its new layout, or that leaves its range, becomes a column. If a batch has fewer than
 * FEW repetitions, they are passed as single events.
 *
 * At its new address, an object is always an allocated block of its bin. Therefore, references to the object belong to
 * this bin. */
#include "ui/whatif/whatif_map.h"

#include "bins/bin_map.h"
#include "ui/base/ui_number.h"
#include "ui/whatif/whatif_sources.h"

enum {
  NONE = 0,
  FEW = 4,
  LONG = 32,     /* columns are not used if all strides hold for at least this number of repetitions */
  BLOCK = 256,   /* maximum number of repetitions in a batch with columns */
  VALUES = 4096, /* maximum number of values in all columns of a batch */
  WORD = 8       /* maximum size in bytes of a reference to a single number or pointer */
};

/* The reasons for refusals, followed by the allowed alternatives. */
static const char TOO_FEW[] = "it has fewer elements than RxC; allowed is a matrix that it contains completely";
static const char TOO_LARGE[] = "it would take more than 2^47 bytes; allowed are smaller numbers";
static const char NO_ADDRESSES[] = "the changed data do not fit in the addresses; allowed are smaller numbers";
static const char HAS_NAMED[] =
    "a part of it is a separate named range, which would not move with it; allowed are changes of "
    "other data";
static const char LENGTHS[] = "the arrays have different numbers of elements; allowed are arrays of equal length";
static const char APART[] = "a reference spans bytes that would not be contiguous";
static const char GONE[] = "a reference is to bytes that a field would lose";
static const char MOVES[] = "the program moves it to another address; allowed are changes of other data";

/* Sets of kinds of events that make objects. Memory that becomes a stack keeps its heap blocks and named ranges
 * (bin_memory.c). */
enum { ALL = (1 << TRACE_KINDS) - 1, NAMES = 1 << TRACE_NAME, REGIONS = 1 << TRACE_MAP | 1 << TRACE_VARIABLE };

/* An object that moves, or memory that several objects share. For shared memory, `old` and `kind` are those of the
 * first object. The object NONE is not used. */
typedef struct {
  uint64_t old, bytes; /* address and size in bytes before the move */
  uint64_t to, room;   /* new address and size in bytes; for a private object, `room` is the size of each copy */
  uint64_t *bases;     /* offsets of the layout's groups; NULL: there is no layout */
  uint64_t *copies;    /* indexed by thread: new address of the thread's copy; 0: the thread has no copy yet */
  uint32_t n_copies;
  uint32_t plan;
  uint32_t shared; /* index of the object for the shared memory; NONE: the object does not share memory */
  uint32_t users;  /* number of objects that share this memory */
  uint8_t kind;    /* kind of the event that has made the object */
  bool is_cut;     /* whether other data have replaced a part of the old memory */
} Object;

/* The cached range that contains the last reference of a source. */
typedef struct {
  uint64_t low, high;
  uint32_t object, age;
} Hint;

/* The state of a processor. */
typedef struct {
  uint64_t words[2]; /* the last two operands, the latest one first */
  unsigned n_words;  /* number of operands since the last event that used operands */
  uint64_t thread;
  bool silent; /* whether collection is off */
} Lane;

/* Consecutive values of a column that are all in the same object, or in none. */
typedef struct {
  uint32_t object, first, n; /* first: number of the first repetition; n: number of repetitions */
} Span;

/* Repetitions of a batch after the change. */
typedef struct {
  trace_item items[TRACE_BATCH];
  uint32_t objects[TRACE_BATCH];
  uint64_t times[TRACE_BATCH]; /* number of repetitions for which the item's stride holds, at least 1 */
  trace_column columns[TRACE_BATCH];
  uint32_t n_columns, n_spans;
  uint64_t values[VALUES];
  Span spans[VALUES];
} Changed;

struct WhatifMap {
  WhatifPlan *plans;
  uint32_t n_plans;
  WhatifSources sources; /* sources of the changed events */
  uint8_t *kinds;        /* indexed by source: for a source of allocations or mappings, 1 plus the index of the plan for
                            its bin; 0: there is no plan */
  uint32_t *plan_of;     /* range of the last reference of each source */
  Hint *hints;           /* indexed by source */
  uint32_t age;
  bin_map *map; /* key: old address; value: index of the object */
  uint64_t lowest, highest;
  GArray *objects; /* Object */
  GArray *unused;  /* uint32_t: numbers of objects that can be used again */
  GArray *lanes;   /* Lane */
  WhatifPlaces *places;
  GArray *zones;     /* mach_zone: the areas of `places`, except the first one */
  GArray **shared;   /* indexed by plan: for a plan with shared memory, the indices (uint32_t) of the objects for the
                        shared memory */
  uint32_t *shares;  /* indexed by the first plan of a field: number of objects that have shared memory so far */
  GPtrArray **sites; /* indexed by plan: for a plan with private data, the WhatifSite of each thread; NULL: none yet */
  WhatifRefusal refusal;
  bool is_split; /* whether the bytes of the last mapped reference would not be contiguous */

  /* The output. */
  WhatifMapSink *sink;
  void *closure;
  const char *wrong;
  trace_item items[TRACE_BATCH];
  uint32_t n, processor;
  Changed changed;
};

/* ---- plans ---- */

static bool makes_memory(unsigned kind) {
  return kind == TRACE_ALLOCATE || kind == TRACE_MAP || kind == TRACE_NAME || kind == TRACE_VARIABLE;
}

static void find_plans(WhatifMap *map) {
  for (uint32_t i = 0; i < map->sources.all->len; i++) {
    const trace_source *source = whatif_sources_get(&map->sources, i);
    map->kinds[i] = (uint8_t)source->kind;
    for (uint32_t plan = 0; makes_memory(map->kinds[i]) && plan < map->n_plans; plan++)
      if (map->plans[plan].bin == source->detail) map->plan_of[i] = plan + 1;
  }
}

/* Returns whether a plan changes the size of pages or their placement. */
static bool has_pages(const WhatifPlan *plan) { return plan->is_placed || plan->is_huge; }

/* Makes the areas for new memory. One area has the pages of the machine. Each plan that changes pages has a separate
 * area. */
static void make_areas(WhatifMap *map) {
  uint32_t n = 1;
  for (uint32_t i = 0; i < map->n_plans; i++) map->plans[i].site.area = has_pages(&map->plans[i]) ? n++ : 0;
  map->places = whatif_places_new(n);
  map->zones = g_array_new(FALSE, FALSE, sizeof(mach_zone));
  for (uint32_t i = 0; i < map->n_plans; i++) {
    const WhatifPlan *plan = &map->plans[i];
    const mach_zone zone = {.start = whatif_places_area(map->places, plan->site.area),
                            .bytes = whatif_places_span(map->places),
                            .placement = plan->is_placed ? plan->home.placement : MACH_PLACEMENTS,
                            .node = plan->home.node,
                            .page = plan->is_huge ? WHATIF_HUGE : 0};
    if (has_pages(plan)) g_array_append_val(map->zones, zone);
  }
}

WhatifMap *whatif_map_new(const trace_source *sources, uint32_t n, WhatifPlan *plans, uint32_t n_plans) {
  WhatifMap *map = g_new0(WhatifMap, 1);
  const Object none = {0};
  map->plans = plans;
  map->n_plans = n_plans;
  whatif_sources_init(&map->sources, sources, n);
  for (uint32_t i = 0; i < n_plans; i++) whatif_sources_add_plan(&map->sources, plans[i].bin);
  for (uint32_t i = 0; i < n_plans; i++)
    if (plans[i].layout != NULL) whatif_sources_narrow(&map->sources, plans[i].layout, n);
  const uint32_t n_sources = map->sources.all->len;
  map->kinds = g_new0(uint8_t, n_sources);
  map->plan_of = g_new0(uint32_t, n_sources);
  map->hints = g_new0(Hint, n_sources);
  map->age = 1;
  find_plans(map);
  map->map = bin_map_new();
  map->lowest = UINT64_MAX;
  map->objects = g_array_new(FALSE, FALSE, sizeof(Object));
  g_array_append_val(map->objects, none);
  map->unused = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  map->lanes = g_array_new(FALSE, TRUE, sizeof(Lane));
  make_areas(map);
  map->shared = g_new0(GArray *, n_plans);
  map->shares = g_new0(uint32_t, n_plans);
  map->sites = g_new(GPtrArray *, n_plans);
  for (uint32_t i = 0; i < n_plans; i++) map->sites[i] = g_ptr_array_new_with_free_func(g_free);
  return map;
}

static unsigned kind_of(const WhatifMap *map, uint32_t source) { return map->kinds[source]; }

static Object *object_number(const WhatifMap *map, uint32_t i) { return &g_array_index(map->objects, Object, i); }

static void clear_object(Object *object) {
  g_free(object->bases);
  g_free(object->copies);
  *object = (Object){0};
}

void whatif_map_free(WhatifMap *map) {
  for (guint i = 0; i < map->objects->len; i++) clear_object(object_number(map, i));
  whatif_sources_clear(&map->sources);
  g_array_free(map->objects, TRUE);
  g_array_free(map->unused, TRUE);
  g_array_free(map->lanes, TRUE);
  whatif_places_free(map->places);
  g_array_free(map->zones, TRUE);
  for (uint32_t i = 0; i < map->n_plans; i++) {
    g_ptr_array_free(map->sites[i], TRUE);
    if (map->shared[i] != NULL) g_array_unref(map->shared[i]);
  }
  g_free(map->sites);
  g_free(map->shared);
  g_free(map->shares);
  bin_map_free(map->map);
  g_free(map->kinds);
  g_free(map->plan_of);
  g_free(map->hints);
  g_free(map);
}

const trace_source *whatif_map_sources(const WhatifMap *map, uint32_t *n) {
  *n = map->sources.all->len;
  return (const trace_source *)(const void *)map->sources.all->data;
}

const mach_zone *whatif_map_zones(const WhatifMap *map, uint32_t *n) {
  *n = map->zones->len;
  return (const mach_zone *)(const void *)map->zones->data;
}

const WhatifRefusal *whatif_map_refusal(const WhatifMap *map) { return &map->refusal; }

static void refuse_reference(WhatifMap *map, const char *what, uint32_t plan, uint32_t source, uint64_t offset) {
  if (map->wrong != NULL) return;
  map->wrong = what;
  map->refusal = (WhatifRefusal){what, plan, source, offset};
}

static void refuse(WhatifMap *map, const char *what, uint32_t plan) {
  refuse_reference(map, what, plan, WHATIF_NO_SOURCE, 0);
}

/* ---- output ---- */

static void hand_on(WhatifMap *map, const trace_batch *batch, const trace_column *columns, uint32_t n) {
  if (map->wrong == NULL && batch->n != 0) map->wrong = map->sink(map->closure, batch, columns, n);
}

static void flush(WhatifMap *map) {
  hand_on(map, &(trace_batch){.items = map->items, .n = map->n, .processor = map->processor, .repeats = 1}, NULL, 0);
  map->n = 0;
}

static void put(WhatifMap *map, uint32_t source, uint64_t value) {
  if (map->n == TRACE_BATCH) flush(map);
  map->items[map->n++] = (trace_item){.value = value, .source = source};
}

static void put_allocation(WhatifMap *map, uint32_t plan, uint64_t address, uint64_t bytes) {
  put(map, map->sources.word, bytes);
  put(map, map->sources.release + 1 + plan, address);
}

/* ---- objects ---- */

static Lane *lane_of(WhatifMap *map, uint32_t processor) {
  if (processor >= map->lanes->len) g_array_set_size(map->lanes, processor + 1);
  return &g_array_index(map->lanes, Lane, processor);
}

/* Returns whether the object is a heap block. A heap block moves to where an allocator would place it. */
static bool is_block(const Object *object) { return object->kind == TRACE_ALLOCATE; }

/* Returns the site for the data of a plan. If the data are private, returns the site of the thread. */
static WhatifSite *site_of(const WhatifMap *map, uint32_t plan, uint32_t thread) {
  if (!map->plans[plan].is_private) return &map->plans[plan].site;
  GPtrArray *sites = map->sites[plan];
  if (thread >= sites->len) g_ptr_array_set_size(sites, (gint)thread + 1);
  if (sites->pdata[thread] == NULL) sites->pdata[thread] = g_memdup2(&map->plans[plan].site, sizeof(WhatifSite));
  return sites->pdata[thread];
}

/* Allocates new memory for an object, and passes the allocation on. `thread` is the owner of a private copy. */
static uint64_t allocate(WhatifMap *map, const Object *object, uint32_t thread) {
  const uint64_t to = whatif_places_take(map->places, site_of(map, object->plan, thread), object->old, object->room,
                                         is_block(object));
  if (to == 0) refuse(map, NO_ADDRESSES, object->plan);
  put_allocation(map, object->plan, to, object->room);
  map->plans[object->plan].bytes_after += object->room;
  return to;
}

static void count_moved(WhatifMap *map, const Object *object) {
  map->plans[object->plan].objects++;
  map->plans[object->plan].bytes_before += object->bytes;
}

/* Moves an object to new memory that it does not share with others. Returns the new address. */
static uint64_t take_memory(WhatifMap *map, const Object *object, uint32_t thread) {
  count_moved(map, object);
  return allocate(map, object, thread);
}

static void give_memory(WhatifMap *map, const Object *object, uint32_t thread, uint64_t to) {
  put(map, map->sources.release, to);
  whatif_places_give(map->places, site_of(map, object->plan, thread), object->old, to, object->room, is_block(object));
}

/* Computes the layout and the new size of an object. Returns false if the change is refused. */
static bool lay_out(WhatifMap *map, Object *object) {
  const WhatifPlan *plan = &map->plans[object->plan];
  uint64_t room = object->bytes;
  if (plan->layout != NULL) {
    object->bases = g_new0(uint64_t, plan->layout->steps->len);
    room = whatif_layout_place(plan->layout, room, object->bases);
    if (!whatif_layout_fits(plan->layout, object->bytes)) refuse(map, TOO_FEW, object->plan);
  }
  if (room > WHATIF_ROOM) refuse(map, TOO_LARGE, object->plan);
  object->room = plan->room == 0 ? room : ui_number_round_up(room, plan->room);
  return map->wrong == NULL;
}

static uint32_t new_number(WhatifMap *map) {
  if (map->unused->len != 0) {
    const uint32_t number = g_array_index(map->unused, uint32_t, map->unused->len - 1);
    g_array_set_size(map->unused, map->unused->len - 1);
    return number;
  }
  g_array_set_size(map->objects, map->objects->len + 1);
  return map->objects->len - 1;
}

/* Returns the first plan for field number `number` of the struct to which a plan belongs. */
static uint32_t plan_of_field(const WhatifMap *map, uint32_t plan, uint32_t number) {
  const uint32_t join = map->plans[plan].column.join;
  uint32_t i = 0;
  while (map->plans[i].column.join != join || map->plans[i].column.number != number) i++;
  return i;
}

/* Returns the number of the object for the shared memory that the next object of a plan uses; NONE: the plan does not
 * share memory. */
static uint32_t next_shared(WhatifMap *map, uint32_t plan) {
  if (map->plans[plan].column.join == 0) return NONE;
  const uint32_t first = plan_of_field(map, plan, 0);
  const uint32_t share = map->shares[plan_of_field(map, plan, map->plans[plan].column.number)]++;
  if (map->shared[first] == NULL) map->shared[first] = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  if (share == map->shared[first]->len) {
    const uint32_t number = new_number(map);
    *object_number(map, number) = (Object){.plan = first};
    g_array_append_val(map->shared[first], number);
  }
  return g_array_index(map->shared[first], uint32_t, share);
}

/* Adds an object to its shared memory, which is allocated for the first of its objects. Returns the address of this
 * memory. */
static uint64_t share_memory(WhatifMap *map, const Object *object) {
  Object *memory = object_number(map, object->shared);
  if (memory->room != 0 && memory->room != object->room) refuse(map, LENGTHS, object->plan);
  if (memory->users++ == 0) {
    memory->old = object->old;
    memory->kind = object->kind;
    memory->room = object->room;
    memory->to = allocate(map, memory, 0);
  }
  count_moved(map, object);
  return memory->to;
}

/* Gets new memory for an object that is not private. Returns the address of this memory. */
static uint64_t memory_of(WhatifMap *map, const Object *object) {
  return object->shared != NONE ? share_memory(map, object) : take_memory(map, object, 0);
}

/* Releases the new memory of an object. Shared memory is released only when its last object ends. */
static void leave_memory(WhatifMap *map, const Object *object) {
  Object *memory = object_number(map, object->shared);
  if (object->shared == NONE)
    give_memory(map, object, 0, object->to);
  else if (--memory->users == 0)
    give_memory(map, memory, 0, memory->to);
}

/* Returns the number of the object that begins at an address; NONE: there is none. */
static uint32_t object_from(const WhatifMap *map, uint64_t start) {
  uint64_t low, high;
  const bin_value value = bin_map_lookup(map->map, start, &low, &high);
  return value != BIN_MAP_NOTHING && object_number(map, value)->old == start ? value : NONE;
}

/* Ends an object, and releases its new memory. */
static void end_object(WhatifMap *map, uint32_t number) {
  Object *object = object_number(map, number);
  bin_map_remove(map->map, object->old, object->bytes);
  if (object->to != 0) leave_memory(map, object);
  for (uint32_t i = 0; i < object->n_copies; i++)
    if (object->copies[i] != 0) give_memory(map, object, i, object->copies[i]);
  clear_object(object);
  g_array_append_val(map->unused, number);
  map->age++;
}

/* Ends all objects of the given kinds that begin in a range of memory. If such an object begins earlier and overlaps
 * the range, removes the range from it. */
static void end_objects(WhatifMap *map, uint64_t start, uint64_t bytes, uint32_t kinds) {
  const uint64_t first = MAX(start, map->lowest), end = MIN(start + bytes, map->highest);
  for (uint64_t at = first, low, high; at < end; at = high) {
    const bin_value value = bin_map_lookup(map->map, at, &low, &high);
    if (value == BIN_MAP_NOTHING || (kinds >> object_number(map, value)->kind & 1) == 0) continue;
    map->age++;
    if (object_number(map, value)->old >= start) {
      end_object(map, value);
      continue;
    }
    object_number(map, value)->is_cut = true;
    bin_map_remove(map->map, at, MIN(high, end) - at);
  }
}

/* Returns the number of an object that overlaps a range of memory; NONE: there is none. */
static uint32_t object_in(const WhatifMap *map, uint64_t start, uint64_t bytes) {
  const uint64_t first = MAX(start, map->lowest), end = MIN(start + bytes, map->highest);
  for (uint64_t at = first, low, high; at < end; at = high) {
    const bin_value value = bin_map_lookup(map->map, at, &low, &high);
    if (value != BIN_MAP_NOTHING) return value;
  }
  return NONE;
}

/* Handles an object that cannot move. Either returns it to its old address, or refuses the change. */
static void give_up(WhatifMap *map, uint32_t number, const char *what) {
  const uint32_t plan = object_number(map, number)->plan;
  if (map->plans[plan].yields)
    end_object(map, number);
  else
    refuse(map, what, plan);
}

/* Handles a new object at a range that moved objects overlap. Calls give_up() for each of these objects: if a named
 * range and a block overlap, neither of them can move. The reason is that references to a named range count for the
 * range, and not for the blocks in it, even for blocks that are allocated later. */
static void keep_parts(WhatifMap *map, uint64_t start, uint64_t bytes) {
  uint32_t there;
  while (map->wrong == NULL && (there = object_in(map, start, bytes)) != NONE) give_up(map, there, HAS_NAMED);
}

/* Ends the objects that a new object replaces. If the program names a range again, the new named range replaces the old
 * one. */
static void clear_for(WhatifMap *map, unsigned kind, uint64_t start, uint64_t bytes) {
  const uint32_t there = object_from(map, start);
  const bool is_anew = there != NONE && object_number(map, there)->kind == TRACE_NAME &&
                       object_number(map, there)->bytes <= bytes;
  if (kind != TRACE_NAME)
    end_objects(map, start, bytes, kind == TRACE_MAP ? ALL : ALL & ~NAMES);
  else if (is_anew)
    end_object(map, there);
  keep_parts(map, start, bytes);
}

static void begin_object(WhatifMap *map, uint32_t plan, unsigned kind, uint64_t start, uint64_t bytes) {
  const uint32_t there = object_from(map, start);
  const bool is_again = there != NONE && object_number(map, there)->bytes == bytes && kind == TRACE_VARIABLE &&
                        object_number(map, there)->kind == kind && object_number(map, there)->plan == plan;
  if (!is_again) clear_for(map, kind, start, bytes);
  if (bytes == 0 || map->wrong != NULL) return;
  const uint32_t number = is_again ? there : new_number(map);
  const uint32_t shared = is_again ? NONE : next_shared(map, plan);
  Object *object = object_number(map, number);
  if (!is_again) {
    *object = (Object){.old = start, .bytes = bytes, .plan = plan, .shared = shared, .kind = (uint8_t)kind};
    if (!lay_out(map, object)) return;
    if (!map->plans[plan].is_private) object->to = memory_of(map, object);
  }
  object->is_cut = false;
  bin_map_insert(map->map, start, bytes, number);
  map->lowest = MIN(map->lowest, start);
  map->highest = MAX(map->highest, start + bytes);
  map->age++;
}

/* Returns the address of the current thread's copy of a private object, and makes the copy if there is none. */
static uint64_t copy_of(WhatifMap *map, Object *object) {
  const uint64_t thread = lane_of(map, map->processor)->thread;
  if (thread >= object->n_copies) {
    const uint32_t n = (uint32_t)thread + 1;
    object->copies = g_renew(uint64_t, object->copies, n);
    while (object->n_copies < n) object->copies[object->n_copies++] = 0;
  }
  if (object->copies[thread] == 0) object->copies[thread] = take_memory(map, object, (uint32_t)thread);
  return object->copies[thread];
}

/* ---- events of memory ---- */

/* Handles an event that creates data, if no plan moves these data. */
static void make_other(WhatifMap *map, unsigned kind, uint64_t start, uint64_t bytes) {
  if (kind == TRACE_NAME)
    keep_parts(map, start, bytes);
  else
    end_objects(map, start, bytes, kind == TRACE_MAP ? ALL : ALL & ~NAMES);
}

/* Handles a mapping that the program moves to another address. `from` is its old address. */
static void leave(WhatifMap *map, uint64_t from) {
  const uint32_t there = object_from(map, from);
  if (there != NONE && object_number(map, there)->kind == TRACE_MAP) give_up(map, there, MOVES);
}

/* Applies an event to the objects. It must not be an event that makes data of a plan. `from` is the operand before the
 * number of bytes. */
static void change_others(WhatifMap *map, unsigned kind, uint64_t value, uint64_t bytes, uint64_t from) {
  switch (kind) {
    case TRACE_ALLOCATE:
    case TRACE_MAP:
    case TRACE_NAME: make_other(map, kind, value, bytes); break;
    case TRACE_UNNAME_ALL: end_objects(map, value, bytes, NAMES); break;
    case TRACE_MOVE: leave(map, from); G_GNUC_FALLTHROUGH;
    case TRACE_MAP_LAZY:
    case TRACE_UNMAP: end_objects(map, value, bytes, ALL); break;
    case TRACE_STACK: end_objects(map, value, bytes, REGIONS); break;
    default: break;
  }
}

static bool is_of_memory(unsigned kind) {
  return kind != TRACE_WORD && kind != TRACE_RUN && kind != TRACE_ENTER && kind != TRACE_EXIT && kind != TRACE_CALL &&
         kind != TRACE_RETURN && kind != TRACE_IDLE && kind != TRACE_THREAD && kind != TRACE_COLLECT &&
         kind != TRACE_ZERO && kind != TRACE_FENCE && kind != TRACE_PRODUCER && kind != TRACE_STAGE;
}

/* Removes the operands of an event from the processor's state, as a replay does. Returns the size in bytes of the
 * event's memory range. */
static uint64_t take_bytes(Lane *lane, unsigned kind) {
  if (kind == TRACE_RELEASE || kind == TRACE_UNNAME) return 0;
  const uint64_t bytes = lane->n_words != 0 ? lane->words[0] : 0;
  lane->n_words = 0;
  return bytes;
}

/* Returns the number of the object that an event releases or unnames; NONE: there is none. */
static uint32_t ended_by(const WhatifMap *map, unsigned kind, uint64_t value) {
  if (kind != TRACE_RELEASE && kind != TRACE_UNNAME) return NONE;
  const uint32_t there = object_from(map, value);
  const bool is_name = object_number(map, there)->kind == TRACE_NAME;
  return is_name == (kind == TRACE_UNNAME) ? there : NONE;
}

/* Returns the number of the plan that moves the data of an event, plus 1; 0: no plan does. */
static uint32_t moved_by(const WhatifMap *map, uint32_t source, uint64_t bytes) {
  const uint32_t plan = map->plan_of[source];
  return plan != 0 && bytes >= map->plans[plan - 1].least ? plan : 0;
}

/* Handles an event that can begin or end objects. If an object can return to its old address, its memory there is kept,
 * too. The event itself is passed on before the allocation, because its operands precede it. */
static void put_memory(WhatifMap *map, unsigned kind, uint32_t source, uint64_t value) {
  Lane *lane = lane_of(map, map->processor);
  const uint64_t from = lane->words[1], bytes = take_bytes(lane, kind);
  const uint32_t plan = moved_by(map, source, bytes), ended = ended_by(map, kind, value);
  const bool makes = kind == TRACE_ALLOCATE && plan != 0 && !map->plans[plan - 1].yields;
  const bool ends = kind == TRACE_RELEASE && ended != NONE && !map->plans[object_number(map, ended)->plan].yields;
  if (!makes && !ends) put(map, source, value);
  if (ended != NONE)
    end_object(map, ended);
  else if (plan != 0)
    begin_object(map, plan - 1, kind, value, bytes);
  else
    change_others(map, kind, value, bytes, from);
}

/* Updates the state of the processor for an event. */
static void note_event(WhatifMap *map, unsigned kind, uint64_t value) {
  Lane *lane = lane_of(map, map->processor);
  switch (kind) {
    case TRACE_WORD:
      lane->words[1] = lane->words[0];
      lane->words[0] = value;
      lane->n_words++;
      break;
    case TRACE_THREAD: lane->thread = value; break;
    case TRACE_COLLECT: lane->silent = value == 0; break;
    case TRACE_ZERO:
      for (uint32_t i = 0; i < map->n_plans; i++) map->plans[i].references = 0;
      break;
    default: break;
  }
}

/* Handles an event that is not a reference. */
static void put_event(WhatifMap *map, uint32_t source, uint64_t value) {
  const unsigned kind = kind_of(map, source);
  note_event(map, kind, value);
  if (is_of_memory(kind))
    put_memory(map, kind, source, value);
  else
    put(map, source, value);
}

/* ---- references ---- */

/* Returns the number of the object at an address; NONE: there is none. Sets the hint to the range of addresses with the
 * same result. */
static uint32_t look_up(const WhatifMap *map, uint64_t address, Hint *hint) {
  hint->age = map->age;
  hint->object = NONE;
  if (address < map->lowest || address >= map->highest) {
    hint->low = address < map->lowest ? 0 : map->highest;
    hint->high = address < map->lowest ? map->lowest : UINT64_MAX;
    return NONE;
  }
  const bin_value value = bin_map_lookup(map->map, address, &hint->low, &hint->high);
  if (value == BIN_MAP_NOTHING) return NONE;
  const Object *object = object_number(map, value);
  hint->object = value;
  if (object->is_cut) return value;
  hint->low = object->old;
  hint->high = object->old + object->bytes;
  return value;
}

/* Extends the range of a hint without an object, so that it holds for more repetitions of a reference. */
static void widen(const WhatifMap *map, Hint *hint) {
  enum { TIMES = 16 };
  uint64_t low, high;
  for (unsigned i = 0; i < TIMES && hint->high < map->highest; i++) {
    if (bin_map_lookup(map->map, hint->high, &low, &high) != BIN_MAP_NOTHING) break;
    hint->high = high;
  }
  for (unsigned i = 0; i < TIMES && hint->low > map->lowest; i++) {
    if (bin_map_lookup(map->map, hint->low - 1, &low, &high) != BIN_MAP_NOTHING) break;
    hint->low = low;
  }
}

static inline uint32_t find(const WhatifMap *map, uint32_t source, uint64_t address) {
  Hint *hint = &map->hints[source];
  if (hint->age == map->age && address - hint->low < hint->high - hint->low) return hint->object;
  return look_up(map, address, hint);
}

/* Returns the new address of an object. If the object is private, this is the address of the current thread's copy. */
static uint64_t place_of(WhatifMap *map, Object *object) {
  return map->plans[object->plan].is_private ? copy_of(map, object) : object->to;
}

/* Maps a reference to an object. Lowers *times to the number of repetitions for which the new stride holds. Sets
 * `is_split` if the bytes of the reference would not be contiguous. */
static void change_reference(WhatifMap *map, Object *object, trace_item *item, uint64_t most, uint64_t *times) {
  const WhatifPlan *plan = &map->plans[object->plan];
  const uint64_t offset = item->value - object->old, to = place_of(map, object);
  if (plan->layout == NULL) {
    item->value = to + offset;
    return;
  }
  const uint64_t width = whatif_sources_get(&map->sources, item->source)->size;
  const uint64_t size = MIN(width, object->bytes - offset);
  WhatifRun run;
  if (!whatif_layout_run(plan->layout, object->bases, offset, size, item->stride, most, &run)) {
    map->is_split = !run.is_lost;
    if (run.is_lost) refuse_reference(map, GONE, object->plan, item->source, offset);
    return;
  }
  if (size < width) *times = 1; /* the next repetition can have more bytes in the object */
  if (run.size < size) {
    item->source = map->sources.narrower[run.size][item->source];
    /* A reference that crosses the end of the object has fewer bytes in the object, and the layout must keep all of
     * these. */
    const uint64_t stay = whatif_stay(offset, item->stride, 0, object->bytes - size + 1);
    *times = MIN(*times, stay);
  }
  item->value = to + run.offset;
  item->stride = run.stride;
  *times = MIN(*times, run.times);
}

/* Maps an item of a batch. Lowers *times to the number of repetitions for which the new stride holds. Returns the
 * number of the object; NONE: the item refers to no object. */
static uint32_t change_item(WhatifMap *map, trace_item *item, uint64_t *times) {
  const uint64_t address = item->value, most = *times;
  const uint32_t number = find(map, item->source, address);
  Hint *hint = &map->hints[item->source];
  if (most > 1) {
    if (number == NONE && whatif_stay(address, item->stride, hint->low, hint->high) < most) widen(map, hint);
    const uint64_t stay = whatif_stay(address, item->stride, hint->low, hint->high);
    *times = MIN(*times, stay);
  }
  if (number != NONE) change_reference(map, object_number(map, number), item, most, times);
  return number;
}

static void count(WhatifMap *map, uint32_t number, uint64_t times) {
  if (number != NONE && !lane_of(map, map->processor)->silent)
    map->plans[object_number(map, number)->plan].references += times;
}

/* Writes the next part of a reference that must be split. The part begins at `offset` of the object. It is the largest
 * part whose size is a power of two, at most `left` bytes, and whose bytes are contiguous. Returns its size in
 * bytes. */
static uint64_t put_part(WhatifMap *map, const Object *object, uint64_t to, uint32_t source, uint64_t offset,
                         uint64_t left) {
  const WhatifLayout *layout = map->plans[object->plan].layout;
  uint64_t bytes = WHATIF_SOURCES_WIDEST;
  WhatifRun run;
  while (bytes > left) bytes /= 2;
  while (!whatif_layout_run(layout, object->bases, offset, bytes, 0, 1, &run))
    bytes /= 2; /* a single byte always has a new place */
  put(map, map->sources.narrower[bytes][source], to + run.offset);
  return bytes;
}

/* Writes a reference whose bytes would not be contiguous as several references. Code that is compiled for the new
 * layout does the same, because such a reference copies a struct with a vector, or stores to two fields at once. If a
 * single byte of a word would be separate, the change is refused, because the word is probably one number. */
static void put_split(WhatifMap *map, const trace_item *item, uint32_t number) {
  Object *object = object_number(map, number);
  const uint64_t to = place_of(map, object), start = item->value - object->old;
  const uint64_t width = whatif_sources_get(&map->sources, item->source)->size;
  const uint64_t size = MIN(width, object->bytes - start);
  map->is_split = false;
  for (uint64_t done = 0, bytes; done < size; done += bytes) {
    bytes = put_part(map, object, to, item->source, start + done, size - done);
    if (bytes == 1 && width <= WORD) refuse_reference(map, APART, object->plan, item->source, start);
    count(map, number, 1);
  }
}

static void put_one(WhatifMap *map, const trace_item *item, uint64_t repetition) {
  const uint64_t value = item->value + repetition * item->stride;
  if (kind_of(map, item->source) > TRACE_MODIFY) {
    put_event(map, item->source, value);
    return;
  }
  trace_item one = {.value = value, .source = item->source};
  uint64_t times = 1;
  const uint32_t number = change_item(map, &one, &times);
  if (map->is_split) {
    put_split(map, &one, number);
    return;
  }
  count(map, number, 1);
  put(map, one.source, one.value);
}

/* ---- batches ---- */

/* Maps all items of a batch for the repetitions from number `first` on. Returns the number of repetitions for which all
 * strides hold. Sets `is_split` if a reference must be split. */
static uint64_t change_items(WhatifMap *map, const trace_batch *batch, uint64_t first, Changed *changed) {
  uint64_t least = batch->repeats - first;
  changed->n_columns = changed->n_spans = 0;
  for (uint32_t i = 0; i < batch->n && map->wrong == NULL && !map->is_split; i++) {
    trace_item *item = &changed->items[i];
    *item = batch->items[i];
    item->value += first * item->stride;
    changed->times[i] = batch->repeats - first;
    changed->objects[i] = kind_of(map, item->source) <= TRACE_MODIFY ? change_item(map, item, &changed->times[i])
                                                                     : NONE;
    least = MIN(least, changed->times[i]);
  }
  return least;
}

/* Returns whether an object already has new memory for the current thread. */
static bool has_place(WhatifMap *map, const Object *object) {
  const uint64_t thread = lane_of(map, map->processor)->thread;
  return !map->plans[object->plan].is_private || (thread < object->n_copies && object->copies[thread] != 0);
}

/* Maps n references, which are all to the same object or to none. Returns the number of references that could be
 * mapped. */
static uint32_t fill_span(WhatifMap *map, const trace_item *item, uint32_t number, uint32_t n, uint64_t *values) {
  Object *object = object_number(map, number);
  if (number != NONE && !has_place(map, object)) return 0;
  const WhatifLayout *layout = number != NONE ? map->plans[object->plan].layout : NULL;
  const uint64_t size = whatif_sources_get(&map->sources, item->source)->size;
  const uint64_t offset = item->value - object->old, to = number != NONE ? place_of(map, object) : 0;
  uint32_t done = n;
  if (layout == NULL)
    for (uint32_t r = 0; r < n; r++) values[r] = offset + r * item->stride;
  else
    done = whatif_layout_each(layout, object->bases, offset, size, item->stride, n, values);
  for (uint32_t r = 0; r < done; r++) values[r] += to;
  return done;
}

/* Maps an item in n repetitions of a batch, from number `first` on. The first of them is already mapped. Returns the
 * number of mapped repetitions. If it is less than n, the next repetition must be handled in the order of the items,
 * because it can allocate memory or be refused. */
static uint32_t fill_values(WhatifMap *map, trace_item item, uint64_t first, uint32_t n, Changed *changed,
                            uint64_t *values) {
  const uint64_t start = item.value + first * item.stride;
  for (uint32_t r = 1, done; r < n; r += done) {
    item.value = start + r * item.stride;
    const uint32_t number = find(map, item.source, item.value);
    const Hint *hint = &map->hints[item.source];
    const uint64_t stay = whatif_stay(item.value, item.stride, hint->low, hint->high);
    const uint32_t wanted = (uint32_t)MIN(stay, n - r);
    done = fill_span(map, &item, number, wanted, values + r);
    changed->spans[changed->n_spans++] = (Span){number, r, done};
    if (done != wanted) return r + done;
  }
  return n;
}

/* Makes columns of those items whose strides do not hold for n repetitions from number `first` on. Returns the number
 * of repetitions in the columns, at least 1. */
static uint32_t make_columns(WhatifMap *map, const trace_batch *batch, uint64_t first, uint32_t n, Changed *changed) {
  uint64_t *values = changed->values;
  uint32_t n_columns = 0;
  for (uint32_t i = 0; i < batch->n; i++) n_columns += changed->times[i] < n;
  n = MIN(n, VALUES / MAX(n_columns, 1));
  for (uint32_t i = 0, all = n; i < batch->n; i++) {
    if (changed->times[i] >= all) continue;
    changed->columns[changed->n_columns++] = (trace_column){values, i};
    values[0] = changed->items[i].value;
    changed->spans[changed->n_spans++] = (Span){changed->objects[i], 0, 1};
    changed->objects[i] = NONE; /* count_changed() counts these references for each span */
    /* All references of a column have the same source. The narrowed reference has a source of its own, so it is the
     * only one in its column. */
    const bool is_one = changed->items[i].source == batch->items[i].source;
    n = is_one ? fill_values(map, batch->items[i], first, n, changed, values) : 1;
    values += all;
  }
  return n;
}

static void count_changed(WhatifMap *map, const Changed *changed, uint32_t n_items, uint64_t times) {
  for (uint32_t i = 0; i < n_items; i++) count(map, changed->objects[i], times);
  for (uint32_t i = 0; i < changed->n_spans; i++) {
    const Span *span = &changed->spans[i];
    if (span->first < times) count(map, span->object, MIN(span->n, times - span->first));
  }
}

/* Handles a batch with several repetitions, which contains only references. */
static void repeat(WhatifMap *map, const trace_batch *batch) {
  Changed *changed = &map->changed;
  trace_batch some = {.items = changed->items, .n = batch->n, .processor = map->processor};
  for (uint64_t first = 0; first < batch->repeats && map->wrong == NULL; first += some.repeats) {
    const uint64_t left = batch->repeats - first;
    some.repeats = change_items(map, batch, first, changed);
    if (map->wrong != NULL) return;
    if (map->is_split) {
      map->is_split = false;
      for (uint32_t i = 0; i < batch->n && map->wrong == NULL; i++) put_one(map, &batch->items[i], first);
      some.repeats = 1;
      continue;
    }
    if (left >= FEW && some.repeats < MIN(LONG, left))
      some.repeats = make_columns(map, batch, first, (uint32_t)MIN(BLOCK, left), changed);
    count_changed(map, changed, batch->n, some.repeats);
    if (changed->n_columns != 0 || some.repeats >= FEW) {
      flush(map);
      hand_on(map, &some, changed->columns, changed->n_columns);
      continue;
    }
    for (uint64_t r = 0; r < some.repeats; r++)
      for (uint32_t i = 0; i < batch->n; i++)
        put(map, some.items[i].source, some.items[i].value + r * some.items[i].stride);
  }
}

static bool has_references_alone(const WhatifMap *map, const trace_batch *batch) {
  for (uint32_t i = 0; i < batch->n; i++) {
    const unsigned kind = kind_of(map, batch->items[i].source);
    const bool is_noted = kind == TRACE_WORD || kind == TRACE_THREAD || kind == TRACE_COLLECT || kind == TRACE_ZERO ||
                          kind == TRACE_STAGE;
    if (kind > TRACE_MODIFY && (is_noted || is_of_memory(kind))) return false;
  }
  return true;
}

const char *whatif_map_batch(WhatifMap *map, const trace_batch *batch, WhatifMapSink *sink, void *closure) {
  map->sink = sink;
  map->closure = closure;
  map->processor = batch->processor;
  if (batch->repeats > 1 && has_references_alone(map, batch))
    repeat(map, batch);
  else
    for (uint64_t r = 0; r < batch->repeats && map->wrong == NULL; r++)
      for (uint32_t i = 0; i < batch->n && map->wrong == NULL; i++) put_one(map, &batch->items[i], r);
  flush(map);
  return map->wrong;
}
