/* trace_world.c: see trace_world.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/trace/trace_world.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/trace/zstd_pack.h"

static bool store(void *closure, const uint8_t *bytes, uint64_t n) {
  world *w = closure;
  while (w->size + n > w->file_room) {
    w->file_room = w->file_room ? w->file_room * 2 : 4096;
    w->file = realloc(w->file, w->file_room);
    if (!w->file) abort();
  }
  memcpy(w->file + w->size, bytes, n);
  w->size += n;
  return true;
}

static bool cut(void *closure, uint64_t size) {
  world *w = closure;
  if (size > w->size) abort();
  w->size = size;
  return true;
}

void world_begin(world *w, uint32_t n_sources, const trace_limits *limits, bool packs, bool keeps) {
  *w = (world){.keeps = keeps, .draft = limits ? limits->draft : 0};
  const trace_output output = {store, w, packs ? zstd_pack : NULL, NULL, w->draft != 0 ? cut : NULL};
  w->compressor = trace_compressor_new(&output, limits);
  for (uint32_t i = 0; i < n_sources; i++) {
    const trace_source source = {.kind = i % 2, .size = 8, .place = i, .address = 0x400000 + i};
    trace_compressor_source(w->compressor, &source);
  }
}

/* The present file has all events except the last ones. */
static void look(world *w) {
  uint64_t events;
  if (world_compare(w, w->size, true, &events) == WORLD_SAME && w->n - events < w->draft) return;
  printf("after %" PRIu64 " events the file has %" PRIu64 "\n", w->n, events);
  w->lost = true;
}

static void check(world *w) {
  w->peak = w->compressor->memory.peak;
  trace_compressor_check(w->compressor);
  if (w->draft != 0 && w->n / 512 % 8 == 0) look(w);
}

/* A run of a block is a header, which contains the source, and the event's value; or the value is in the header: then
 * it is the same in each run of the block. */
enum { IN_HEADER = 1 << 15, VALUE_SHIFT = 16, FIRST_IN_HEADER = 40 };

static void drain_words(world *w) {
  const uint64_t *at = w->words, *const end = at + w->n_words;
  if (at == end) return;
  trace_compressor_select(w->compressor, w->processor);
  trace_lane *lane = w->compressor->lane;
  trace_loop_begin(w->loop, at, end);
  while (at < end) {
    uint32_t period = 0;
    const uint64_t words = trace_loop_is_due(w->loop, at) ? trace_loop_look(w->loop, lane, at, 0, &period) : 0;
    if (period != 0 ? words % period != 0 || words > (uint64_t)(end - at) : words != 0) abort();
    at += words;
    w->taken += words;
    if (words != 0) continue;
    const uint32_t source = *at & (IN_HEADER - 1);
    const uint64_t *value = *at & IN_HEADER ? NULL : at + 1;
    trace_lane_event(lane, source, value ? *value : *at >> VALUE_SHIFT);
    trace_loop_event(w->loop, lane, source, value ? *value : *at >> VALUE_SHIFT, value);
    at += value ? 2 : 1;
  }
  trace_loop_end(w->loop);
  w->n_words = 0;
  check(w);
}

static void add_words(world *w, uint32_t processor, uint32_t source, uint64_t value) {
  if (processor != w->processor || w->n_words + 2 > WORLD_WORDS) drain_words(w);
  w->processor = processor;
  const bool in_header = source >= FIRST_IN_HEADER && value >> (64 - VALUE_SHIFT) == 0;
  w->words[w->n_words++] = in_header ? value << VALUE_SHIFT | IN_HEADER | source : source;
  if (!in_header) w->words[w->n_words++] = value;
}

void world_note(world *w, uint32_t processor, uint32_t source, uint64_t value) {
  if (w->keeps) {
    if (w->n == w->room) {
      w->room = w->room ? w->room * 2 : 4096;
      w->events = realloc(w->events, w->room * sizeof *w->events);
      if (!w->events) abort();
    }
    w->events[w->n] = (world_event){value, source, processor};
  }
  w->n++;
}

static void give_several(world *w) {
  if (w->n_several == 0) return;
  trace_compressor_select(w->compressor, w->processor);
  trace_compressor_several(w->compressor, w->several_sources, w->several_values, w->n_several);
  w->n_several = 0;
}

/* Gives events one by one, and for a while several at once. */
static void add_event(world *w, uint32_t processor, uint32_t source, uint64_t value) {
  const bool several = w->n / 700 % 3 != 0;
  if (!several || processor != w->processor || w->n_several == WORLD_SEVERAL) give_several(w);
  w->processor = processor;
  w->several_sources[w->n_several] = source;
  w->several_values[w->n_several++] = value;
  if (!several) {
    w->n_several = 0;
    trace_compressor_select(w->compressor, processor);
    trace_compressor_event(w->compressor, source, value);
  }
  if (w->n % 512 != 0) return;
  give_several(w);
  check(w);
}

void world_add(world *w, uint32_t processor, uint32_t source, uint64_t value) {
  world_note(w, processor, source, value);
  if (w->loop)
    add_words(w, processor, source, value);
  else
    add_event(w, processor, source, value);
}

void world_look_for_loops(world *w, trace_loop *loop) {
  w->loop = loop;
  *loop = (trace_loop){0};
}

void world_end(world *w) {
  if (!w->compressor) return;
  drain_words(w);
  give_several(w);
  if (!trace_compressor_finish(w->compressor)) abort();
  w->compressor = NULL;
}

static bool compare_batch(const world *w, const trace_batch *batch, uint64_t *at) {
  if (batch->event != *at) return false;
  for (uint64_t r = 0; r < batch->repeats; r++) {
    for (uint32_t i = 0; i < batch->n; i++, ++*at) {
      const uint64_t value = batch->items[i].value + r * batch->items[i].stride;
      const world_event *e = &w->events[*at];
      if (*at >= w->n || e->value != value || e->source != batch->items[i].source || e->processor != batch->processor)
        return false;
    }
  }
  return true;
}

static bool compare_events(const world *w, const trace_event *events, uint32_t n, uint64_t *at) {
  for (uint32_t i = 0; i < n; i++, ++*at) {
    const world_event *e = &w->events[*at];
    if (*at >= w->n || e->value != events[i].value || e->source != events[i].source ||
        e->processor != events[i].processor)
      return false;
  }
  return true;
}

/* Gives the events that are left, one by one where they do not repeat. */
static bool compare_one_by_one(const world *w, trace_expander *expander, uint64_t *at, trace_error *error) {
  trace_event events[TRACE_BATCH * 3];
  trace_batch batch;
  for (bool more = true; more;) {
    uint32_t n;
    const uint32_t room = TRACE_BATCH + (uint32_t)(*at % (TRACE_BATCH * 2 + 1));
    more = trace_expander_events(expander, events, room, &n, &batch, error);
    if (n > room || !compare_events(w, events, n, at)) return false;
    if (batch.repeats != 1 && !compare_batch(w, &batch, at)) return false;
  }
  return true;
}

static bool compare_batches(const world *w, trace_expander *expander, uint64_t *at, trace_error *error) {
  trace_batch batch;
  while (trace_expander_next(expander, &batch, error))
    if (!compare_batch(w, &batch, at)) return false;
  return true;
}

typedef bool comparison(const world *w, trace_expander *expander, uint64_t *at, trace_error *error);

/* Reads from a part to the end. */
static world_verdict expand(const world *w, const trace_reader *reader, uint32_t part, comparison *compare,
                            uint64_t *events, trace_error *error) {
  uint32_t n;
  const trace_part *parts = trace_reader_parts(reader, &n);
  *events = n != 0 ? parts[part].event : 0;
  trace_expander *expander = trace_expander_new(reader, part);
  const bool good = compare(w, expander, events, error);
  trace_expander_free(expander);
  if (!good) return WORLD_WRONG;
  if (error->message) return WORLD_REFUSED;
  return *events == trace_reader_events(reader) ? WORLD_SAME : WORLD_WRONG;
}

world_verdict world_compare(const world *w, uint64_t n, bool tells, uint64_t *events) {
  trace_error error;
  *events = 0;
  world_verdict verdict = WORLD_REFUSED;
  trace_reader *reader = trace_reader_new(w->file, n, zstd_unpack, NULL, &error);
  if (reader) {
    verdict = expand(w, reader, 0, compare_batches, events, &error);
    uint32_t parts;
    uint64_t end;
    (void)trace_reader_parts(reader, &parts);
    if (verdict == WORLD_SAME && parts > 1) verdict = expand(w, reader, parts / 2, compare_batches, &end, &error);
    trace_error other;
    if (expand(w, reader, 0, compare_one_by_one, &end, &other) != verdict || end != *events) {
      if (tells) printf("one by one there are %" PRIu64 " events, not %" PRIu64 "\n", end, *events);
      verdict = WORLD_WRONG;
    }
    trace_reader_free(reader);
  }
  if (tells && verdict == WORLD_REFUSED)
    printf("at byte %" PRIu64 ": %s, after %" PRIu64 " events\n", error.offset, error.message, *events);
  if (tells && verdict == WORLD_WRONG) printf("event %" PRIu64 " of %" PRIu64 " is another\n", *events, w->n);
  return verdict;
}

void world_free(world *w) {
  free(w->events);
  free(w->file);
  *w = (world){0};
}

bool world_check(world *w, const char *name, uint64_t seed, uint64_t *size) {
  world_end(w);
  uint64_t events;
  bool good = world_compare(w, w->size, true, &events) == WORLD_SAME;
  if (good && events != w->n) {
    printf("%" PRIu64 " events, but got %" PRIu64 "\n", w->n, events);
    good = false;
  }
  if (!good) printf("FAILED: seed %" PRIu64 ", %s\n", seed, name);
  if (size) *size = w->size;
  world_free(w);
  return good;
}

static const char *note_depth(void *closure, const trace_rsd *rsd) {
  uint64_t *deepest = closure;
  if (rsd->depth > *deepest) *deepest = rsd->depth;
  return NULL;
}

world_counts world_count(const world *w) {
  world_counts counts = {0};
  trace_error error;
  trace_reader *reader = trace_reader_new(w->file, w->size, zstd_unpack, NULL, &error);
  if (!reader) abort();
  uint32_t n;
  const trace_block *blocks = trace_reader_blocks(reader, &n);
  for (uint32_t i = 0; i < n; i++) {
    const trace_block_header *h = &blocks[i].header;
    if (h->kind == TRACE_BLOCK_RSD) {
      counts.rsds += h->items;
      if (!trace_reader_descriptors(reader, &blocks[i], note_depth, &counts.deepest, &error)) abort();
    }
    if (h->kind == TRACE_BLOCK_IAD) counts.iads += h->items;
    if (h->kind == TRACE_BLOCK_PART) counts.parts++;
  }
  trace_reader_free(reader);
  return counts;
}
