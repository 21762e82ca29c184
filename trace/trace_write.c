/* trace_write.c: see trace_write.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "trace/trace_write.h"

#include "coherence/plat.h"

struct trace_writer {
  trace_output output;
  bool failed;
  uint64_t size;       /* bytes of the file */
  uint64_t content;    /* bytes of contents since the last part */
  uint64_t part;       /* where in the file the present part begins */
  uint64_t part_event; /* events before it */
  uint32_t blocks, parts;
  trace_bytes index;   /* content of the index block, but for its number of parts */
  uint8_t *packed; /* room for what is packed */
};

static void put(trace_writer *writer, const uint8_t *bytes, uint64_t n) {
  if (!writer->failed && n != 0) writer->failed = !writer->output.sink(writer->output.sink_closure, bytes, n);
  writer->size += n;
}

trace_writer *trace_writer_new(const trace_output *output, trace_memory *memory, unsigned window) {
  trace_writer *writer = plat_alloc(sizeof *writer);
  writer->output = *output;
  if (output->pack) writer->packed = plat_alloc(TRACE_RAW_MAX);
  trace_bytes_init(&writer->index, memory);
  const trace_file_header header = {TRACE_MAGIC_FILE, TRACE_FORMAT_VERSION, window};
  uint8_t bytes[TRACE_FILE_HEADER];
  trace_file_header_put(bytes, &header);
  put(writer, bytes, sizeof bytes);
  writer->part = writer->size;
  return writer;
}

void trace_writer_block(trace_writer *writer, trace_block_kind kind, uint32_t lane, uint32_t items, uint64_t first,
                        const uint8_t *content, uint32_t n) {
  plat_assert(n <= TRACE_RAW_MAX);
  const trace_output *out = &writer->output;
  uint32_t stored = 0;
  if (out->pack && n != 0) stored = out->pack(out->pack_closure, writer->packed, n - 1, content, n);
  const bool packed = stored != 0;
  if (!packed) stored = n;
  const uint8_t *bytes = packed ? writer->packed : content;
  const trace_block_header header = {.magic = TRACE_MAGIC_BLOCK, .kind = kind, .lane = lane, .stored = stored,
                                     .codec = packed ? TRACE_CODEC_ZSTD : TRACE_CODEC_PLAIN, .raw = n,
                                     .items = items, .number = writer->blocks++, .first = first};
  uint8_t head[TRACE_BLOCK_HEADER];
  trace_block_header_put(head, &header);
  const uint64_t sum = trace_checksum(TRACE_CHECKSUM, head, sizeof head - 8);
  trace_put_word(head + sizeof head - 8, trace_checksum(sum, bytes, stored));
  put(writer, head, sizeof head);
  put(writer, bytes, stored);
  writer->content += n;
}

void trace_writer_part(trace_writer *writer, uint64_t events, const uint64_t *next, uint32_t n, uint64_t order) {
  trace_bytes content;
  trace_bytes_init(&content, writer->index.memory);
  trace_bytes_number(&content, events - writer->part_event);
  trace_bytes_number(&content, order);
  for (uint32_t i = 0; i < n; i++) trace_bytes_number(&content, next[i]);
  trace_writer_block(writer, TRACE_BLOCK_PART, 0, n, writer->part_event, content.bytes, content.used);
  trace_bytes_clear(&content);
  trace_bytes_number(&writer->index, writer->size - writer->part);
  trace_bytes_number(&writer->index, events - writer->part_event);
  writer->parts++;
  writer->part = writer->size;
  writer->part_event = events;
  writer->content = 0;
}

uint64_t trace_writer_content(const trace_writer *writer) { return writer->content; }
uint64_t trace_writer_size(const trace_writer *writer) { return writer->size; }

bool trace_writer_finish(trace_writer *writer) {
  const trace_trailer trailer = {writer->size, TRACE_MAGIC_END};
  trace_writer_block(writer, TRACE_BLOCK_INDEX, 0, writer->parts, writer->part_event, writer->index.bytes,
                     writer->index.used);
  uint8_t bytes[TRACE_TRAILER];
  trace_trailer_put(bytes, &trailer);
  put(writer, bytes, sizeof bytes);
  const bool good = !writer->failed;
  trace_writer_free(writer);
  return good;
}

void trace_writer_free(trace_writer *writer) {
  trace_bytes_clear(&writer->index);
  plat_free(writer->packed);
  plat_free(writer);
}
