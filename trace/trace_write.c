/* trace_write.c: see trace_write.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "trace/trace_write.h"

#include <stddef.h>

#include "plat/plat.h"

/* The state of writing a file. */
typedef struct {
  uint64_t size;       /* size of the file, with waiting pieces */
  uint64_t content;    /* bytes of content since the end of the last part */
  uint64_t part;       /* offset of the current part */
  uint64_t part_event; /* number of events before the current part */
  uint32_t parts;
  uint32_t chain; /* chain of the previous header */
} place;

/* A piece of the file that was not passed to the sink yet. */
typedef struct piece {
  struct piece *next;
  uint32_t n;
  uint8_t bytes[];
} piece;

struct trace_writer {
  trace_output output;
  bool failed;
  bool has_draft; /* the file ends with a draft */
  place now;
  place before; /* the state at the start of the draft that is being written */
  trace_memory *memory;
  trace_bytes index;   /* content of the index block, without its number of parts */
  piece *first, **end; /* waiting pieces, and the link after the last */
  uint64_t waiting;    /* bytes of the waiting pieces */
};

static piece *new_piece(trace_writer *writer, uint32_t n) {
  piece *p = trace_memory_take_apart(writer->memory, sizeof *p + n);
  p->n = n;
  return p;
}

static void free_piece(trace_writer *writer, piece *p) { trace_memory_give_apart(writer->memory, p, sizeof *p + p->n); }

static void put_piece(trace_writer *writer, piece *p) {
  *writer->end = p;
  writer->end = &p->next;
  writer->waiting += p->n;
  writer->now.size += p->n;
}

static void put(trace_writer *writer, const uint8_t *bytes, uint32_t n) {
  piece *p = new_piece(writer, n);
  __builtin_memcpy(p->bytes, bytes, n);
  put_piece(writer, p);
}

/* Removes and frees all pieces. stores: first stores them at the end of the file without a draft. */
static void empty(trace_writer *writer, bool stores) {
  const trace_output *out = &writer->output;
  const bool cuts = writer->has_draft && stores;
  if (!writer->failed && cuts) writer->failed = !out->cut(out->sink_closure, writer->now.size - writer->waiting);
  for (piece *p = writer->first, *next; p; p = next) {
    next = p->next;
    if (!writer->failed && stores) writer->failed = !out->sink(out->sink_closure, p->bytes, p->n);
    free_piece(writer, p);
  }
  writer->first = NULL;
  writer->end = &writer->first;
  writer->waiting = 0;
}

/* Passes the waiting pieces to the sink. */
static void hand_over(trace_writer *writer) {
  empty(writer, true);
  writer->has_draft = false;
}

trace_writer *trace_writer_new(const trace_output *output, trace_memory *memory, unsigned window) {
  trace_writer *writer = plat_alloc(sizeof *writer);
  writer->output = *output;
  trace_bytes_init(&writer->index, memory);
  writer->memory = memory;
  writer->end = &writer->first;
  const trace_file_header header = {TRACE_MAGIC_FILE, TRACE_FORMAT_VERSION, window};
  uint8_t bytes[TRACE_FILE_HEADER];
  trace_file_header_put(bytes, &header);
  put(writer, bytes, sizeof bytes);
  writer->now.chain = trace_file_chain(bytes);
  writer->now.part = writer->now.size;
  hand_over(writer);
  return writer;
}

/* Makes a piece for a block: room for the header, followed by the content, which is packed if this makes it shorter. */
static piece *store(trace_writer *writer, const uint8_t *content, uint32_t n, bool *packed) {
  const trace_output *out = &writer->output;
  piece *p = new_piece(writer, TRACE_BLOCK_HEADER + n);
  uint32_t stored = 0;
  if (out->pack && n != 0) stored = out->pack(out->pack_closure, p->bytes + TRACE_BLOCK_HEADER, n - 1, content, n);
  *packed = stored != 0;
  if (!*packed) {
    if (n != 0) __builtin_memcpy(p->bytes + TRACE_BLOCK_HEADER, content, n);
    return p;
  }
  piece *smaller = new_piece(writer, TRACE_BLOCK_HEADER + stored);
  __builtin_memcpy(smaller->bytes, p->bytes, smaller->n);
  free_piece(writer, p);
  return smaller;
}

void trace_writer_block(trace_writer *writer, trace_block_kind kind, uint32_t lane, uint32_t items, uint64_t first,
                        const uint8_t *content, uint32_t n) {
  plat_assert(n <= TRACE_RAW_MAX);
  bool packed;
  piece *p = store(writer, content, n, &packed);
  const uint32_t stored = p->n - TRACE_BLOCK_HEADER;
  trace_block_header header = {.magic = TRACE_MAGIC_BLOCK,
                               .kind = kind,
                               .lane = lane,
                               .stored = stored,
                               .codec = packed ? TRACE_CODEC_ZSTD : TRACE_CODEC_PLAIN,
                               .raw = n,
                               .items = items,
                               .first = first};
  trace_block_header_put(p->bytes, &header);
  header.checksum = trace_block_checksum(p->bytes, p->bytes + TRACE_BLOCK_HEADER, header.stored);
  trace_block_header_put(p->bytes, &header);
  header.chain = writer->now.chain = trace_block_chain(writer->now.chain, p->bytes);
  trace_block_header_put(p->bytes, &header);
  put_piece(writer, p);
  writer->now.content += n;
}

static void write_end(trace_writer *writer, uint64_t events, const uint64_t *next, uint32_t n, uint64_t order) {
  place *now = &writer->now;
  trace_bytes content;
  trace_bytes_init(&content, writer->memory);
  trace_bytes_number(&content, events - now->part_event);
  trace_bytes_number(&content, order);
  for (uint32_t i = 0; i < n; i++) trace_bytes_number(&content, next[i]);
  trace_writer_block(writer, TRACE_BLOCK_PART, 0, n, now->part_event, content.bytes, content.used);
  trace_bytes_clear(&content);
}

void trace_writer_part(trace_writer *writer, uint64_t events, const uint64_t *next, uint32_t n, uint64_t order) {
  place *now = &writer->now;
  write_end(writer, events, next, n, order);
  trace_bytes_number(&writer->index, now->size - now->part);
  trace_bytes_number(&writer->index, events - now->part_event);
  now->parts++;
  now->part = now->size;
  now->part_event = events;
  now->content = 0;
  hand_over(writer);
}

void trace_writer_draft_begin(trace_writer *writer) { writer->before = writer->now; }

void trace_writer_draft_end(trace_writer *writer, uint64_t events, const uint64_t *next, uint32_t n, uint64_t order) {
  write_end(writer, events, next, n, order);
  hand_over(writer);
  writer->now = writer->before;
  writer->has_draft = true;
}

bool trace_writer_can_draft(const trace_writer *writer) { return writer->output.cut != NULL; }

uint64_t trace_writer_content(const trace_writer *writer) { return writer->now.content; }
uint64_t trace_writer_size(const trace_writer *writer) { return writer->now.size; }

bool trace_writer_finish(trace_writer *writer) {
  const trace_trailer trailer = {writer->now.size, TRACE_MAGIC_END};
  trace_writer_block(writer, TRACE_BLOCK_INDEX, 0, writer->now.parts, writer->now.part_event, writer->index.bytes,
                     writer->index.used);
  uint8_t bytes[TRACE_TRAILER];
  trace_trailer_put(bytes, &trailer);
  put(writer, bytes, sizeof bytes);
  hand_over(writer);
  const bool good = !writer->failed;
  trace_writer_free(writer);
  return good;
}

void trace_writer_free(trace_writer *writer) {
  trace_bytes_clear(&writer->index);
  empty(writer, false);
  plat_free(writer);
}
