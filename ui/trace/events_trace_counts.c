/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/trace/events_trace_counts.h"

#include "plat/plat.h"
#include "trace/trace_iad.h"
#include "ui/base/ui_progress.h"

typedef struct {
  const EventsTraceFile *file;
  EventsTraceCounts *counts;
  trace_iad_context *contexts; /* contexts of all sources */
  uint32_t epoch;
  const trace_block *block; /* the block that is being counted */
  double scale;             /* number of bytes in the file for each uncompressed byte of the current block */
  trace_memory memory;
  trace_bytes code; /* the last descriptor, which is encoded again to find the length of its code */
  trace_rsd_context context;
} Counting;

void events_trace_coding_add(EventsTraceCoding *sum, const EventsTraceCoding *more) {
  for (unsigned way = 0; way < EVENTS_TRACE_WAYS; way++) {
    sum->descriptors[way] += more->descriptors[way];
    sum->events[way] += more->events[way];
    sum->bytes[way] += more->bytes[way];
  }
}

uint64_t events_trace_coding_events(const EventsTraceCoding *coding) {
  uint64_t sum = 0;
  for (unsigned way = 0; way < EVENTS_TRACE_WAYS; way++) sum += coding->events[way];
  return sum;
}

double events_trace_coding_bytes(const EventsTraceCoding *coding) {
  double sum = 0;
  for (unsigned way = 0; way < EVENTS_TRACE_WAYS; way++) sum += coding->bytes[way];
  return sum;
}

/* Returns the sum of the values of all events of a descriptor, modulo 2^64. */
static uint64_t sum_values(const trace_rsd *rsd, uint64_t events) {
  uint64_t sum = events * rsd->address;
  for (unsigned i = 0; i < rsd->depth; i++) {
    const trace_level *level = &rsd->levels[i];
    const uint64_t pairs = level->count % 2 == 0 ? level->count / 2 * (level->count - 1)
                                                 : (level->count - 1) / 2 * level->count;
    sum += pairs * level->stride * (events / level->count);
  }
  return sum;
}

/* Counts a descriptor or an access. It stands for `events` events of a source, whose values add up to `values`. Returns
 * NULL, or the error if the block is invalid. */
static const char *count(Counting *c, uint32_t source, EventsTraceWay way, uint64_t events, uint64_t values,
                         double bytes) {
  const bool is_turn = c->block->header.lane == TRACE_LANE_ORDER;
  if (!is_turn && source >= c->file->n_sources) return "a descriptor is of an unknown source";
  EventsTraceCoding *coding = is_turn ? &c->counts->turns : &c->counts->sources[source];
  coding->descriptors[way]++;
  coding->events[way] += events;
  coding->bytes[way] += bytes * c->scale;
  if (is_turn) return NULL;
  c->counts->kinds[c->file->sources[source].kind] += events;
  c->counts->processors[c->block->header.lane] += events;
  const trace_source *s = &c->file->sources[source];
  c->counts->instructions[c->block->header.lane] += s->kind == TRACE_RUN ? values : events * s->gap;
  return NULL;
}

static const char *count_descriptor(void *closure, const trace_rsd *rsd) {
  Counting *c = closure;
  uint64_t events, span;
  if (!trace_rsd_measure(rsd->levels, rsd->depth, &events, &span)) return "a descriptor breaks a rule of the format";
  c->code.used = 0;
  trace_rsd_put(&c->code, &c->context, rsd);
  if (c->block->header.lane != TRACE_LANE_ORDER) c->counts->levels[rsd->depth]++;
  const EventsTraceWay way = rsd->depth == 0   ? EVENTS_TRACE_IAD
                             : rsd->depth == 1 ? EVENTS_TRACE_RSD
                                               : EVENTS_TRACE_PRSD;
  return count(c, rsd->source, way, events, sum_values(rsd, events), c->code.used);
}

static bool count_accesses(Counting *c, trace_error *wrong) {
  const trace_block_header *h = &c->block->header;
  uint8_t *content = trace_reader_content(c->file->reader, c->block, wrong);
  if (content == NULL) return false;
  trace_iad_reader reader = {.bad = false};
  const char *message = "an access breaks a rule of the format";
  const uint32_t n = h->lane == TRACE_LANE_ORDER ? TRACE_PROCESSORS_MAX : c->file->n_sources;
  if (trace_iad_open(&reader, content, (uint32_t)h->raw, (uint32_t)h->items, h->first, ++c->epoch)) message = NULL;
  trace_single access;
  const uint8_t *before = reader.byte;
  for (; message == NULL && trace_iad_take(&reader, c->contexts, n, &access, 1) != 0; before = reader.byte)
    message = count(c, access.source, EVENTS_TRACE_IAD, 1, access.value, 1 + (double)(reader.byte - before));
  if (reader.bad) message = "an access breaks a rule of the format";
  plat_free(content);
  if (message != NULL) *wrong = (trace_error){c->block->offset, message};
  return message == NULL;
}

static bool count_block(Counting *c, trace_error *wrong) {
  const trace_block_header *h = &c->block->header;
  c->counts->blocks[h->kind]++;
  c->counts->stored[h->kind] += TRACE_BLOCK_HEADER + h->stored;
  c->counts->raw[h->kind] += h->raw;
  c->scale = h->raw == 0 ? 0 : (double)(TRACE_BLOCK_HEADER + h->stored) / (double)h->raw;
  c->context = (trace_rsd_context){0};
  if (h->kind == TRACE_BLOCK_RSD)
    return trace_reader_descriptors(c->file->reader, c->block, count_descriptor, c, wrong);
  return h->kind != TRACE_BLOCK_IAD || count_accesses(c, wrong);
}

/* Returns the number of processors that have blocks. */
static uint32_t count_processors(const trace_block *blocks, uint32_t n) {
  uint32_t processors = 0;
  for (uint32_t i = 0; i < n; i++)
    if (blocks[i].header.lane != TRACE_LANE_ORDER) processors = MAX(processors, (uint32_t)blocks[i].header.lane + 1);
  return processors;
}

EventsTraceCounts *events_trace_counts_new(const EventsTraceFile *file, GError **error) {
  uint32_t n;
  const trace_block *blocks = trace_reader_blocks(file->reader, &n);
  EventsTraceCounts *counts = g_new0(EventsTraceCounts, 1);
  counts->sources = g_new0(EventsTraceCoding, file->n_sources);
  counts->n_processors = count_processors(blocks, n);
  counts->processors = g_new0(uint64_t, counts->n_processors);
  counts->instructions = g_new0(uint64_t, counts->n_processors);
  Counting c = {.file = file, .counts = counts};
  c.contexts = g_new0(trace_iad_context, MAX(file->n_sources, TRACE_PROCESSORS_MAX));
  trace_memory_init(&c.memory);
  trace_bytes_init(&c.code, &c.memory);
  trace_error wrong = {0, NULL};
  bool good = true;
  ui_progress_begin("Counting", n);
  for (uint32_t i = 0; i < n && good; i++) {
    c.block = &blocks[i];
    good = count_block(&c, &wrong);
    ui_progress_at(i);
  }
  ui_progress_end();
  trace_bytes_clear(&c.code);
  trace_memory_clear(&c.memory);
  g_free(c.contexts);
  if (good) return counts;
  events_trace_file_set_error(file, &wrong, error);
  events_trace_counts_free(counts);
  return NULL;
}

void events_trace_counts_free(EventsTraceCounts *counts) {
  g_free(counts->sources);
  g_free(counts->processors);
  g_free(counts->instructions);
  g_free(counts);
}
