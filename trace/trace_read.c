/* trace_read.c: see trace_read.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "trace/trace_read.h"

#include <stddef.h>

#include "plat/plat.h"

struct trace_reader {
  const uint8_t *file;
  uint64_t size;
  trace_unpack *unpack;
  void *closure;
  trace_file_header header;
  bool complete;
  trace_block *blocks;
  trace_part *parts;
  uint32_t n_blocks, block_room, n_parts, part_room;
  trace_source *sources;
  uint32_t n_sources, source_room;
  uint8_t *text;
  uint64_t text_size, text_room;
};

static bool fail(trace_error *error, uint64_t offset, const char *message) {
  *error = (trace_error){offset, message};
  return false;
}

/* Makes room for one more element in an array of `n`. */
static void grow(void **array, uint64_t n, uint64_t *room, uint64_t element) {
  if (n < *room) return;
  const uint64_t more = *room ? *room * 2 : 16;
  void *larger = plat_alloc(more * element);
  if (n != 0) __builtin_memcpy(larger, *array, n * element);
  plat_free(*array);
  *array = larger;
  *room = more;
}

#define GROW(array, n, room)                         \
  do {                                               \
    void *grown = (array);                           \
    uint64_t grown_room = (room);                    \
    grow(&grown, (n), &grown_room, sizeof *(array)); \
    (array) = grown;                                 \
    (room) = grown_room;                             \
  } while (0)

/* Checks a block and unpacks its content. */
static bool unpack(const trace_reader *reader, const trace_block *block, uint8_t *to, trace_error *error) {
  const trace_block_header *h = &block->header;
  const uint8_t *bytes = reader->file + block->offset + TRACE_BLOCK_HEADER;
  if (trace_block_checksum(reader->file + block->offset, bytes, h->stored) != h->checksum)
    return fail(error, block->offset, "a block does not have its checksum");
  if (h->codec == TRACE_CODEC_PLAIN) {
    if (h->stored != h->raw) return fail(error, block->offset, "a block has two lengths");
    if (h->raw != 0) __builtin_memcpy(to, bytes, h->raw);
    return true;
  }
  if (!reader->unpack) return fail(error, block->offset, "a block is packed, and nothing can unpack it");
  if (!reader->unpack(reader->closure, to, (uint32_t)h->raw, bytes, (uint32_t)h->stored))
    return fail(error, block->offset, "a block cannot be unpacked");
  return true;
}

uint8_t *trace_reader_content(const trace_reader *reader, const trace_block *block, trace_error *error) {
  uint8_t *content = plat_alloc(block->header.raw);
  if (unpack(reader, block, content, error)) return content;
  plat_free(content);
  return NULL;
}

/* ---- sources and tables ---- */

static bool read_sources(trace_reader *r, const trace_block *block, trace_input *input, trace_error *error) {
  for (uint64_t i = 0; i < block->header.items; i++) {
    GROW(r->sources, r->n_sources, r->source_room);
    trace_source *source = &r->sources[r->n_sources];
#define SOURCE_FIELD(name, help) source->name = trace_input_number(input);
#include "trace/trace_format.def"
    if (input->bad) return fail(error, block->offset, "a block of sources ends early");
    if (source->kind >= TRACE_KINDS) return fail(error, block->offset, "a source is of no known kind");
    if (r->n_sources == TRACE_SOURCES_MAX || r->n_sources == r->size)
      return fail(error, block->offset, "too many sources");
    r->n_sources++;
  }
  return input->at == input->end || fail(error, block->offset, "a block of sources is too long");
}

/* Returns whether a text block starts new tables: it begins with TRACE_TEXT_BEGIN. */
static bool begins_tables(const uint8_t *text, uint64_t n) {
  const char *begin = TRACE_TEXT_BEGIN;
  uint64_t i = 0;
  while (begin[i] != '\0' && i < n && text[i] == (uint8_t)begin[i]) i++;
  return begin[i] == '\0';
}

static bool read_text(trace_reader *r, const trace_block *block, const trace_input *input, trace_error *error) {
  const uint64_t n = (uint64_t)(input->end - input->at);
  if (begins_tables(input->at, n)) r->text_size = 0;
  if (n > TRACE_TEXT_MAX - r->text_size || (r->text_size + n) / TRACE_TEXT_PACKED > r->size)
    return fail(error, block->offset, "too much text");
  while (r->text_room < r->text_size + n) GROW(r->text, r->text_room, r->text_room);
  if (n != 0) __builtin_memcpy(r->text + r->text_size, input->at, n);
  r->text_size += n;
  return true;
}

static bool read_tables(trace_reader *r, trace_error *error) {
  bool good = true;
  for (uint32_t i = 0; good && i < r->n_blocks; i++) {
    const trace_block *block = &r->blocks[i];
    if (block->header.kind != TRACE_BLOCK_SOURCES && block->header.kind != TRACE_BLOCK_TEXT) continue;
    uint8_t *content = trace_reader_content(r, block, error);
    if (!content) return false;
    trace_input input = {content, content + block->header.raw, false};
    good = block->header.kind == TRACE_BLOCK_TEXT ? read_text(r, block, &input, error)
                                                  : read_sources(r, block, &input, error);
    plat_free(content);
  }
  return good;
}

/* ---- parts ---- */

/* Reads the marks of a part: the next sequence id of each lane at its end. */
static uint64_t *read_marks(const trace_reader *r, const trace_block *block, uint64_t *events, uint64_t *order,
                            trace_error *error) {
  uint8_t *content = trace_reader_content(r, block, error);
  if (!content) return NULL;
  trace_input input = {content, content + block->header.raw, false};
  const uint64_t n = block->header.items;
  uint64_t *next = plat_alloc((n + 1) * sizeof *next);
  *events = trace_input_number(&input);
  *order = trace_input_number(&input);
  for (uint64_t i = 0; i < n; i++) next[i] = trace_input_number(&input);
  plat_free(content);
  if (!input.bad && input.at == input.end) return next;
  fail(error, block->offset, "the end of a part is no such");
  plat_free(next);
  return NULL;
}

uint64_t *trace_reader_marks(const trace_reader *r, uint32_t part, uint32_t *n, uint64_t *order, trace_error *error) {
  const trace_block *block = &r->blocks[r->parts[part].last - 1];
  *n = (uint32_t)block->header.items;
  uint64_t events;
  return read_marks(r, block, &events, order, error);
}

static bool add_part(trace_reader *r, trace_error *error) {
  const trace_part *before = r->n_parts != 0 ? &r->parts[r->n_parts - 1] : NULL;
  trace_part part = {before ? before->last : 0, r->n_blocks, before ? before->event + before->events : 0, 0};
  const trace_block *block = &r->blocks[r->n_blocks - 1];
  uint64_t order, content = 0, end;
  uint64_t *next = read_marks(r, block, &part.events, &order, error);
  if (!next) return false;
  plat_free(next);
  for (uint32_t i = part.first; i < part.last; i++) content += r->blocks[i].header.raw;
  if (content > TRACE_PART_MAX || part.last - part.first > TRACE_PART_BLOCKS_MAX)
    return fail(error, block->offset, "a part is too large");
  if (block->header.first != part.event || __builtin_add_overflow(part.event, part.events, &end))
    return fail(error, block->offset, "a part does not follow the one before");
  GROW(r->parts, r->n_parts, r->part_room);
  r->parts[r->n_parts++] = part;
  return true;
}

/* ---- the frame ---- */

static bool is_sound(const trace_block_header *h) {
  return h->magic == TRACE_MAGIC_BLOCK && h->kind < TRACE_BLOCKS && h->codec < TRACE_CODECS &&
         h->raw <= TRACE_RAW_MAX && h->stored <= TRACE_RAW_MAX && h->items <= TRACE_RAW_MAX &&
         (h->lane < TRACE_PROCESSORS_MAX || h->lane == TRACE_LANE_ORDER) &&
         (h->kind != TRACE_BLOCK_PART || h->items <= TRACE_PROCESSORS_MAX);
}

/* Walks from block to block to the index, or to the truncated end. */
static bool read_blocks(trace_reader *r, trace_error *error) {
  uint64_t at = TRACE_FILE_HEADER;
  uint32_t chain = trace_file_chain(r->file);
  while (r->size - at >= TRACE_BLOCK_HEADER) {
    trace_block block = {.offset = at};
    trace_block_header_get(r->file + at, &block.header);
    if (!is_sound(&block.header)) return fail(error, at, "not a block of a trace");
    chain = trace_block_chain(chain, r->file + at);
    if (block.header.chain != chain) return fail(error, at, "the header of a block was altered, or does not follow");
    at += TRACE_BLOCK_HEADER;
    if (r->size - at < block.header.stored) break;
    at += block.header.stored;
    GROW(r->blocks, r->n_blocks, r->block_room);
    r->blocks[r->n_blocks++] = block;
    if (block.header.kind == TRACE_BLOCK_PART && !add_part(r, error)) return false;
    if (block.header.kind == TRACE_BLOCK_INDEX) break;
  }
  return true;
}

/* Drops the blocks after the last complete part, except the index. */
static bool read_end(trace_reader *r, trace_error *error) {
  const trace_block *last = r->n_blocks != 0 ? &r->blocks[r->n_blocks - 1] : NULL;
  const uint32_t used = r->n_parts != 0 ? r->parts[r->n_parts - 1].last : 0;
  if (last && last->header.kind == TRACE_BLOCK_INDEX) {
    const uint64_t end = last->offset + TRACE_BLOCK_HEADER + last->header.stored;
    trace_trailer trailer = {0, 0};
    if (r->size - end >= TRACE_TRAILER) {
      if (r->size - end > TRACE_TRAILER) return fail(error, end + TRACE_TRAILER, "bytes follow the end of the trace");
      trace_trailer_get(r->file + end, &trailer);
      if (trailer.magic != TRACE_MAGIC_END || trailer.index != last->offset)
        return fail(error, end, "not the end of a trace");
      if (used != r->n_blocks - 1) return fail(error, last->offset, "blocks that are in no part");
      r->complete = true;
    }
  }
  r->n_blocks = used + r->complete;
  return true;
}

static bool check_index(const trace_reader *r, trace_error *error) {
  if (!r->complete) return true;
  const trace_block *index = &r->blocks[r->n_blocks - 1];
  uint8_t *content = trace_reader_content(r, index, error);
  if (!content) return false;
  trace_input input = {content, content + index->header.raw, false};
  uint64_t at = TRACE_FILE_HEADER;
  bool good = index->header.items == r->n_parts;
  for (uint32_t i = 0; i < r->n_parts; i++) {
    const uint64_t end = i + 1 < r->n_parts ? r->blocks[r->parts[i + 1].first].offset : index->offset;
    good = trace_input_number(&input) == end - at && trace_input_number(&input) == r->parts[i].events && good;
    at = end;
  }
  good = good && !input.bad && input.at == input.end;
  plat_free(content);
  return good || fail(error, index->offset, "the index does not agree with the parts");
}

static bool read_header(trace_reader *r, trace_error *error) {
  if (r->size < TRACE_FILE_HEADER) return fail(error, 0, "not a trace: too short");
  trace_file_header_get(r->file, &r->header);
  if (r->header.magic != TRACE_MAGIC_FILE) return fail(error, 0, "not a trace");
  if (r->header.version != TRACE_FORMAT_VERSION) return fail(error, 8, "a trace of another version of the format");
  return true;
}

trace_reader *trace_reader_new(const uint8_t *file, uint64_t n, trace_unpack *unpack, void *closure,
                               trace_error *error) {
  trace_reader *r = plat_alloc(sizeof *r);
  r->file = file;
  r->size = n;
  r->unpack = unpack;
  r->closure = closure;
  *error = (trace_error){0, NULL};
  if (read_header(r, error) && read_blocks(r, error) && read_end(r, error) && check_index(r, error) &&
      read_tables(r, error))
    return r;
  trace_reader_free(r);
  return NULL;
}

void trace_reader_free(trace_reader *r) {
  plat_free(r->blocks);
  plat_free(r->parts);
  plat_free(r->sources);
  plat_free(r->text);
  plat_free(r);
}

/* ---- what was read ---- */

bool trace_reader_is_complete(const trace_reader *r) { return r->complete; }
const trace_file_header *trace_reader_header(const trace_reader *r) { return &r->header; }

uint64_t trace_reader_events(const trace_reader *r) {
  return r->n_parts != 0 ? r->parts[r->n_parts - 1].event + r->parts[r->n_parts - 1].events : 0;
}

uint64_t trace_reader_end(const trace_reader *r) {
  if (r->n_parts == 0) return TRACE_FILE_HEADER;
  const trace_block *last = &r->blocks[r->parts[r->n_parts - 1].last - 1];
  return last->offset + TRACE_BLOCK_HEADER + last->header.stored;
}

const trace_source *trace_reader_sources(const trace_reader *r, uint32_t *n) {
  *n = r->n_sources;
  return r->sources;
}

const uint8_t *trace_reader_text(const trace_reader *r, uint64_t *n) {
  *n = r->text_size;
  return r->text;
}

const trace_block *trace_reader_blocks(const trace_reader *r, uint32_t *n) {
  *n = r->n_blocks;
  return r->blocks;
}

const trace_part *trace_reader_parts(const trace_reader *r, uint32_t *n) {
  *n = r->n_parts;
  return r->parts;
}

bool trace_reader_descriptors(const trace_reader *r, const trace_block *block, trace_visit *visit, void *closure,
                              trace_error *error) {
  union {
    trace_rsd rsd;
    uint8_t bytes[sizeof(trace_rsd) + TRACE_DEPTH_MAX * sizeof(trace_level)];
  } room = {.rsd = {.room = TRACE_DEPTH_MAX}};
  uint8_t *content = trace_reader_content(r, block, error);
  if (!content) return false;
  bool good = true;
  trace_input input = {content, content + block->header.raw, false};
  trace_rsd_context context = {0};
  for (uint64_t i = 0; good && i < block->header.items; i++) {
    good = trace_rsd_get(&input, &context, &room.rsd);
    const char *wrong = good ? visit(closure, &room.rsd) : "a descriptor breaks a rule of the format";
    if (wrong) good = fail(error, block->offset, wrong);
  }
  if (good && input.at != input.end) good = fail(error, block->offset, "a block of descriptors is too long");
  plat_free(content);
  return good;
}
