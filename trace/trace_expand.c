/* trace_expand.c: see trace_expand.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "trace/trace_expand.h"

#include <stddef.h>

#include "plat/plat.h"
#include "trace/trace_merge.h"

/* The state of a processor. */
typedef struct {
  trace_merge *merge; /* NULL: the processor had no turn in this part yet */
  uint64_t next, end; /* sequence ids of the next event, and of the end of the part */
} expanded;

struct trace_expander {
  const trace_reader *reader;
  uint32_t part; /* number of the next part */
  uint32_t n_sources;
  expanded *processors;
  uint32_t n;
  trace_merge order; /* open in a part */
  trace_batch turns; /* the current batch of turns from `order` */
  uint32_t turn;     /* index of the next turn */
  uint64_t round;    /* current repetition of `turns` */
  bool in_part;
  /* number of events left in the turn. (The field is not next to `event`, because a compiler can load both fields at
   * once, and this load would stall after a store to one of them.) */
  uint64_t left;
  uint32_t processor; /* processor of the turn */
  uint64_t order_next;
  uint64_t event;    /* number of the next event, among the events of all processors */
  trace_error error; /* the first error, which ends the trace */
};

static bool fail(trace_error *error, const trace_expander *e, const char *message) {
  uint32_t n_parts, n_blocks;
  const trace_part *parts = trace_reader_parts(e->reader, &n_parts);
  const trace_block *blocks = trace_reader_blocks(e->reader, &n_blocks);
  *error = (trace_error){blocks[parts[e->part - 1].last - 1].offset, message};
  return false;
}

/* Reports the error of a lane, at the position of the part if it has none. */
static bool fail_lane(trace_error *error, const trace_expander *e, const trace_merge *merge) {
  if (merge->error.offset == 0) return fail(error, e, merge->error.message);
  *error = merge->error;
  return false;
}

/* Sets the sequence id at which each lane ends in a part. */
static bool set_marks(trace_expander *e, uint32_t part, uint64_t *order, trace_error *error) {
  uint32_t n;
  uint64_t *marks = trace_reader_marks(e->reader, part, &n, order, error);
  if (!marks) return false;
  if (n > e->n) {
    expanded *processors = plat_alloc(n * sizeof *processors);
    for (uint32_t i = 0; i < e->n; i++) processors[i] = e->processors[i];
    plat_free(e->processors);
    e->processors = processors;
    e->n = n;
  }
  for (uint32_t i = 0; i < n; i++) e->processors[i].end = marks[i];
  plat_free(marks);
  return true;
}

trace_expander *trace_expander_new(const trace_reader *reader, uint32_t part) {
  trace_expander *e = plat_alloc(sizeof *e);
  e->reader = reader;
  e->part = part;
  (void)trace_reader_sources(reader, &e->n_sources);
  uint32_t n_parts;
  const trace_part *parts = trace_reader_parts(reader, &n_parts);
  if (part == 0 || part >= n_parts) return e;
  e->event = parts[part].event;
  trace_error error; /* this error is ignored, because the marks were already read without an error */
  (void)set_marks(e, part - 1, &e->order_next, &error);
  for (uint32_t i = 0; i < e->n; i++) e->processors[i].next = e->processors[i].end;
  return e;
}

static void close_lanes(trace_expander *e) {
  if (e->in_part) trace_merge_close(&e->order);
  e->in_part = false;
  for (uint32_t i = 0; i < e->n; i++) {
    expanded *p = &e->processors[i];
    if (p->merge) trace_merge_close(p->merge);
    plat_free(p->merge);
    p->merge = NULL;
    p->next = p->end;
  }
}

void trace_expander_free(trace_expander *e) {
  close_lanes(e);
  plat_free(e->processors);
  plat_free(e);
}

static bool open_part(trace_expander *e, trace_error *error) {
  const uint32_t part = e->part++;
  uint64_t end;
  if (!set_marks(e, part, &end, error)) return false;
  const uint64_t next = e->order_next;
  e->order_next = end;
  e->in_part = true;
  e->turns.n = 0;
  e->turn = 0;
  return trace_merge_open(&e->order, e->reader, part, TRACE_LANE_ORDER, TRACE_PROCESSORS_MAX, next, end) ||
         fail_lane(error, e, &e->order);
}

/* Checks at the end of a part that its lanes have no events left. */
static bool close_part(trace_expander *e, trace_error *error) {
  uint32_t n_parts;
  const trace_part *part = &trace_reader_parts(e->reader, &n_parts)[e->part - 1];
  for (uint32_t i = 0; i < e->n; i++) {
    const expanded *p = &e->processors[i];
    trace_batch batch;
    if (!p->merge && p->next != p->end) return fail(error, e, "a processor has no turn for its events");
    if (p->merge && trace_merge_next(p->merge, 1, &batch) != 0)
      return fail(error, e, "a processor has too few turns for its events");
    if (p->merge && p->merge->error.message) return fail_lane(error, e, p->merge);
  }
  if (e->event != part->event + part->events) return fail(error, e, "a part has another number of events");
  close_lanes(e);
  return true;
}

static inline uint64_t events_of_turn(const trace_expander *e) {
  const trace_item *turn = &e->turns.items[e->turn];
  return turn->value + e->round * turn->stride;
}

/* Takes the next turn of the part. Returns false if there is none, or after an error. */
static bool take_turn(trace_expander *e) {
  if (e->turn == e->turns.n) {
    if (e->turns.n != 0 && ++e->round < e->turns.repeats) {
      e->turn = 0;
    } else {
      e->turn = e->turns.n = 0;
      e->round = 0;
      if (trace_merge_next(&e->order, UINT64_MAX, &e->turns) == 0) return false;
    }
  }
  e->left = events_of_turn(e);
  e->processor = e->turns.items[e->turn++].source;
  return true;
}

/* Selects the processor of the next turn. Returns false if there is none, or after an error. */
static bool next_turn(trace_expander *e, trace_error *error) {
  uint32_t n_parts;
  (void)trace_reader_parts(e->reader, &n_parts);
  for (;;) {
    if (!e->in_part) {
      if (e->part >= n_parts) return false;
      if (!open_part(e, error)) return false;
    }
    if (take_turn(e)) {
      if (e->processor >= e->n || e->left == 0) return fail(error, e, "a turn without a processor or without events");
      return true;
    }
    if (e->order.error.message) return fail_lane(error, e, &e->order);
    if (!close_part(e, error)) return false;
  }
}

/* Returns the lane of the turn's processor; opens it if necessary. */
static trace_merge *lane_of_turn(trace_expander *e, trace_error *error) {
  expanded *p = &e->processors[e->processor];
  if (p->merge) return p->merge;
  p->merge = plat_alloc(sizeof *p->merge);
  if (trace_merge_open(p->merge, e->reader, e->part - 1, e->processor, e->n_sources, p->next, p->end)) return p->merge;
  fail_lane(error, e, p->merge);
  return NULL;
}

static bool next_batch(trace_expander *e, trace_batch *batch, trace_error *error) {
  if (e->left == 0 && !next_turn(e, error)) return false;
  trace_merge *lane = lane_of_turn(e, error);
  if (!lane) return false;
  const uint64_t n = trace_merge_next(lane, e->left, batch);
  if (n == 0)
    return lane->error.message ? fail_lane(error, e, lane) : fail(error, e, "a turn of more events than there are");
  batch->processor = e->processor;
  batch->event = e->event;
  e->event += n;
  e->left -= n;
  return true;
}

bool trace_expander_next(trace_expander *e, trace_batch *batch, trace_error *error) {
  const bool good = !e->error.message && next_batch(e, batch, &e->error);
  *error = e->error;
  return good;
}

static void add_events(trace_event *to, const trace_item *items, uint32_t n, uint32_t processor) {
  for (uint32_t i = 0; i < n; i++) to[i] = (trace_event){items[i].value, items[i].source, processor};
}

/* Begins the next turn if `turns` contains it already. */
static inline bool begin_turn_at_hand(trace_expander *e) {
  if (e->turn == e->turns.n) return false;
  const uint64_t left = events_of_turn(e);
  if (left == 0 || e->turns.items[e->turn].source >= e->n) return false;
  e->processor = e->turns.items[e->turn++].source;
  e->left = left;
  return true;
}

/* The fast path: takes events that need no further reading, for turns that `turns` contains. Returns their number, at
 * most `room`. */
static uint32_t take_at_hand(trace_expander *e, trace_event *to, uint32_t room) {
  uint32_t n = 0;
  while (n < room && (e->left != 0 || begin_turn_at_hand(e))) {
    trace_merge *lane = e->processors[e->processor].merge;
    if (!lane || lane->given == lane->n) break;
    uint64_t here = lane->n - lane->given;
    if (here > e->left) here = e->left;
    if (here > room - n) here = room - n;
    add_events(to + n, lane->items + lane->given, (uint32_t)here, e->processor);
    lane->given += (uint32_t)here;
    e->left -= here;
    n += (uint32_t)here;
  }
  e->event += n;
  return n;
}

bool trace_expander_events(trace_expander *e, trace_event *to, uint32_t room, uint32_t *n, trace_batch *batch,
                           trace_error *error) {
  bool more = true;
  *n = 0;
  batch->repeats = 1;
  while (more && batch->repeats == 1 && room - *n >= TRACE_BATCH) {
    *n += take_at_hand(e, to + *n, room - *n);
    if (room - *n < TRACE_BATCH) break;
    more = trace_expander_next(e, batch, error);
    if (!more || batch->repeats != 1) break;
    add_events(to + *n, batch->items, batch->n, batch->processor);
    *n += batch->n;
  }
  return more;
}
