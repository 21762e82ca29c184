/* trace_compress.c: see trace_compress.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "trace/trace_compress.h"

enum { SOURCES_BLOCK = 1 << 16 }; /* bytes after which a block of sources is written */

static void write_block(void *closure, const trace_lane *lane, trace_block_kind kind, uint32_t items, uint64_t first,
                        const uint8_t *content, uint32_t n) {
  trace_compressor *c = closure;
  trace_writer_block(c->writer, kind, lane->number, items, first, content, n);
}

static trace_lane *new_lane(trace_compressor *c, uint32_t number) {
  return trace_lane_new(&c->memory, number, c->limits.window, write_block, c);
}

trace_compressor *trace_compressor_new(const trace_output *output, const trace_limits *limits) {
  trace_compressor *c = plat_alloc(sizeof *c);
  c->limits = limits ? *limits : (trace_limits){TRACE_WINDOW, TRACE_MEMORY, TRACE_PART, TRACE_DRAFT};
  trace_memory_init(&c->memory);
  trace_bytes_init(&c->sources, &c->memory);
  c->writer = trace_writer_new(output, &c->memory, c->limits.window);
  c->order = new_lane(c, TRACE_LANE_ORDER);
  trace_compressor_select(c, 0);
  return c;
}

static void write_sources(const trace_compressor *c) {
  if (c->sources_in_block == 0) return;
  trace_writer_block(c->writer, TRACE_BLOCK_SOURCES, 0, c->sources_in_block, 0, c->sources.bytes, c->sources.used);
}

static void end_sources(trace_compressor *c) {
  write_sources(c);
  c->sources.used = 0;
  c->sources_in_block = 0;
}

uint32_t trace_compressor_source(trace_compressor *c, const trace_source *source) {
  plat_assert(source->kind < TRACE_KINDS && c->n_sources < TRACE_SOURCES_MAX);
#define SOURCE_FIELD(name, help) trace_bytes_number(&c->sources, source->name);
#include "trace/trace_format.def"
  c->sources_in_block++;
  if (c->sources.used >= SOURCES_BLOCK) end_sources(c);
  c->n_sources++;
  for (uint32_t i = 0; i < c->n_lanes; i++)
    if (c->lanes[i]) trace_lane_reserve(c->lanes[i], c->n_sources);
  return c->n_sources - 1;
}

void trace_compressor_text(trace_compressor *c, const uint8_t *text, uint64_t n) {
  while (n != 0) {
    const uint32_t piece = n < TRACE_RAW_MAX ? (uint32_t)n : TRACE_RAW_MAX;
    trace_writer_block(c->writer, TRACE_BLOCK_TEXT, 0, 0, 0, text, piece);
    text += piece;
    n -= piece;
  }
}

void trace_compressor_turn(trace_compressor *c, uint32_t processor, uint64_t n) {
  trace_lane_event(c->order, processor, n);
  c->events += n;
}

/* Ends the current turn. */
static void end_turn(trace_compressor *c) {
  const uint64_t n = c->lane->next - c->lane_start;
  if (n == 0 || c->apart) return;
  trace_compressor_turn(c, c->processor, n);
  c->lane_start = c->lane->next;
}

static void grow_lanes(trace_compressor *c, uint32_t processor) {
  if (processor < c->n_lanes) return;
  const uint32_t n = processor + 8;
  trace_lane **lanes = plat_alloc(n * sizeof *lanes);
  for (uint32_t i = 0; i < c->n_lanes; i++) lanes[i] = c->lanes[i];
  plat_free(c->lanes);
  c->lanes = lanes;
  c->n_lanes = n;
  trace_lane_reserve(c->order, n);
}

void trace_compressor_select(trace_compressor *c, uint32_t processor) {
  plat_assert(processor < TRACE_PROCESSORS_MAX);
  if (c->lane) {
    if (processor == c->processor) return;
    end_turn(c);
  }
  grow_lanes(c, processor);
  if (!c->lanes[processor]) {
    c->lanes[processor] = new_lane(c, processor);
    trace_lane_reserve(c->lanes[processor], c->n_sources);
  }
  c->processor = processor;
  c->lane = c->lanes[processor];
  c->lane_start = c->lane->next;
}

void trace_compressor_apart(trace_compressor *c) {
  c->open = c->lane->next - c->lane_start;
  c->opener = c->processor;
  c->apart = true;
}

uint64_t trace_compressor_open_turn(const trace_compressor *c, uint32_t *processor) {
  *processor = c->opener;
  return c->open;
}

void trace_compressor_together(trace_compressor *c, uint32_t processor, uint64_t n) {
  trace_compressor_select(c, processor);
  c->lane_start = c->lane->next - n;
  c->apart = false;
}

void trace_compressor_on_part(trace_compressor *c, void (*call)(void *closure, bool draft), void *closure) {
  c->on_part = call;
  c->on_part_closure = closure;
}

/* Returns the next sequence id of each lane. The caller frees the array. */
static uint64_t *marks(const trace_compressor *c, uint32_t *n) {
  uint64_t *next = plat_alloc(c->n_lanes * sizeof *next);
  *n = 0;
  for (uint32_t i = 0; i < c->n_lanes; i++) {
    if (!c->lanes[i]) continue;
    next[i] = c->lanes[i]->next;
    *n = i + 1;
  }
  return next;
}

/* Ends a part. forget: the lanes also forget which sources are irregular. */
static void end_part(trace_compressor *c, bool forget) {
  end_turn(c);
  if (c->on_part) c->on_part(c->on_part_closure, false);
  end_sources(c);
  for (uint32_t i = 0; i < c->n_lanes; i++)
    if (c->lanes[i]) trace_lane_flush(c->lanes[i], forget);
  trace_lane_flush(c->order, forget);
  uint32_t n;
  uint64_t *next = marks(c, &n);
  trace_writer_part(c->writer, c->events, next, n, c->order->next);
  plat_free(next);
  c->readable = c->events;
}

/* Writes a draft: a part that ends here. Afterwards, the current part continues. */
static void write_draft(trace_compressor *c) {
  trace_writer_draft_begin(c->writer);
  if (c->on_part) c->on_part(c->on_part_closure, true);
  write_sources(c);
  for (uint32_t i = 0; i < c->n_lanes; i++)
    if (c->lanes[i]) trace_lane_draft(c->lanes[i], NULL);
  const trace_rsd turn = {.source = c->processor, .address = c->lane->next - c->lane_start, .sequence = c->order->next};
  const bool in_turn = turn.address != 0;
  trace_lane_draft(c->order, in_turn ? &turn : NULL);
  uint32_t n;
  uint64_t *next = marks(c, &n);
  trace_writer_draft_end(c->writer, trace_compressor_events(c), next, n, c->order->next + in_turn);
  plat_free(next);
  c->readable = trace_compressor_events(c);
}

/* Returns the bytes of content of the current part, without open patterns. */
static uint64_t content(const trace_compressor *c) {
  uint64_t bytes = trace_writer_content(c->writer) + trace_lane_content(c->order);
  for (uint32_t i = 0; i < c->n_lanes; i++)
    if (c->lanes[i]) bytes += trace_lane_content(c->lanes[i]);
  return bytes;
}

/* Open patterns take fewer bytes in the file than in memory, and must fit into a part. */
enum { OPEN_MAX = TRACE_PART_MAX / 4 * 3 };

/* Frees memory by closing aged patterns. Closes all patterns if this frees little memory, or if the free pieces have
 * the wrong sizes. */
static void make_room(trace_compressor *c) {
  const uint64_t limit = c->limits.memory;
  for (uint32_t i = 0; i < c->n_lanes; i++)
    if (c->lanes[i]) trace_lane_age(c->lanes[i]);
  if (c->memory.used <= limit / 2 && trace_memory_held(&c->memory) <= limit &&
      trace_memory_small(&c->memory) <= OPEN_MAX / 2)
    return;
  end_part(c, true);
  trace_memory_trim(&c->memory);
}

void trace_compressor_check(trace_compressor *c) {
  const uint64_t limit = c->limits.memory;
  if (c->memory.used > limit / 4 * 3 || trace_memory_held(&c->memory) > limit ||
      trace_memory_small(&c->memory) > OPEN_MAX)
    make_room(c);
  if (content(c) > c->limits.part) end_part(c, false);
  if (c->limits.draft != 0 && trace_compressor_events(c) - c->readable >= c->limits.draft &&
      trace_writer_can_draft(c->writer))
    write_draft(c);
}

uint64_t trace_compressor_events(const trace_compressor *c) { return c->events + (c->lane->next - c->lane_start); }
uint64_t trace_compressor_size(const trace_compressor *c) { return trace_writer_size(c->writer); }

static void free_all(trace_compressor *c) {
  for (uint32_t i = 0; i < c->n_lanes; i++)
    if (c->lanes[i]) trace_lane_free(c->lanes[i]);
  trace_lane_free(c->order);
  trace_bytes_clear(&c->sources);
  trace_memory_clear(&c->memory);
  plat_free(c->lanes);
  plat_free(c);
}

bool trace_compressor_finish(trace_compressor *c) {
  end_part(c, false);
  const bool good = trace_writer_finish(c->writer);
  free_all(c);
  return good;
}

void trace_compressor_free(trace_compressor *c) {
  trace_writer_free(c->writer);
  free_all(c);
}
