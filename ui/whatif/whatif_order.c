/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_order.c: reorders events. A window collects batches until it is full, or until an event arrives that no other
 * event can pass. If all batches in the window are of one processor, they are passed on unchanged. Otherwise, they are
 * divided into events. Each event gets a time and its dependences. Among the processors for whose next event all
 * dependences are met, the one with the earliest event continues. In the order of the trace, the first event that
 * remains does not depend on others. Therefore, at least one processor can always continue.
 *
 * The time of an event is its scaled position in the trace. Therefore, the slices of processors have about the same
 * lengths as before. */
#include "ui/whatif/whatif_order.h"

#include <math.h>
#include <string.h>

#include "ui/base/ui_number.h"
#include "ui/whatif/whatif_conflicts.h"

enum {
  LARGE = 4096,         /* in bytes: events do not pass an allocation, a release or a reference of more bytes than
                           this */
  GRANULE = 16,         /* in bytes: sizes of heap blocks are rounded up to a multiple of this */
  SLICE_LEAST_BITS = 4, /* the minimum length of a slice is 2^4 = 16 events of the trace */
  SLICE_MOST_BITS = 12  /* the maximum length of a slice is 2^12 = 4096 events of the trace */
};

/* The address to which all allocations and releases count as a store, so that they keep their order. No program uses
 * this address. */
static const uint64_t HEAP = UINT64_C(1) << 62;

/* The classes of events by their dependences. */
typedef enum {
  OWN,       /* depends only on events of its own processor */
  REFERENCE, /* depends on conflicting accesses of other processors */
  BLOCK,     /* as REFERENCE, but the event also depends on all earlier events of class BLOCK */
  OPERAND,   /* an operand, which can be the size of a block */
  GOES_ON,   /* depends on all earlier events of all processors */
  IMPASSABLE /* no other event can pass it */
} Role;

/* The class of each trace_kind. */
static const uint8_t roles[TRACE_KINDS] = {[TRACE_READ] = REFERENCE,
                                           [TRACE_WRITE] = REFERENCE,
                                           [TRACE_MODIFY] = REFERENCE,
                                           [TRACE_ENTER] = OWN,
                                           [TRACE_EXIT] = OWN,
                                           [TRACE_WORD] = OPERAND,
                                           [TRACE_ALLOCATE] = BLOCK,
                                           [TRACE_RELEASE] = BLOCK,
                                           [TRACE_MAP] = IMPASSABLE,
                                           [TRACE_MAP_LAZY] = IMPASSABLE,
                                           [TRACE_UNMAP] = IMPASSABLE,
                                           [TRACE_NAME] = IMPASSABLE,
                                           [TRACE_UNNAME] = IMPASSABLE,
                                           [TRACE_STACK] = IMPASSABLE,
                                           [TRACE_RUN] = OWN,
                                           [TRACE_COLLECT] = IMPASSABLE,
                                           [TRACE_MOVE] = IMPASSABLE,
                                           [TRACE_UNNAME_ALL] = IMPASSABLE,
                                           [TRACE_VARIABLE] = IMPASSABLE,
                                           [TRACE_CALL] = OWN,
                                           [TRACE_RETURN] = OWN,
                                           [TRACE_IDLE] = GOES_ON,
                                           [TRACE_THREAD] = GOES_ON,
                                           [TRACE_ZERO] = IMPASSABLE,
                                           [TRACE_FENCE] = GOES_ON,
                                           [TRACE_PRODUCER] = IMPASSABLE,
                                           [TRACE_STAGE] = IMPASSABLE};

/* A batch in the window. */
typedef struct {
  uint32_t processor;
  uint32_t first, n; /* indices of its items; for an item that allocates or releases a block, the stride is the size of
                        the block */
  uint64_t repeats;
} Piece;

/* An event in the window. */
typedef struct {
  uint64_t value;
  double time;
  uint32_t source;
  uint32_t waits; /* index of its first dependence in `waits`; its last dependence precedes the first one of the
                     processor's next event */
} Event;

/* A processor. */
typedef struct {
  uint64_t word; /* last operand of the processor */

  /* The following fields describe the current window. */
  GArray *events; /* Event: the events of the processor; the last element only marks the end of the dependences */
  GArray *waits;  /* WhatifWait: the dependences; numbers of events begin with 1 */
  uint32_t next;  /* index of the next event */
  double time, speed;
  uint64_t place, end; /* positions in the window: `place` is the position of the last event, and `end` is the end of
                          the slice */
} Lane;

struct WhatifOrder {
  const trace_source *sources;
  WhatifDraw draw;
  GRand *random;
  GHashTable *blocks; /* address of a heap block (uint64_t *) -> its size in bytes (uint64_t *) */
  WhatifConflicts *conflicts;
  GPtrArray *lanes; /* Lane * */

  /* The window. */
  GArray *pieces; /* Piece */
  GArray *items;  /* trace_item */
  uint64_t n;     /* number of events in the window */
  GArray *used;   /* uint32_t: processors with batches in the window */

  /* The output. */
  WhatifSink *sink;
  void *closure;
  const char *wrong;
};

static void free_lane(gpointer data) {
  Lane *lane = data;
  g_array_unref(lane->events);
  g_array_unref(lane->waits);
  g_free(lane);
}

WhatifOrder *whatif_order_new(const trace_source *sources, const WhatifDraw *draw) {
  WhatifOrder *order = g_new0(WhatifOrder, 1);
  order->sources = sources;
  order->draw = *draw;
  order->random = g_rand_new_with_seed(draw->seed);
  order->blocks = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
  order->conflicts = whatif_conflicts_new();
  order->lanes = g_ptr_array_new_with_free_func(free_lane);
  order->pieces = g_array_new(FALSE, FALSE, sizeof(Piece));
  order->items = g_array_new(FALSE, FALSE, sizeof(trace_item));
  order->used = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  return order;
}

void whatif_order_free(WhatifOrder *order) {
  g_rand_free(order->random);
  g_hash_table_unref(order->blocks);
  whatif_conflicts_free(order->conflicts);
  g_ptr_array_unref(order->lanes);
  g_array_unref(order->pieces);
  g_array_unref(order->items);
  g_array_unref(order->used);
  g_free(order);
}

static Lane *lane_of(WhatifOrder *order, uint32_t processor) {
  while (processor >= order->lanes->len) {
    Lane *lane = g_new0(Lane, 1);
    lane->events = g_array_new(FALSE, FALSE, sizeof(Event));
    lane->waits = g_array_new(FALSE, FALSE, sizeof(WhatifWait));
    g_ptr_array_add(order->lanes, lane);
  }
  return order->lanes->pdata[processor];
}

static Role role_of(const WhatifOrder *order, uint32_t source) { return roles[order->sources[source].kind]; }

static void hand_on(WhatifOrder *order, const trace_batch *batch) {
  if (order->wrong == NULL) order->wrong = order->sink(order->closure, batch);
}

/* ---- blocks ---- */

/* Records that a heap block is allocated or released. Returns its size in bytes; UINT64_MAX: unknown or large. */
static uint64_t note_block(WhatifOrder *order, const Lane *lane, unsigned kind, uint64_t address) {
  if (kind == TRACE_ALLOCATE) {
    const uint64_t bytes = lane->word > LARGE ? UINT64_MAX : ui_number_round_up(MAX(lane->word, 1), GRANULE);
    g_hash_table_replace(order->blocks, g_memdup2(&address, sizeof address), g_memdup2(&bytes, sizeof bytes));
    return bytes;
  }
  const uint64_t *known = g_hash_table_lookup(order->blocks, &address);
  const uint64_t bytes = known != NULL ? *known : UINT64_MAX;
  g_hash_table_remove(order->blocks, &address);
  return bytes;
}

/* Records the operand or the heap block of an event. Returns the size of the block in bytes; 0: the event has no
 * block. */
static uint64_t note_event(WhatifOrder *order, Lane *lane, uint32_t source, uint64_t value) {
  const Role role = role_of(order, source);
  if (role == OPERAND) lane->word = value;
  return role == BLOCK ? note_block(order, lane, (unsigned)order->sources[source].kind, value) : 0;
}

/* Records the operands and heap blocks of a batch. `items` is a copy of the items. Their strides are set to the sizes of
 * the blocks. Returns whether events of other processors can move across the batch. */
static bool note_batch(WhatifOrder *order, const trace_batch *batch, trace_item *items) {
  Lane *lane = lane_of(order, batch->processor);
  bool is_passable = true, is_noted = false;
  for (uint32_t i = 0; i < batch->n; i++) {
    const Role role = role_of(order, batch->items[i].source);
    is_noted |= role == OPERAND || role == BLOCK;
    is_passable &= role != IMPASSABLE && (role != REFERENCE || order->sources[batch->items[i].source].size <= LARGE);
  }
  if (!is_noted) return is_passable;
  for (uint64_t r = 0; r < batch->repeats; r++)
    for (uint32_t i = 0; i < batch->n; i++) {
      const trace_item *item = &batch->items[i];
      const uint64_t bytes = note_event(order, lane, item->source, item->value + r * item->stride);
      is_passable &= bytes <= LARGE;
      if (role_of(order, item->source) == BLOCK) items[i].stride = bytes;
    }
  return is_passable && batch->repeats == 1;
}

/* ---- events of a window ---- */

static void draw_slice(WhatifOrder *order, Lane *lane) {
  const double bits = g_rand_double_range(order->random, SLICE_LEAST_BITS, SLICE_MOST_BITS);
  lane->end += (uint64_t)exp2(bits);
  lane->speed = pow(order->draw.drift, g_rand_double_range(order->random, -1, 1));
}

/* Returns the time at which a processor reaches the event at position `place`. */
static double time_of(WhatifOrder *order, Lane *lane, uint64_t place) {
  while (place > lane->end) {
    lane->time += (double)(lane->end - lane->place) * lane->speed;
    lane->place = lane->end;
    draw_slice(order, lane);
  }
  lane->time += (double)(place - lane->place) * lane->speed;
  lane->place = place;
  return lane->time;
}

/* Adds the dependences of an event to the elements of `waits` from index `from` on. */
static void add_waits(WhatifOrder *order, uint32_t processor, const trace_item *item, GArray *waits, guint from) {
  const trace_source *source = &order->sources[item->source];
  const Role role = role_of(order, item->source);
  WhatifAccess access = {.address = item->value,
                         .bytes = role == BLOCK ? item->stride : source->size,
                         .processor = processor,
                         .number = lane_of(order, processor)->events->len + 1,
                         .is_store = source->kind != TRACE_READ};
  if (role == REFERENCE || role == BLOCK) whatif_conflicts_add(order->conflicts, &access, waits, from);
  if (role == BLOCK) {
    access.address = HEAP;
    access.bytes = 1;
    whatif_conflicts_add(order->conflicts, &access, waits, from);
  }
  for (guint i = 0; role == GOES_ON && i < order->used->len; i++) {
    const uint32_t other = g_array_index(order->used, uint32_t, i);
    const uint32_t last = lane_of(order, other)->events->len;
    if (other != processor && last != 0) whatif_wait_for(waits, from, (WhatifWait){other, last});
  }
}

static void add_event(WhatifOrder *order, uint32_t processor, const trace_item *item, uint64_t place) {
  Lane *lane = lane_of(order, processor);
  const Event event = {item->value, time_of(order, lane, place), item->source, lane->waits->len};
  add_waits(order, processor, item, lane->waits, event.waits);
  g_array_append_val(lane->events, event);
}

static void take_apart(WhatifOrder *order) {
  uint64_t place = 0;
  for (guint p = 0; p < order->pieces->len; p++) {
    const Piece *piece = &g_array_index(order->pieces, Piece, p);
    const trace_item *items = &g_array_index(order->items, trace_item, piece->first);
    for (uint64_t r = 0; r < piece->repeats; r++)
      for (uint32_t i = 0; i < piece->n; i++) {
        trace_item item = items[i];
        item.value += r * item.stride;
        add_event(order, piece->processor, &item, place++);
      }
  }
  for (guint i = 0; i < order->used->len; i++) {
    Lane *lane = lane_of(order, g_array_index(order->used, uint32_t, i));
    const Event end = {.time = INFINITY, .waits = lane->waits->len};
    g_array_append_val(lane->events, end);
  }
}

/* ---- the new order ---- */

static const Event *next_event(const Lane *lane) { return &g_array_index(lane->events, Event, lane->next); }

/* Returns whether all dependences of a processor's next event are met. */
static bool may_go_on(const WhatifOrder *order, const Lane *lane) {
  const Event *event = next_event(lane);
  for (uint32_t i = event[0].waits; i < event[1].waits; i++) {
    const WhatifWait *wait = &g_array_index(lane->waits, WhatifWait, i);
    const Lane *other = order->lanes->pdata[wait->processor];
    if (other->next < wait->number) return false;
  }
  return true;
}

/* Chooses the processor that continues. Sets *until to the earliest time at which another processor has its next event.
 * Returns false if there are no more events. */
static bool choose(const WhatifOrder *order, uint32_t *chosen, double *until) {
  double first = INFINITY;
  *until = INFINITY;
  for (guint i = 0; i < order->used->len; i++) {
    const uint32_t processor = g_array_index(order->used, uint32_t, i);
    const Lane *lane = order->lanes->pdata[processor];
    const double time = next_event(lane)->time;
    if (time < first && may_go_on(order, lane)) {
      *until = MIN(*until, first);
      first = time;
      *chosen = processor;
    } else {
      *until = MIN(*until, time);
    }
  }
  return first < INFINITY;
}

/* Passes events of a processor on, at least one, until the time `until`. */
static void go_on(WhatifOrder *order, uint32_t processor, double until) {
  Lane *lane = order->lanes->pdata[processor];
  trace_item items[TRACE_BATCH];
  trace_batch batch = {.items = items, .processor = processor, .repeats = 1};
  do {
    const Event *event = next_event(lane);
    items[batch.n++] = (trace_item){.value = event->value, .source = event->source};
    lane->next++;
  } while (batch.n < TRACE_BATCH && next_event(lane)->time < until && may_go_on(order, lane));
  hand_on(order, &batch);
}

static void reorder(WhatifOrder *order) {
  uint32_t processor = 0;
  double until;
  take_apart(order);
  while (order->wrong == NULL && choose(order, &processor, &until)) go_on(order, processor, until);
  for (guint i = 0; i < order->used->len; i++) {
    Lane *lane = lane_of(order, g_array_index(order->used, uint32_t, i));
    g_array_set_size(lane->events, 0);
    g_array_set_size(lane->waits, 0);
    lane->next = 0;
    lane->time = 0;
    lane->place = lane->end = 0;
  }
  whatif_conflicts_clear(order->conflicts);
}

/* ---- the window ---- */

static void hand_on_pieces(WhatifOrder *order) {
  for (guint i = 0; i < order->pieces->len; i++) {
    const Piece *piece = &g_array_index(order->pieces, Piece, i);
    hand_on(order, &(trace_batch){.items = &g_array_index(order->items, trace_item, piece->first),
                                  .n = piece->n,
                                  .processor = piece->processor,
                                  .repeats = piece->repeats});
  }
}

static void close_window(WhatifOrder *order) {
  if (order->used->len > 1)
    reorder(order);
  else
    hand_on_pieces(order);
  g_array_set_size(order->pieces, 0);
  g_array_set_size(order->items, 0);
  g_array_set_size(order->used, 0);
  order->n = 0;
}

static void use_processor(WhatifOrder *order, uint32_t processor) {
  for (guint i = 0; i < order->used->len; i++)
    if (g_array_index(order->used, uint32_t, i) == processor) return;
  g_array_append_val(order->used, processor);
}

/* Adds repetitions of a batch to the window until the window is full. Returns the number of added repetitions. */
static uint64_t add_piece(WhatifOrder *order, const trace_batch *batch) {
  const uint64_t room = (order->draw.window - order->n) / batch->n, repeats = MIN(room, batch->repeats);
  const Piece piece = {batch->processor, order->items->len, batch->n, repeats};
  if (repeats == 0) return 0;
  use_processor(order, batch->processor);
  g_array_append_val(order->pieces, piece);
  g_array_append_vals(order->items, batch->items, batch->n);
  order->n += batch->n * repeats;
  return repeats;
}

/* Adds a batch that other events can pass to the window. If the batch would fill an empty window, passes it on
 * directly. */
static void add_batch(WhatifOrder *order, trace_batch *batch, trace_item *items) {
  while (batch->repeats != 0 && order->wrong == NULL) {
    if (order->n == 0 && batch->repeats > order->draw.window / batch->n) {
      hand_on(order, batch);
      return;
    }
    const uint64_t added = add_piece(order, batch);
    batch->repeats -= added;
    for (uint32_t i = 0; i < batch->n; i++) items[i].value += added * items[i].stride;
    if (batch->repeats != 0) close_window(order);
  }
}

const char *whatif_order_batch(WhatifOrder *order, const trace_batch *batch, WhatifSink *sink, void *closure) {
  trace_item items[TRACE_BATCH];
  trace_batch next = *batch;
  order->sink = sink;
  order->closure = closure;
  memcpy(items, batch->items, batch->n * sizeof *items);
  if (!note_batch(order, batch, items)) {
    close_window(order);
    hand_on(order, batch);
    return order->wrong;
  }
  next.items = items;
  add_batch(order, &next, items);
  return order->wrong;
}

const char *whatif_order_end(WhatifOrder *order, WhatifSink *sink, void *closure) {
  order->sink = sink;
  order->closure = closure;
  close_window(order);
  return order->wrong;
}
