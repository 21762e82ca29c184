/* trace_iad.h: the encoding of irregular access descriptors (METRIC, section 3): events of a lane by sequence id.
 *
 * Each event is a token byte, and further bytes for the values that were not predicted. The predicted sequence id is
 * the previous one plus 1. The predicted source is the one that last came after the previous source. The predicted
 * address is either the address of the source's previous access, or this address plus the source's last distance. The
 * tokens are stored separately from the other bytes, so that Zstandard compresses both better.
 *
 * content   number of token bytes (variable length), tokens, bytes
 * token     bit 0: the source follows, as its signed distance from the predicted one
 *          bit 1: the number of skipped sequence ids follows; before the source
 *          bits 2-5: the address's distance from the source's previous access: 0 to 8: folded, in that number of bytes,
 * lowest first; 9: equal to the source's last distance, which has at most 32 bits
 *          bits 6-7: 0
 *
 * At the start of a block the previous sequence id is the block's first one minus 1, the previous address is 0, and the
 * predicted source is 0. At a source's first access in a block, its previous address is the address of the block's
 * previous access, its distance is 0, and its successor is the source with the next number.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "plat/plat.h"
#include "trace/trace_bytes.h"
#include "trace/trace_singles.h"

enum { TRACE_IAD_ITEMS = 1 << 16, TRACE_IAD_ITEM_MAX = 3 * TRACE_NUMBER_MAX };

/* The state of a source in the encoding. If all fields are zero, the source has no state. */
typedef struct {
  uint64_t address;   /* address of the source's previous access */
  int32_t distance;   /* `address` minus the address of the source's access before the previous access; 0 if the
                         difference needs more than 32 bits */
  uint32_t successor; /* source of the event that last came after an event of this source */
  uint32_t epoch;     /* number of the block for which this state is valid */
  /* used only by the writer: low bits of the sequence id of the source's last watched access, in this block or an
   * earlier one */
  uint32_t sequence;
} trace_iad_context;

/* The state of a block. */
typedef struct {
  uint64_t sequence;           /* predicted sequence id of the next event */
  trace_iad_context *previous; /* context of the source of the previous event */
  uint32_t epoch;              /* number of the block, at least 1; contexts with another epoch are invalid */
} trace_iad_state;

/* The position of a writer. It is a separate struct, so that it can be kept in registers while several events are
 * appended. */
typedef struct {
  trace_iad_state state;
  uint8_t *token, *byte; /* where the next token, and the next byte, will be stored */
} trace_iad_place;

typedef struct {
  trace_iad_place place;
  trace_iad_context none; /* used as the previous context at the start of a block */
  trace_memory *memory;
  uint64_t first;          /* sequence id of the block's first event */
  uint32_t room;           /* maximum number of events for which the buffer has room */
  uint8_t *buffer;         /* NULL: not allocated yet */
  uint8_t *tokens, *bytes; /* consecutive parts of the buffer */
  uint8_t *bytes_end;      /* limit for `place.byte`: after it, the buffer still has room for one event */
} trace_iad_writer;

void trace_iad_writer_init(trace_iad_writer *writer, trace_memory *memory);
void trace_iad_writer_clear(trace_iad_writer *writer);

static inline uint32_t trace_iad_items(const trace_iad_writer *writer) {
  return (uint32_t)(writer->place.token - writer->tokens);
}
static inline uint64_t trace_iad_bytes(const trace_iad_writer *writer) {
  return trace_iad_items(writer) + (uint64_t)(writer->place.byte - writer->bytes);
}

/* Returns whether there is room to append an event. If not, call trace_iad_grow(). If that function returns false,
 * write the block. */
static inline bool trace_iad_has_room(const trace_iad_writer *writer) {
  return writer->place.token != writer->bytes && writer->place.byte < writer->bytes_end;
}
bool trace_iad_grow(trace_iad_writer *writer);

/* Returns whether there is room to append n events of any encoded length. */
static inline bool trace_iad_has_room_for(const trace_iad_writer *writer, uint32_t n) {
  return n <= (uint64_t)(writer->bytes - writer->place.token) &&
         (int64_t)n * TRACE_IAD_ITEM_MAX <= writer->bytes_end - writer->place.byte;
}

/* Starts a block whose first event has the sequence id `sequence`. */
static inline void trace_iad_begin(trace_iad_writer *writer, uint64_t sequence) {
  writer->first = writer->place.state.sequence = sequence;
}

/* Initializes a source's context at its first access in the block. */
static inline void trace_iad_meet(const trace_iad_state *state, trace_iad_context *context, uint32_t source) {
  context->address = state->previous->address;
  context->distance = 0;
  context->successor = source + 1;
  context->epoch = state->epoch;
}

enum {
  TRACE_IAD_SOURCE_FOLLOWS = 1,
  TRACE_IAD_SEQUENCE_FOLLOWS = 2,
  TRACE_IAD_ADDRESS_SHIFT = 2,
  TRACE_IAD_SAME_DISTANCE = 9
};

/* Appends the address of an event, in at most 8 bytes, and its token: `token` with the bits of the address added.
 * Returns whether the address equals the source's previous address plus the source's last distance. The code has no
 * branches, since addresses are hard to predict. */
__attribute__((always_inline)) static inline bool trace_iad_put_address(trace_iad_place *place,
                                                                        trace_iad_context *context, unsigned token,
                                                                        uint64_t address) {
  const uint64_t distance = address - context->address, folded = trace_fold_sign(distance);
  const bool same = distance == (uint64_t)(int64_t)context->distance;
  const uint64_t told = folded & ((uint64_t)same - 1);
  const unsigned bytes = (63u ^ (unsigned)__builtin_clzll(told | 1)) / 8 + (told != 0);
  const unsigned code = bytes + TRACE_IAD_SAME_DISTANCE * (same & (distance != 0));
  trace_put_word(place->byte, told);
  place->byte += bytes;
  *place->token++ = (uint8_t)(token | code << TRACE_IAD_ADDRESS_SHIFT);
  context->distance = (int64_t)distance == (int32_t)distance ? (int32_t)distance : 0;
  context->address = address;
  return same;
}

/* Appends the sequence id of an event, unless it is the previous one plus 1. Sequence ids must increase. Returns the
 * bits to set in the event's token. */
static inline unsigned trace_iad_put_sequence(trace_iad_place *place, uint64_t sequence) {
  if (PLAT_LIKELY(sequence == place->state.sequence)) return 0;
  place->byte = trace_put_number(place->byte, sequence - place->state.sequence);
  return TRACE_IAD_SEQUENCE_FOLLOWS;
}

/* Appends the source, unless it is the predicted source. Returns `token` with the bits of the source added. */
__attribute__((always_inline)) static inline unsigned trace_iad_put_source(trace_iad_place *place,
                                                                           trace_iad_context *context, uint32_t source,
                                                                           unsigned token) {
  trace_iad_context *const previous = place->state.previous;
  if (PLAT_UNLIKELY(context->epoch != place->state.epoch)) trace_iad_meet(&place->state, context, source);
  place->state.previous = context;
  if (PLAT_LIKELY(source == previous->successor)) return token;
  place->byte = trace_put_number(place->byte, trace_fold_sign((uint64_t)source - previous->successor));
  previous->successor = source;
  return token | TRACE_IAD_SOURCE_FOLLOWS;
}

/* Appends an event. The buffer must have room for it. Contexts are valid until the block ends. Returns the result of
 * trace_iad_put_address(). */
__attribute__((always_inline)) static inline bool trace_iad_put(trace_iad_place *place, trace_iad_context *context,
                                                                uint32_t source, uint64_t sequence, uint64_t address) {
  const unsigned token = trace_iad_put_source(place, context, source, trace_iad_put_sequence(place, sequence));
  place->state.sequence = sequence + 1;
  return trace_iad_put_address(place, context, token, address);
}

/* Returns the content of the block, owned by the writer, and sets *n to its size in bytes. The block must have events.
 * Afterwards, call trace_iad_next() to begin another block, or trace_iad_go_on() to continue this one. */
const uint8_t *trace_iad_content(trace_iad_writer *writer, uint32_t *n);
void trace_iad_next(trace_iad_writer *writer);
void trace_iad_go_on(trace_iad_writer *writer);

/* A reader of a block. */
typedef struct {
  trace_iad_state state;
  trace_iad_context none;
  const uint8_t *token, *end_of_tokens; /* the next token to read, and the end of the tokens */
  const uint8_t *byte, *end;            /* the next byte to read, and the end of the bytes */
  bool bad;
} trace_iad_reader;

/* Opens the content of a block whose first event has the sequence id `first`. No context may have the epoch `epoch`
 * yet. Returns false if the content is invalid. */
bool trace_iad_open(trace_iad_reader *reader, const uint8_t *content, uint32_t n, uint32_t items, uint64_t first,
                    uint32_t epoch);

/* Reads the next events, at most `most`. `contexts` are the contexts of the sources 0 .. n_sources - 1. Returns the
 * number of events that were read. Returns 0 if no event is left. If the next event violates the format, also sets
 * reader->bad and returns 0. */
uint32_t trace_iad_take(trace_iad_reader *reader, trace_iad_context *contexts, uint32_t n_sources, trace_single *to,
                        uint32_t most);
