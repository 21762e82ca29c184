/* trace_iad.h: the code of irregular access descriptors (METRIC, section 3): events of one lane by sequence id.
 *
 * One token byte an event, and the bytes that it asks for. What is likely costs no further byte: the sequence id follows
 * the one before; the source is the one that came last time after the source before; the address is that of the source's
 * access before, or as far from it as that was from its own. Tokens and bytes lie apart, which suits Zstandard.
 *
 *   content   number of token bytes (variable length), tokens, bytes
 *   token     bit 0   the source is told: its distance from the likely one, as a signed number
 *             bit 1   the sequence id is told: how many ids lie between, as a number; comes before the source
 *             bits 2-5 the address's distance from the source's access before: 0 to 8: signed, folded, in so many bytes, lowest
 *                     first; 9: that distance is the same as the source's last
 *             bits 6-7 are 0
 *
 * At the start of a block nothing is known: the sequence id before is the block's first less 1, the address before is 0
 * and the source before is one after which 0 comes. A source's first access in a block has the address of the access
 * before as its own before, distance 0, and the next source as the likely one after it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TRACE_TRACE_IAD_H
#define TRACE_TRACE_IAD_H

#include "trace/trace_bytes.h"

enum { TRACE_IAD_ITEMS = 1 << 16, TRACE_IAD_ITEM_MAX = 3 * TRACE_NUMBER_MAX };

/* What the code knows of a source. All zero: nothing. */
typedef struct {
  uint64_t address, distance; /* of its last access */
  uint32_t successor;         /* the source that came after it */
  uint32_t epoch;             /* the block of which this is true */
} trace_iad_context;

/* What it knows of the block. */
typedef struct {
  uint64_t sequence; /* of the next event, if it follows the one before */
  uint64_t address;  /* of the event before */
  trace_iad_context *previous; /* of the source before */
  trace_iad_context none;      /* that, at the start */
  uint32_t epoch;    /* at least 1 */
} trace_iad_state;

typedef struct {
  trace_iad_state state;
  uint64_t first; /* sequence id of the first event */
  trace_bytes tokens, bytes;
} trace_iad_writer;

void trace_iad_writer_init(trace_iad_writer *writer, trace_memory *memory);
void trace_iad_writer_clear(trace_iad_writer *writer);

/* Appends an event; its sequence id is greater than those before. Contexts are valid until the block ends. Returns whether
 * the address is as far from the source's last as that was from its own. */
bool trace_iad_put(trace_iad_writer *writer, trace_iad_context *context, uint32_t source, uint64_t sequence,
                   uint64_t address);

/* Whether the block should be written before another event is appended; whether nothing is in it. */
static inline bool trace_iad_is_full(const trace_iad_writer *writer) {
  return writer->tokens.used == TRACE_IAD_ITEMS || writer->bytes.used > TRACE_IAD_ITEMS * 4;
}
static inline bool trace_iad_is_empty(const trace_iad_writer *writer) { return writer->tokens.used == 0; }

/* Appends the content of the block to what is in `content`. */
void trace_iad_content(const trace_iad_writer *writer, trace_bytes *content);

/* Begins another block. */
void trace_iad_next(trace_iad_writer *writer);

/* Reads a block. */
typedef struct {
  trace_iad_state state;
  trace_input tokens, bytes;
} trace_iad_reader;

/* Starts on a content whose first event has a sequence id; another epoch than any that the contexts have seen. False: the
 * content is no such. */
bool trace_iad_open(trace_iad_reader *reader, const uint8_t *content, uint32_t n, uint32_t items, uint64_t first,
                    uint32_t epoch);

/* Whether another event follows. */
static inline bool trace_iad_more(const trace_iad_reader *reader) { return reader->tokens.at < reader->tokens.end; }

/* Takes the next event. `contexts` are those of the sources 0 .. n_sources - 1. False: a rule of the format is broken. */
bool trace_iad_get(trace_iad_reader *reader, trace_iad_context *contexts, uint32_t n_sources, uint32_t *source,
                   uint64_t *sequence, uint64_t *address);

#endif
