/* trace_lane.c: see trace_lane.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "trace/trace_lane.h"

enum {
  CREDIT_MAX = 64,    /* credit of a regular source; it allows about nine short descriptors */
  CREDIT_NEW = 32,    /* credit of a new source; it allows four short descriptors */
  CREDIT_AGAIN = 7,   /* credit of a source that was irregular; it allows one short descriptor */
  WORTH = 8,          /* minimum number of events for which a descriptor is worth its size */
  DOUBT = 64,         /* number of irregular sources after which new sources are assumed to be irregular */
  REGULAR = 64,       /* a descriptor with this number of events makes its source regular */
  WAIT = 16,          /* initial wait of an irregular source, in windows */
  SAME = 20,          /* if an event is at its source's last distance, it shortens the wait by this number of events */
  BACKOFF_MAX = 14,   /* limits the wait to 2^14 times the initial one */
  WATCH_EVERY = 8,    /* the lane watches one of this number of runs of events for signs of regularity; the result
                         counts for all of them */
  WATCHED = 1 << 8,   /* number of events in such a run, which allows the lane to compare distances in loops of up to
                         half this number */
  RSD_BLOCK = 1 << 16 /* bytes after which a block of descriptors is passed to the sink */
};

typedef struct {
  uint64_t address, sequence;
} reserved;

struct trace_pool {
  trace_pool *older, *newer;
  trace_regular *regular;
  trace_lane *lane;
  uint32_t source;
  uint32_t n_streams;
  trace_stream *streams;
  trace_fold fold;
  uint32_t n; /* number of events in the pool, which are sorted, the oldest first */
  reserved events[];
};

/* The stream of all sources in an unused page. It expects no event, since no event has this id. It is never written
 * to. */
static const trace_stream no_stream = {.odometer = {.sequence = UINT64_MAX}, .after = (trace_stream *)&no_stream};

/* clang-format off */
#define EMPTY {.previous = (trace_stream *)&no_stream, .credit = CREDIT_NEW}
/* clang-format on */
#define EMPTY_8 EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY
const trace_page trace_empty_page = {
    .regular = {EMPTY_8, EMPTY_8, EMPTY_8, EMPTY_8, EMPTY_8, EMPTY_8, EMPTY_8, EMPTY_8}};

/* ---- blocks ---- */

static void write_rsds(trace_lane *lane) {
  trace_rsd_block *block = &lane->rsds;
  if (block->n == 0) return;
  lane->sink(lane->closure, lane, TRACE_BLOCK_RSD, block->n, block->first, block->content.bytes, block->content.used);
  block->content.used = 0;
  block->n = 0;
  block->context = (trace_rsd_context){0};
}

static void write_rsd(trace_lane *lane, const trace_rsd *rsd) {
  trace_rsd_block *block = &lane->rsds;
  if (block->n == 0 || rsd->sequence < block->first) block->first = rsd->sequence;
  trace_rsd_put(&block->content, &block->context, rsd);
  block->n++;
  if (block->content.used >= RSD_BLOCK) write_rsds(lane);
}

static void write_iads(trace_lane *lane) {
  const uint32_t items = trace_iad_items(&lane->iads);
  if (items == 0) return;
  uint32_t n;
  const uint8_t *content = trace_iad_content(&lane->iads, &n);
  lane->sink(lane->closure, lane, TRACE_BLOCK_IAD, items, lane->iads.first, content, n);
}

static void end_iads(trace_lane *lane) {
  write_iads(lane);
  trace_iad_next(&lane->iads);
}

static inline bool is_watched(uint64_t sequence) { return sequence / WATCHED % WATCH_EVERY == 0; }

/* Shortens the wait of an irregular source after an event: more if the event has the same distance as the last one. */
static inline void watch(trace_slot *slot, uint32_t sequence, bool same) {
  const uint32_t step = sequence - slot->iad.sequence;
  slot->wait -= WATCH_EVERY + WATCH_EVERY * SAME * (same & (step == slot->step));
  slot->step = step;
  slot->iad.sequence = sequence;
}

void trace_lane_irregular(trace_lane *lane, uint32_t source, uint64_t sequence, uint64_t address) {
  trace_iad_writer *iads = &lane->iads;
  if (PLAT_UNLIKELY(!trace_iad_has_room(iads)) && !trace_iad_grow(iads)) end_iads(lane);
  if (trace_iad_items(iads) == 0) trace_iad_begin(iads, sequence);
  trace_slot *slot = trace_lane_slot(lane, source);
  const bool same = trace_iad_put(&iads->place, &slot->iad, source, sequence, address);
  if (is_watched(sequence)) watch(slot, (uint32_t)sequence, same);
}

/* ---- descriptors of a source ---- */

static uint64_t events_of(const trace_rsd *rsd) {
  uint64_t events, span;
  plat_assert(trace_rsd_measure(rsd->levels, rsd->depth, &events, &span));
  return events;
}

static void leave(trace_pool *pool, trace_rsd *rsd) {
  const uint64_t events = events_of(rsd);
  int credit = pool->regular->credit + (int)(events < CREDIT_MAX ? events : CREDIT_MAX) - WORTH;
  if (credit > CREDIT_MAX) credit = CREDIT_MAX;
  if (credit < -1) credit = -1;
  pool->regular->credit = (int16_t)credit;
  if (events >= REGULAR) pool->regular->backoff = 0;
  if (events >= REGULAR) pool->lane->irregular /= 2;
  write_rsd(pool->lane, rsd);
  trace_rsd_free(pool->lane->memory, rsd);
}

static void close_rsd(void *closure, trace_rsd *rsd) {
  trace_pool *pool = closure;
  trace_rsd *left = trace_fold_add(&pool->fold, pool->lane->memory, rsd);
  if (left) leave(pool, left);
}

static void write_single(trace_pool *pool, reserved event) {
  leave(pool, trace_rsd_new(pool->lane->memory, pool->source, event.address, event.sequence, 0));
}

/* ---- pools ---- */

static uint64_t bytes_of_pool(const trace_lane *lane) { return sizeof(trace_pool) + lane->window * sizeof(reserved); }

static void append_pool(trace_lane *lane, trace_pool *pool) {
  pool->older = lane->newest;
  pool->newer = NULL;
  *(lane->newest ? &lane->newest->newer : &lane->oldest) = pool;
  lane->newest = pool;
}

static void unlink_pool(trace_lane *lane, trace_pool *pool) {
  *(pool->older ? &pool->older->newer : &lane->oldest) = pool->newer;
  *(pool->newer ? &pool->newer->older : &lane->newest) = pool->older;
}

static trace_pool *new_pool(trace_lane *lane, trace_regular *regular, uint32_t source) {
  trace_pool *pool = trace_memory_take(lane->memory, bytes_of_pool(lane));
  pool->regular = regular;
  pool->lane = lane;
  pool->source = source;
  append_pool(lane, pool);
  return regular->pool = pool;
}

static void add_stream(trace_pool *pool, trace_stream *stream) {
  stream->next = pool->streams;
  pool->streams = stream;
  pool->n_streams++;
}

/* Removes and frees a stream whose events were closed or moved to the pool. */
static void drop_stream(trace_pool *pool, trace_stream *stream) {
  trace_stream **link = &pool->streams;
  for (; *link != stream; link = &(*link)->next) plat_assert(*link);
  *link = stream->next;
  pool->n_streams--;
  for (trace_stream *s = pool->streams; s; s = s->next)
    if (s->after == stream) s->after = s;
  if (pool->regular->previous == stream)
    pool->regular->previous = pool->streams ? pool->streams : (trace_stream *)&no_stream;
  trace_stream_free(pool->lane->memory, stream);
}

static void end_stream(trace_pool *pool, trace_stream *stream) {
  trace_stream_end(stream, pool->lane->memory, close_rsd, pool);
  drop_stream(pool, stream);
}

/* Closes all streams and events of a source. */
static void close_pool(trace_pool *pool) {
  trace_lane *lane = pool->lane;
  while (pool->streams) end_stream(pool, pool->streams);
  for (trace_rsd *rsd; (rsd = trace_fold_take(&pool->fold, lane->memory)) != NULL;) leave(pool, rsd);
  for (unsigned i = 0; i < pool->n; i++) write_single(pool, pool->events[i]);
  pool->regular->pool = NULL;
  unlink_pool(lane, pool);
  trace_memory_give(lane->memory, pool, bytes_of_pool(lane));
}

/* ---- finding a stream ---- */

static void remove_event(trace_pool *pool, unsigned index) {
  pool->n--;
  for (unsigned i = index; i < pool->n; i++) pool->events[i] = pool->events[i + 1];
}

/* Finds three events of the pool at equal distances; the last of them is the new event `third`. Sets the indices of the
 * first and the second. */
static bool find_three(const trace_pool *pool, reserved third, unsigned *first, unsigned *second) {
  for (unsigned q = pool->n; q-- > 1;) {
    const uint64_t far = third.sequence - pool->events[q].sequence;
    const uint64_t stride = third.address - pool->events[q].address;
    for (unsigned p = q; p-- > 0;) {
      const uint64_t before = pool->events[q].sequence - pool->events[p].sequence;
      if (before > far) break;
      if (before < far || pool->events[q].address - pool->events[p].address != stride) continue;
      *first = p;
      *second = q;
      return true;
    }
  }
  return false;
}

/* Returns the stream that aged first, or NULL if no stream has aged. */
static trace_stream *aged_stream(const trace_pool *pool, uint64_t sequence) {
  trace_stream *aged = NULL;
  for (trace_stream *s = pool->streams; s; s = s->next)
    if (s->odometer.sequence <= sequence && (!aged || s->odometer.sequence < aged->odometer.sequence)) aged = s;
  return aged;
}

static void reserve(trace_pool *pool, reserved event) {
  if (pool->n == pool->lane->window) {
    const reserved oldest = pool->events[0];
    remove_event(pool, 0);
    write_single(pool, oldest);
  }
  unsigned i = pool->n++;
  for (; i > 0 && pool->events[i - 1].sequence > event.sequence; i--) pool->events[i] = pool->events[i - 1];
  pool->events[i] = event;
}

static void start_stream(trace_pool *pool, unsigned first, unsigned second) {
  const reserved a = pool->events[first], b = pool->events[second];
  remove_event(pool, second);
  remove_event(pool, first);
  if (pool->n_streams == pool->lane->window) {
    trace_stream *aged = aged_stream(pool, UINT64_MAX);
    end_stream(pool, aged);
  }
  trace_stream *stream = trace_stream_new(pool->lane->memory, pool->source, a.address, a.sequence,
                                          b.address - a.address, b.sequence - a.sequence);
  add_stream(pool, stream);
  pool->regular->previous = stream;
}

/* ---- events that were not expected ---- */

static void follow(trace_pool *pool, trace_stream *stream) {
  trace_stream *previous = pool->regular->previous;
  if (previous != &no_stream) previous->after = stream;
  pool->regular->previous = stream;
}

static bool is_expected(trace_pool *pool, reserved event) {
  for (trace_stream *s = pool->streams; s; s = s->next) {
    if (s->odometer.sequence != event.sequence || s->odometer.address != event.address) continue;
    follow(pool, s);
    (void)trace_odometer_step(&s->odometer, 1);
    return true;
  }
  return false;
}

/* Ends a stream. If it has one or two events, they return to the pool; more events are closed. */
static void dissolve(trace_pool *pool, trace_stream *stream) {
  const trace_odometer *o = &stream->odometer;
  if (o->depth > 1) {
    end_stream(pool, stream);
    return;
  }
  const trace_digit digit = o->digits[0];
  drop_stream(pool, stream);
  for (unsigned i = 0; i < digit.count; i++)
    reserve(pool, (reserved){digit.address + i * digit.stride, digit.sequence + i * digit.sequence_stride});
}

static bool adapt(trace_pool *pool, reserved event) {
  trace_stream *aged = aged_stream(pool, event.sequence);
  if (!aged) return false;
  if (trace_stream_adapt(aged, pool->lane->memory, event.address, event.sequence, close_rsd, pool)) {
    follow(pool, aged);
    return true;
  }
  dissolve(pool, aged);
  return false;
}

/* Makes a source irregular, because its pool found too few patterns. */
static void give_up(trace_pool *pool) {
  trace_regular *regular = pool->regular;
  trace_lane *lane = pool->lane;
  trace_lane_slot(lane, pool->source)->wait = WAIT * (int32_t)lane->window << regular->backoff;
  close_pool(pool);
  if (regular->backoff < BACKOFF_MAX) regular->backoff += 2;
  regular->credit = CREDIT_AGAIN;
  lane->irregular++;
}

static void own_page(trace_lane *lane, uint32_t source) {
  trace_page **page = &lane->pages[source / TRACE_PAGE];
  if (*page != &trace_empty_page) return;
  *page = trace_memory_take_apart(lane->memory, sizeof **page);
  **page = trace_empty_page;
}

void trace_lane_other(trace_lane *lane, uint32_t source, uint64_t sequence, uint64_t address) {
  own_page(lane, source);
  trace_regular *regular = trace_lane_regular(lane, source);
  /* Most sources are irregular. So the first pool of a source is delayed until some of its events are alike. */
  if (lane->irregular > DOUBT && regular->credit == CREDIT_NEW && !regular->pool) {
    trace_lane_slot(lane, source)->wait = WAIT * 3;
    regular->credit = CREDIT_AGAIN;
    trace_lane_irregular(lane, source, sequence, address);
    return;
  }
  trace_pool *pool = regular->pool ? regular->pool : new_pool(lane, regular, source);
  const reserved event = {address, sequence};
  if (is_expected(pool, event)) return;
  lane->changes++;
  if (pool != lane->newest) {
    unlink_pool(lane, pool);
    append_pool(lane, pool);
  }
  if (!adapt(pool, event)) {
    unsigned first, second;
    if (find_three(pool, event, &first, &second))
      start_stream(pool, first, second);
    else
      reserve(pool, event);
  }
  if (regular->credit < 0) give_up(pool);
}

/* Appends events of the next n, as long as their sources are irregular and there is room. Returns the number of events
 * appended. */
__attribute__((always_inline)) static inline uint32_t put_irregular(trace_lane *lane, const uint32_t *sources,
                                                                    const uint64_t *addresses, uint32_t n,
                                                                    const bool watched) {
  trace_iad_writer *iads = &lane->iads;
  trace_page *const *const pages = lane->pages;
  const uint32_t first = (uint32_t)lane->next;
  if (!trace_iad_has_room_for(iads, n) || trace_lane_slot(lane, sources[0])->wait <= 0) return 0;
  if (PLAT_UNLIKELY(trace_iad_items(iads) == 0)) trace_iad_begin(iads, lane->next);
  trace_iad_place place = iads->place; /* kept in registers */
  unsigned token = trace_iad_put_sequence(&place, lane->next);
  uint32_t i = 0;
  for (; i < n; i++) {
    const uint32_t source = sources[i];
    trace_slot *slot = &pages[source / TRACE_PAGE]->slots[source % TRACE_PAGE];
    if (slot->wait <= 0) break;
    token = trace_iad_put_source(&place, &slot->iad, source, token);
    const bool same = trace_iad_put_address(&place, &slot->iad, token, addresses[i]);
    if (watched) watch(slot, first + i, same);
    token = 0;
  }
  lane->next += i;
  place.state.sequence = lane->next;
  iads->place = place;
  return i;
}

/* Adds the next n events. `watched`: the first of them is watched. */
__attribute__((always_inline)) static inline void put_several(trace_lane *lane, const uint32_t *sources,
                                                              const uint64_t *addresses, uint32_t n,
                                                              const bool watched) {
  for (uint32_t i = 0; i < n; i++) {
    i += put_irregular(lane, sources + i, addresses + i, n - i, watched);
    if (i == n) break;
    trace_lane_event(lane, sources[i], addresses[i]);
  }
}

__attribute__((noinline)) static void put_watched(trace_lane *lane, const uint32_t *sources, const uint64_t *addresses,
                                                  uint32_t n) {
  put_several(lane, sources, addresses, n, true);
}

void trace_lane_events(trace_lane *lane, const uint32_t *sources, const uint64_t *addresses, uint32_t n) {
  if (PLAT_UNLIKELY(is_watched(lane->next)))
    put_watched(lane, sources, addresses, n);
  else
    put_several(lane, sources, addresses, n, false);
}

void trace_lane_plant(trace_lane *lane, uint32_t source, uint64_t value, uint64_t sequence, uint64_t stride,
                      uint64_t n) {
  plat_assert(n >= TRACE_LANE_PLANT_MIN);
  own_page(lane, source);
  trace_regular *regular = trace_lane_regular(lane, source);
  if (!regular->pool) {
    trace_lane_slot(lane, source)->wait = 0;
    regular->credit = CREDIT_AGAIN;
    new_pool(lane, regular, source);
  }
  trace_pool *pool = regular->pool;
  lane->changes++;
  if (pool->n_streams == lane->window) end_stream(pool, aged_stream(pool, UINT64_MAX));
  trace_stream *stream = trace_stream_new(lane->memory, source, value, sequence, 0, stride);
  if (n > TRACE_LANE_PLANT_MIN) (void)trace_odometer_step(&stream->odometer, n - TRACE_LANE_PLANT_MIN);
  add_stream(pool, stream);
  follow(pool, stream);
}

/* ---- lanes ---- */

trace_lane *trace_lane_new(trace_memory *memory, uint32_t number, unsigned window, trace_lane_sink *sink,
                           void *closure) {
  plat_assert(window >= TRACE_WINDOW_MIN && window <= TRACE_WINDOW_MAX);
  trace_lane *lane = plat_alloc(sizeof *lane);
  lane->number = number;
  lane->window = window;
  lane->memory = memory;
  lane->sink = sink;
  lane->closure = closure;
  trace_iad_writer_init(&lane->iads, memory);
  trace_bytes_init(&lane->rsds.content, memory);
  return lane;
}

static void drop_pages(trace_lane *lane) {
  for (uint32_t i = 0; i < lane->n_pages; i++) {
    if (lane->pages[i] == &trace_empty_page) continue;
    trace_memory_give_apart(lane->memory, lane->pages[i], sizeof trace_empty_page);
    lane->pages[i] = (trace_page *)&trace_empty_page;
  }
}

static void discard(void *closure, const trace_lane *lane, trace_block_kind kind, uint32_t items, uint64_t first,
                    const uint8_t *content, uint32_t n) {
  (void)closure, (void)lane, (void)kind, (void)items, (void)first, (void)content, (void)n;
}

void trace_lane_free(trace_lane *lane) {
  lane->sink = discard;
  while (lane->oldest) close_pool(lane->oldest);
  drop_pages(lane);
  trace_iad_writer_clear(&lane->iads);
  trace_bytes_clear(&lane->rsds.content);
  trace_memory_give_apart(lane->memory, lane->pages, lane->n_pages * sizeof *lane->pages);
  plat_free(lane);
}

void trace_lane_reserve(trace_lane *lane, uint32_t n) {
  const uint32_t wanted = (n + TRACE_PAGE - 1) / TRACE_PAGE;
  if (wanted <= lane->n_pages) return;
  const uint32_t n_pages = wanted > lane->n_pages * 2 ? wanted : lane->n_pages * 2;
  trace_page **pages = trace_memory_take_apart(lane->memory, n_pages * sizeof *pages);
  for (uint32_t i = 0; i < n_pages; i++)
    pages[i] = i < lane->n_pages ? lane->pages[i] : (trace_page *)&trace_empty_page;
  trace_memory_give_apart(lane->memory, lane->pages, lane->n_pages * sizeof *pages);
  lane->pages = pages;
  lane->n_pages = n_pages;
}

void trace_lane_flush(trace_lane *lane, bool forget) {
  lane->changes++;
  while (lane->oldest) close_pool(lane->oldest);
  write_rsds(lane);
  end_iads(lane);
  if (!forget) return;
  drop_pages(lane);
  trace_iad_writer_clear(&lane->iads);
  trace_bytes_clear(&lane->rsds.content);
}

/* ---- drafts ---- */

static void draft_rsd(void *closure, trace_rsd *rsd) {
  trace_lane *lane = closure;
  write_rsd(lane, rsd);
  trace_rsd_free(lane->memory, rsd);
}

void trace_lane_draft(trace_lane *lane, const trace_rsd *last) {
  /* Add the descriptors to a copy of the block that is not full yet. */
  const trace_rsd_block waiting = lane->rsds;
  trace_bytes_init(&lane->rsds.content, lane->memory);
  trace_bytes_copy(&lane->rsds.content, waiting.content.bytes, waiting.content.used);
  for (trace_pool *pool = lane->oldest; pool; pool = pool->newer) {
    for (trace_stream *s = pool->streams; s; s = s->next) trace_stream_end(s, lane->memory, draft_rsd, lane);
    for (const trace_rsd *rsd = pool->fold.kept; rsd; rsd = rsd->next) write_rsd(lane, rsd);
    for (unsigned i = 0; i < pool->n; i++)
      draft_rsd(lane, trace_rsd_new(lane->memory, pool->source, pool->events[i].address, pool->events[i].sequence, 0));
  }
  if (last) write_rsd(lane, last);
  write_rsds(lane);
  write_iads(lane);
  trace_iad_go_on(&lane->iads);
  trace_bytes_clear(&lane->rsds.content);
  lane->rsds = waiting;
}

/* Returns whether all streams of a pool have aged. */
static bool has_aged(const trace_pool *pool) {
  for (const trace_stream *s = pool->streams; s; s = s->next)
    if (s->odometer.sequence >= pool->lane->next) return false;
  return true;
}

void trace_lane_age(trace_lane *lane) {
  lane->changes++;
  const uint64_t before = lane->memory->used;
  for (trace_pool *pool = lane->oldest, *newer; pool && lane->memory->used > before / 2; pool = newer) {
    newer = pool->newer;
    if (has_aged(pool)) close_pool(pool);
  }
}
