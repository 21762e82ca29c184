/* trace_iad.c: see trace_iad.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "trace/trace_iad.h"

#include <stddef.h>

enum {
  ROOM_FIRST = 1 << 10,    /* initial room, in events */
  BYTES = 4,               /* room for each event, on average; a full buffer ends the block */
  HEAD = TRACE_NUMBER_MAX, /* bytes reserved before the tokens, for their number */
  SLACK = TRACE_IAD_ITEM_MAX + 8
};

static void begin(trace_iad_state *state, trace_iad_context *none, uint64_t first, uint32_t epoch) {
  *none = (trace_iad_context){0};
  *state = (trace_iad_state){first, none, epoch};
}

void trace_iad_writer_init(trace_iad_writer *writer, trace_memory *memory) {
  *writer = (trace_iad_writer){.memory = memory};
  begin(&writer->place.state, &writer->none, 0, 1);
}

static uint64_t bytes_of_buffer(uint32_t room) { return room == 0 ? 0 : HEAD + room + room * BYTES + SLACK; }

void trace_iad_writer_clear(trace_iad_writer *writer) {
  const uint32_t epoch = writer->place.state.epoch;
  trace_memory_give_apart(writer->memory, writer->buffer, bytes_of_buffer(writer->room));
  trace_iad_writer_init(writer, writer->memory);
  writer->place.state.epoch = epoch;
}

bool trace_iad_grow(trace_iad_writer *writer) {
  if (writer->room == TRACE_IAD_ITEMS) return false;
  const trace_iad_writer old = *writer;
  const uint32_t items = trace_iad_items(&old), bytes = (uint32_t)(old.place.byte - old.bytes);
  writer->room = old.room == 0 ? ROOM_FIRST : old.room * 2;
  writer->buffer = trace_memory_take_apart(writer->memory, bytes_of_buffer(writer->room));
  writer->tokens = writer->buffer + HEAD;
  writer->bytes = writer->tokens + writer->room;
  writer->bytes_end = writer->bytes + writer->room * BYTES;
  writer->place.token = writer->tokens + items;
  writer->place.byte = writer->bytes + bytes;
  if (old.buffer) {
    __builtin_memcpy(writer->tokens, old.tokens, items);
    __builtin_memcpy(writer->bytes, old.bytes, bytes);
  }
  trace_memory_give_apart(writer->memory, old.buffer, bytes_of_buffer(old.room));
  return true;
}

const uint8_t *trace_iad_content(trace_iad_writer *writer, uint32_t *n) {
  const uint32_t items = trace_iad_items(writer);
  uint8_t *tokens = writer->bytes - items;
  __builtin_memmove(tokens, writer->tokens, items);
  uint8_t number[TRACE_NUMBER_MAX];
  const uint32_t head = (uint32_t)(trace_put_number(number, items) - number);
  uint8_t *content = tokens - head;
  __builtin_memcpy(content, number, head);
  *n = (uint32_t)(writer->place.byte - content);
  return content;
}

void trace_iad_next(trace_iad_writer *writer) {
  writer->place.token = writer->tokens;
  writer->place.byte = writer->bytes;
  begin(&writer->place.state, &writer->none, 0, writer->place.state.epoch + 1);
}

void trace_iad_go_on(trace_iad_writer *writer) {
  const uint32_t items = trace_iad_items(writer);
  if (items != 0) __builtin_memmove(writer->tokens, writer->bytes - items, items);
}

bool trace_iad_open(trace_iad_reader *reader, const uint8_t *content, uint32_t n, uint32_t items, uint64_t first,
                    uint32_t epoch) {
  trace_input input = {content, content + n, false};
  const uint64_t tokens = trace_input_number(&input);
  if (input.bad || tokens != items || tokens > (uint64_t)(input.end - input.at)) return false;
  reader->token = input.at;
  reader->byte = reader->end_of_tokens = input.at + tokens;
  reader->end = input.end;
  reader->bad = false;
  begin(&reader->state, &reader->none, first, epoch);
  return true;
}

/* Reads a number, with a fast path for one byte. Returns false if the bytes end before it. */
static inline bool take_number(const uint8_t **at, const uint8_t *end, uint64_t *number) {
  if (PLAT_LIKELY(*at < end && **at < 0x80)) {
    *number = *(*at)++;
    return true;
  }
  trace_input input = {*at, end, false};
  *number = trace_input_number(&input);
  *at = input.at;
  return !input.bad;
}

/* Reads a number of n bytes (0 to 8), lowest first. Returns false if fewer bytes are left. */
static inline bool take_fixed(const uint8_t **at, const uint8_t *end, unsigned n, uint64_t *number) {
  if (PLAT_LIKELY(end - *at >= 8)) {
    /* No branches, since the value is hard to predict. */
    *number = trace_get_word(*at) & (((uint64_t)(n < 8) << (8 * n & 63)) - 1);
    *at += n;
    return true;
  }
  if (end - *at < (ptrdiff_t)n) return false;
  *number = 0;
  for (unsigned i = 0; i < n; i++) *number |= (uint64_t)(*at)[i] << 8 * i;
  *at += n;
  return true;
}

static inline void note(trace_iad_state *state, trace_iad_context *context, uint32_t source, uint64_t sequence,
                        uint64_t address) {
  const int64_t distance = (int64_t)(address - context->address);
  context->distance = distance == (int32_t)distance ? (int32_t)distance : 0;
  context->address = address;
  state->previous->successor = source;
  state->previous = context;
  state->sequence = sequence + 1;
}

/* Reads the next event. Returns false if it violates the format. */
static inline bool take_event(trace_iad_state *state, trace_iad_context *contexts, uint32_t n_sources, unsigned token,
                              const uint8_t **at, const uint8_t *end, trace_single *event) {
  const unsigned code = token >> TRACE_IAD_ADDRESS_SHIFT;
  const bool same = code == TRACE_IAD_SAME_DISTANCE;
  uint64_t id = state->sequence, number = state->previous->successor, more;
  if (token & TRACE_IAD_SEQUENCE_FOLLOWS && (!take_number(at, end, &more) || __builtin_add_overflow(id, more, &id)))
    return false;
  if (token & TRACE_IAD_SOURCE_FOLLOWS) {
    if (!take_number(at, end, &more)) return false;
    number += trace_unfold_sign(more);
  }
  if (number >= n_sources || code > TRACE_IAD_SAME_DISTANCE || id == UINT64_MAX) return false;
  if (!take_fixed(at, end, same ? 0 : code, &more)) return false;
  trace_iad_context *context = &contexts[number];
  if (PLAT_UNLIKELY(context->epoch != state->epoch)) trace_iad_meet(state, context, (uint32_t)number);
  const uint64_t distance = same ? (uint64_t)(int64_t)context->distance : trace_unfold_sign(more);
  *event = (trace_single){id, context->address + distance, (uint32_t)number};
  note(state, context, (uint32_t)number, id, event->value);
  return true;
}

uint32_t trace_iad_take(trace_iad_reader *reader, trace_iad_context *contexts, uint32_t n_sources, trace_single *to,
                        uint32_t most) {
  const uint32_t left = (uint32_t)(reader->end_of_tokens - reader->token), n = left < most ? left : most;
  trace_iad_state state = reader->state; /* kept in registers */
  const uint8_t *at = reader->byte, *next = at;
  uint32_t i = 0;
  for (; i < n; i++, at = next) {
    if (!take_event(&state, contexts, n_sources, reader->token[i], &next, reader->end, &to[i])) break;
    if (i + 1 == left && next != reader->end) break;
  }
  reader->bad = i == 0 && n != 0;
  reader->state = state;
  reader->token += i;
  reader->byte = at;
  return i;
}
