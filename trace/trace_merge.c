/* trace_merge.c: see trace_merge.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "trace/trace_merge.h"

#include <stddef.h>

#include "plat/plat.h"

static bool fail(trace_merge *m, uint64_t offset, const char *message) {
  m->error = (trace_error){offset, message};
  return false;
}

static const char TWO_EVENTS[] = "two events have one sequence id";

/* The number of cursors above which descriptors are not split. */
enum { SPLIT_MAX = 1 << 16 };

/* The number of irregular accesses to read at a time. */
enum { IADS = 64 };

/* A run with fewer remaining events than this is not searched for repetitions. */
enum { WORTH = 3 };

/* ---- opening ---- */

/* Adds a cursor for the events of some levels. If the innermost level is short, and the level around it repeats within
 * a batch, adds one cursor for each event of the innermost level instead of a single cursor. All these cursors have
 * runs of the same length. */
static void add_cursor(trace_merge *m, uint32_t source, const trace_level *levels, unsigned depth, uint64_t address,
                       uint64_t sequence) {
  if (depth > 1 && levels[1].sequence_stride <= TRACE_BATCH && m->waiting.n < SPLIT_MAX) {
    for (uint64_t i = 0; i < levels[0].count; i++)
      add_cursor(m, source, levels + 1, depth - 1, address + i * levels[0].stride,
                 sequence + i * levels[0].sequence_stride);
    return;
  }
  trace_cursor *cursor = trace_memory_take(&m->memory, sizeof *cursor + depth * sizeof(trace_digit));
  trace_odometer *o = &cursor->odometer;
  o->digits = (trace_digit *)(cursor + 1);
  o->source = source;
  o->depth = (uint16_t)depth;
  for (unsigned l = 0; l < depth; l++)
    o->digits[l] = (trace_digit){.stride = levels[l].stride,
                                 .sequence_stride = levels[l].sequence_stride,
                                 .count = levels[l].count};
  trace_odometer_begin(o, depth, address, sequence);
  trace_singles_add(&m->waiting, (trace_single){sequence, (uintptr_t)cursor, source});
}

/* Adds a descriptor of the lane. */
static const char *add_descriptor(void *closure, const trace_rsd *rsd) {
  trace_merge *m = closure;
  uint64_t events, span;
  if (rsd->source >= m->n_sources) return "a descriptor is of an unknown source";
  if (!trace_rsd_measure(rsd->levels, rsd->depth, &events, &span) || rsd->sequence < m->next ||
      rsd->sequence + span >= m->end)
    return "a descriptor is not within its part";
  if (rsd->depth == 0)
    trace_singles_add(&m->singles, (trace_single){rsd->sequence, rsd->address, rsd->source});
  else
    add_cursor(m, rsd->source, rsd->levels, rsd->depth, rsd->address, rsd->sequence);
  return NULL;
}

static bool read_iads(trace_merge *m);

bool trace_merge_open(trace_merge *m, const trace_reader *reader, uint32_t part, uint32_t lane, uint32_t n_sources,
                      uint64_t next, uint64_t end) {
  *m = (trace_merge){.reader = reader, .lane = lane, .n_sources = n_sources, .next = next, .end = end};
  uint32_t n_parts, n_blocks;
  const trace_part *p = &trace_reader_parts(reader, &n_parts)[part];
  const trace_block *blocks = trace_reader_blocks(reader, &n_blocks);
  plat_assert(part < n_parts && p->last <= n_blocks);
  trace_memory_init(&m->memory);
  m->last_block = p->last;
  m->iads.block = p->first;
  if (next > end) return fail(m, blocks[p->last - 1].offset, "a lane goes back");
  for (uint32_t i = p->first; i < p->last; i++)
    if (blocks[i].header.kind == TRACE_BLOCK_RSD && blocks[i].header.lane == lane &&
        !trace_reader_descriptors(reader, &blocks[i], add_descriptor, m, &m->error))
      return false;
  trace_singles_sort(&m->singles);
  trace_singles_sort(&m->waiting);
  m->iads.ahead.room = IADS;
  m->iads.ahead.singles = plat_alloc(IADS * sizeof(trace_single));
  return read_iads(m);
}

void trace_merge_close(trace_merge *m) {
  trace_heap_free(&m->active);
  trace_singles_free(&m->singles);
  trace_singles_free(&m->waiting);
  trace_memory_drop(&m->memory);
  trace_singles_free(&m->iads.ahead);
  plat_free(m->iads.contexts);
  plat_free(m->iads.content);
  *m = (trace_merge){0};
}

/* ---- irregular accesses ---- */

/* Opens the next block of irregular accesses. Returns false if there is none, or after an error. */
static bool open_iads(trace_merge *m) {
  trace_merge_iads *iads = &m->iads;
  uint32_t n;
  const trace_block *blocks = trace_reader_blocks(m->reader, &n);
  while (iads->block < m->last_block) {
    const trace_block *block = &blocks[iads->block++];
    const trace_block_header *h = &block->header;
    if (h->kind != TRACE_BLOCK_IAD || h->lane != m->lane || h->items == 0) continue;
    if (!iads->contexts) iads->contexts = plat_alloc((m->n_sources + 1) * sizeof *iads->contexts);
    plat_free(iads->content);
    iads->content = trace_reader_content(m->reader, block, &m->error);
    if (!iads->content) return false;
    if (trace_iad_open(&iads->reader, iads->content, (uint32_t)h->raw, (uint32_t)h->items, h->first, ++iads->epoch))
      return true;
    return fail(m, block->offset, "a block of accesses has two lengths");
  }
  return false;
}

/* Reads the next accesses. Returns false after an error. */
static bool read_iads(trace_merge *m) {
  trace_merge_iads *iads = &m->iads;
  trace_singles *ahead = &iads->ahead;
  ahead->n = ahead->next = 0;
  do {
    if (iads->content)
      ahead->n = trace_iad_take(&iads->reader, iads->contexts, m->n_sources, ahead->singles, ahead->room);
    if (ahead->n != 0) return true;
    if (iads->reader.bad) break;
  } while (open_iads(m));
  if (!iads->reader.bad) return m->error.message == NULL;
  uint32_t n;
  return fail(m, trace_reader_blocks(m->reader, &n)[iads->block - 1].offset, "an access breaks a rule of the format");
}

/* Moves to the next access. Returns false after an error. */
static inline bool next_iad(trace_merge *m) { return ++m->iads.ahead.next < m->iads.ahead.n || read_iads(m); }

/* ---- one repetition ---- */

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

static void add_item(trace_merge *m, uint64_t value, uint32_t source, trace_cursor *owner) {
  m->owners[m->n] = owner;
  m->items[m->n++] = (trace_item){value, 0, source};
}

/* Advances an active descriptor by some events of its innermost level. */
static void go_on(trace_merge *m, trace_cursor *cursor, uint64_t events) {
  bool more = trace_odometer_step(&cursor->odometer, events);
  if (more)
    trace_heap_later(&m->active, cursor);
  else
    trace_heap_remove(&m->active, cursor);
}

/* Activates the waiting descriptor with the earliest first event. */
static void activate_next(trace_merge *m) {
  trace_heap_push(&m->active, (trace_cursor *)(uintptr_t)m->waiting.singles[m->waiting.next++].value);
}

/* As activate_next(), for all descriptors whose event is next. */
static void activate(trace_merge *m) {
  if (trace_singles_first(&m->waiting) == m->next + m->n) activate_next(m);
}

/* Returns the probable period of the events after the collected ones, or 0 if there is none. */
static uint32_t likely_period(const trace_merge *m) {
  if (trace_heap_first(&m->active) != m->next + m->n) return 0;
  const trace_odometer *o = &m->active.entries[0].cursor->odometer;
  return o->left >= WORTH && o->sequence_stride <= TRACE_BATCH ? (uint32_t)o->sequence_stride : 0;
}

static void take_single(trace_merge *m, const trace_singles *list) {
  const trace_single *single = &list->singles[list->next];
  add_item(m, single->value, single->source, NULL);
}

/* Takes consecutive irregular accesses, until the batch has `most` items. Returns false after an error. */
static bool take_iads(trace_merge *m, uint32_t most) {
  trace_singles *ahead = &m->iads.ahead;
  uint64_t end = m->end - m->next < most ? m->end : m->next + most;
  end = least(end, least(trace_singles_first(&m->waiting), trace_heap_first(&m->active)));
  uint64_t sequence = m->next + m->n;
  do {
    take_single(m, ahead);
    if (!next_iad(m)) return false;
  } while (trace_singles_first(ahead) == ++sequence && sequence < end);
  return true;
}

/* Collects events one by one, up to `most`, or until some probably repeat. Stops before an event without a descriptor
 * or an access. Returns false after an error. */
static bool collect_till_period(trace_merge *m, uint32_t most) {
  while (m->n < most && m->next + m->n < m->end) {
    const uint64_t sequence = m->next + m->n;
    activate(m);
    if (trace_heap_first(&m->active) == sequence) {
      if (likely_period(m) != 0) break;
      trace_cursor *cursor = m->active.entries[0].cursor;
      add_item(m, cursor->odometer.address, cursor->odometer.source, cursor);
      go_on(m, cursor, 1);
    } else if (trace_singles_first(&m->iads.ahead) == sequence) {
      if (!take_iads(m, most)) return false;
    } else if (trace_singles_first(&m->singles) == sequence) {
      take_single(m, &m->singles);
      m->singles.next++;
    } else {
      break;
    }
  }
  return true;
}

/* ---- many events at once ---- */

/* The source of an item whose event is not known yet. */
enum { NOBODY = UINT32_MAX };

/* Puts an event into the item of its sequence id. Returns false if the item has an event already, or was returned
 * before. */
static bool place(trace_merge *m, uint64_t sequence, uint64_t value, uint32_t source, trace_cursor *owner) {
  trace_item *item = &m->items[sequence - m->next];
  if (sequence < m->next + m->n || item->source != NOBODY) return fail(m, 0, TWO_EVENTS);
  *item = (trace_item){value, 0, source};
  m->owners[sequence - m->next] = owner;
  return true;
}

/* Stores those events of a descriptor whose sequence ids are less than `end` in their items. Sets *more to whether the
 * descriptor has further events. */
static bool place_active(trace_merge *m, trace_cursor *cursor, uint64_t end, bool *more) {
  trace_odometer *o = &cursor->odometer;
  *more = true;
  while (*more && o->sequence < end) {
    const uint64_t room = (end - o->sequence + o->sequence_stride - 1) / o->sequence_stride;
    const uint64_t n = room < o->left ? room : o->left;
    for (uint64_t i = 0; i < n; i++)
      if (!place(m, o->sequence + i * o->sequence_stride, o->address + i * o->stride, o->source, cursor)) return false;
    *more = trace_odometer_step(o, n);
  }
  return true;
}

/* As place_active(), for all active descriptors. Each has at least one event before `end`. */
static bool place_all_active(trace_merge *m, uint64_t end) {
  uint32_t due[TRACE_BATCH];
  trace_cursor *over[TRACE_BATCH];
  uint32_t n_over = 0;
  const uint32_t n = trace_heap_due(&m->active, end, due, TRACE_BATCH);
  for (uint32_t i = 0; i < n; i++) {
    trace_cursor *cursor = m->active.entries[due[i]].cursor;
    bool more;
    if (!place_active(m, cursor, end, &more)) return false;
    if (!more) over[n_over++] = cursor;
  }
  trace_heap_settle(&m->active, due, n);
  for (uint32_t i = 0; i < n_over; i++) trace_heap_remove(&m->active, over[i]);
  return true;
}

static bool place_single(trace_merge *m, const trace_singles *list) {
  const trace_single *single = &list->singles[list->next];
  return place(m, single->sequence, single->value, single->source, NULL);
}

static bool place_singles(trace_merge *m, uint64_t end) {
  while (trace_singles_first(&m->iads.ahead) < end)
    if (!place_single(m, &m->iads.ahead) || !next_iad(m)) return false;
  for (; trace_singles_first(&m->singles) < end; m->singles.next++)
    if (!place_single(m, &m->singles)) return false;
  return true;
}

/* Collects events, up to `most`, descriptor by descriptor. Stops before an event without a descriptor or an access.
 * Returns false after an error. */
static bool collect(trace_merge *m, uint32_t most) {
  const uint64_t end = m->end - m->next < most ? m->end : m->next + most;
  for (uint64_t i = m->n; i < end - m->next; i++) {
    m->items[i].source = NOBODY;
    m->owners[i] = NULL;
  }
  while (trace_singles_first(&m->waiting) < end) activate_next(m);
  if (!place_all_active(m, end) || !place_singles(m, end)) return false;
  while (m->n < end - m->next && m->items[m->n].source != NOBODY) m->n++;
  return true;
}

/* ---- repetitions ---- */

/* Returns whether an item's event recurs `period` ids later. It recurs if the next event of its descriptor's innermost
 * run after `seen` has that id. */
static bool comes_again(trace_merge *m, uint32_t item, uint64_t period) {
  trace_cursor *cursor = m->owners[item];
  const trace_odometer *o = &cursor->odometer;
  const uint64_t times = period / o->sequence_stride;
  const uint64_t seen = cursor->seen++;
  m->items[item].stride = times * o->stride;
  return times * o->sequence_stride == period && o->sequence + seen * o->sequence_stride == m->next + item + period &&
         o->address + seen * o->stride == m->items[item].value + m->items[item].stride;
}

/* Returns the least multiple of a period that is also a multiple of the strides of the owners' innermost runs. Returns
 * 0 if a batch has no room for this number of events. */
static uint32_t longer_period(const trace_merge *m, uint32_t period) {
  for (uint32_t i = 0; i < m->n; i++) {
    const trace_cursor *owner = m->owners[i];
    if (!owner || owner->odometer.left == 0) return 0;
    const uint64_t stride = owner->odometer.sequence_stride;
    uint64_t multiple = period;
    while (multiple % stride != 0 && multiple <= TRACE_BATCH) multiple += period;
    if (multiple > TRACE_BATCH) return 0;
    if (multiple != period) return (uint32_t)multiple;
  }
  return 0;
}

/* Returns the number of repetitions of the items. */
static uint64_t count_repetitions(trace_merge *m) {
  uint64_t repeats = UINT64_MAX;
  for (uint32_t i = 0; i < m->n; i++) {
    if (!m->owners[i]) return 0;
    m->owners[i]->seen = 0;
  }
  for (uint32_t i = 0; i < m->n; i++)
    if (!comes_again(m, i, m->n)) return 0;
  for (uint32_t i = 0; i < m->n; i++) {
    const uint64_t most = m->owners[i]->odometer.left / m->owners[i]->seen;
    if (most < repeats) repeats = most;
  }
  return repeats;
}

/* Advances the descriptors of the items by n repetitions. */
static void skip(trace_merge *m, uint64_t n) {
  for (uint32_t i = 0; i < m->n; i++) {
    trace_cursor *cursor = m->owners[i];
    if (cursor->seen == 0) continue;
    const uint64_t events = n * cursor->seen;
    cursor->seen = 0;
    go_on(m, cursor, events);
  }
}

/* ---- batches ---- */

/* Returns whether an event's sequence id has already passed. If so, the trace is invalid, since two events have the
 * same id. */
static bool is_behind(const trace_merge *m) {
  return trace_heap_first(&m->active) < m->next || trace_singles_first(&m->waiting) < m->next ||
         trace_singles_first(&m->iads.ahead) < m->next || trace_singles_first(&m->singles) < m->next;
}

/* Collects events that repeat. If none repeat, collects as many events as there is room for. Returns false after an
 * error. */
static bool collect_repetitions(trace_merge *m) {
  activate(m);
  uint32_t period = likely_period(m);
  if (period == 0) return collect_till_period(m, TRACE_BATCH);
  uint64_t more = 0;
  while (more == 0 && period != 0) {
    if (!collect(m, period)) return false;
    more = m->n == period ? count_repetitions(m) : 0;
    period = m->n == period ? longer_period(m, period) : 0;
  }
  if (more == 0) return collect(m, TRACE_BATCH);
  skip(m, more);
  m->repeats += more;
  return true;
}

/* Makes the next batch. Returns false if there is none, or after an error. */
static bool fill(trace_merge *m) {
  m->n = m->given = 0;
  m->repeats = 1;
  if (m->next == m->end) {
    const bool left = m->active.n != 0 || m->waiting.next < m->waiting.n ||
                      trace_singles_first(&m->iads.ahead) != UINT64_MAX || m->singles.next < m->singles.n;
    return left ? fail(m, 0, "events are left over at the end of a part") : false;
  }
  if (!collect_repetitions(m)) return false;
  if (m->n == 0) return fail(m, 0, "an event is missing");
  m->next += m->n * m->repeats;
  return !is_behind(m) || fail(m, 0, TWO_EVENTS);
}

/* Moves the items past n repetitions that were returned. */
static void pass_repetitions(trace_merge *m, uint64_t n) {
  m->repeats -= n;
  for (uint32_t i = 0; i < m->n; i++) m->items[i].value += n * m->items[i].stride;
}

uint64_t trace_merge_go_on(trace_merge *m, uint64_t most, trace_batch *batch) {
  /* trace_merge_next() only counts the repetitions that it returns, because updating all items each time is slow */
  if (m->pending != 0) pass_repetitions(m, m->pending);
  m->pending = 0;
  if (m->given == m->n && m->repeats > 1) {
    m->given = 0;
    pass_repetitions(m, 1);
  } else if (m->given == m->n && !fill(m)) {
    return 0;
  }
  batch->items = m->items + m->given;
  batch->sequence = m->next - m->n * m->repeats + m->given;
  batch->n = m->n - m->given;
  batch->repeats = 1;
  if (batch->n > most) {
    batch->n = (uint32_t)most;
  } else if (m->given == 0 && m->repeats > 1) {
    batch->repeats = most / m->n < m->repeats ? most / m->n : m->repeats;
    m->pending = batch->repeats - 1;
  }
  m->given += batch->n;
  return batch->n * batch->repeats;
}
