/* trace_iad.h: the code of irregular access descriptors (METRIC, section 3): events of one lane by sequence id.
 *
 * One token byte an event, and the bytes that it asks for. What is likely costs no further byte: the sequence id
 * follows the one before; the source is the one that came last time after the source before; the address is that of the
 * source's access before, or as far from it as that was from its own. Tokens and bytes lie apart, which suits
 * Zstandard.
 *
 *   content   number of token bytes (variable length), tokens, bytes
 *   token     bit 0   the source follows: its distance from the likely one, as a signed number
 *             bit 1   the sequence id follows: how many ids lie between, as a number; comes before the source
 *             bits 2-5 the address's distance from the source's access before: 0 to 8: signed, folded, in so many
 * bytes, lowest first; 9: that distance is the same as the source's last, which has at most 32 bits bits 6-7 are 0
 *
 * At the start of a block nothing is known: the sequence id before is the block's first less 1, the address before is 0
 * and the source before is one after which 0 comes. A source's first access in a block has the address of the access
 * before as its own before, distance 0, and the next source as the likely one after it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TRACE_TRACE_IAD_H
#define TRACE_TRACE_IAD_H

#include "coherence/plat.h"
#include "trace/trace_bytes.h"
#include "trace/trace_singles.h"

enum { TRACE_IAD_ITEMS = 1 << 16, TRACE_IAD_ITEM_MAX = 3 * TRACE_NUMBER_MAX };

/* What the code knows of a source. All zero: nothing. */
typedef struct {
  uint64_t address;   /* of its last access */
  int32_t distance;   /* of that from the one before; 0 too where it takes more bits */
  uint32_t successor; /* the source that came after it */
  uint32_t epoch;     /* the block of which this is true */
  uint32_t sequence;  /* the writer's: of its last access that was watched, also of a block before: the low bits */
} trace_iad_context;

/* What it knows of the block. */
typedef struct {
  uint64_t sequence;           /* of the next event, if it follows the one before */
  trace_iad_context *previous; /* of the source before */
  uint32_t epoch;              /* at least 1 */
} trace_iad_state;

/* Where a writer is: apart from the rest, so that it may be in registers while several events are appended. */
typedef struct {
  trace_iad_state state;
  uint8_t *token, *byte; /* the next ones */
} trace_iad_place;

typedef struct {
  trace_iad_place place;
  trace_iad_context none; /* the context before, at the start of a block */
  trace_memory *memory;
  uint64_t first;          /* sequence id of the first event */
  uint32_t room;           /* events for which there is room */
  uint8_t *buffer;         /* NULL: none yet */
  uint8_t *tokens, *bytes; /* in the buffer, one behind the other */
  uint8_t *bytes_end;      /* behind it there is room for one event */
} trace_iad_writer;

void trace_iad_writer_init(trace_iad_writer *writer, trace_memory *memory);
void trace_iad_writer_clear(trace_iad_writer *writer);

static inline uint32_t trace_iad_items(const trace_iad_writer *writer) {
  return (uint32_t)(writer->place.token - writer->tokens);
}
static inline uint64_t trace_iad_bytes(const trace_iad_writer *writer) {
  return trace_iad_items(writer) + (uint64_t)(writer->place.byte - writer->bytes);
}

/* Whether an event may be appended. If not, trace_iad_grow() makes room; false: there is no more, the block should be
 * written. */
static inline bool trace_iad_has_room(const trace_iad_writer *writer) {
  return writer->place.token != writer->bytes && writer->place.byte < writer->bytes_end;
}
bool trace_iad_grow(trace_iad_writer *writer);

/* Whether n events may be appended, whatever they are. */
static inline bool trace_iad_has_room_for(const trace_iad_writer *writer, uint32_t n) {
  return n <= (uint64_t)(writer->bytes - writer->place.token) &&
         (int64_t)n * TRACE_IAD_ITEM_MAX <= writer->bytes_end - writer->place.byte;
}

/* The block's first event has this sequence id. */
static inline void trace_iad_begin(trace_iad_writer *writer, uint64_t sequence) {
  writer->first = writer->place.state.sequence = sequence;
}

/* Begins what is known of a source in the block. */
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

/* Appends the address of an event, where so many bytes belong to it already and its token has these bits. Returns
 * whether the address is as far from the source's last as that was from its own. Without branches: what comes can
 * hardly be foretold. */
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

/* Appends the sequence id of an event, if it is not the one that follows; it is greater than those before. Returns the
 * token's bits. */
static inline unsigned trace_iad_put_sequence(trace_iad_place *place, uint64_t sequence) {
  if (PLAT_LIKELY(sequence == place->state.sequence)) return 0;
  place->byte = trace_put_number(place->byte, sequence - place->state.sequence);
  return TRACE_IAD_SEQUENCE_FOLLOWS;
}

/* Appends its source, if that is not the likely one. Returns the token's bits with those given. */
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

/* Appends an event where there is room. Contexts are valid until the block ends. Returns what trace_iad_put_address()
 * does. */
__attribute__((always_inline)) static inline bool trace_iad_put(trace_iad_place *place, trace_iad_context *context,
                                                                uint32_t source, uint64_t sequence, uint64_t address) {
  const unsigned token = trace_iad_put_source(place, context, source, trace_iad_put_sequence(place, sequence));
  place->state.sequence = sequence + 1;
  return trace_iad_put_address(place, context, token, address);
}

/* The content of a block that has events, *n bytes, which the writer has. Then either another block begins, or this one
 * goes on. */
const uint8_t *trace_iad_content(trace_iad_writer *writer, uint32_t *n);
void trace_iad_next(trace_iad_writer *writer);
void trace_iad_go_on(trace_iad_writer *writer);

/* Reads a block. */
typedef struct {
  trace_iad_state state;
  trace_iad_context none;
  const uint8_t *token, *end_of_tokens; /* the next one */
  const uint8_t *byte, *end;            /* of what belongs to it */
  bool bad;
} trace_iad_reader;

/* Starts on a content whose first event has a sequence id; another epoch than any that the contexts have seen. False:
 * the content is no such. */
bool trace_iad_open(trace_iad_reader *reader, const uint8_t *content, uint32_t n, uint32_t items, uint64_t first,
                    uint32_t epoch);

/* Takes the next events, at most `most`. `contexts` are those of the sources 0 .. n_sources - 1. Returns how many; 0:
 * there are no more, or the next one breaks a rule of the format, and reader->bad is set. */
uint32_t trace_iad_take(trace_iad_reader *reader, trace_iad_context *contexts, uint32_t n_sources, trace_single *to,
                        uint32_t most);

#endif
