/* trace_iad.c: see trace_iad.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "trace/trace_iad.h"

enum {
  ROOM_FIRST = 1 << 10,    /* events, when there is the first one */
  BYTES = 4,               /* for an event, as a mean; a block has no more */
  HEAD = TRACE_NUMBER_MAX, /* before the tokens */
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
  reader->tokens = (trace_input){input.at, input.at + tokens, false};
  reader->bytes = (trace_input){input.at + tokens, input.end, false};
  begin(&reader->state, &reader->none, first, epoch);
  return true;
}

bool trace_iad_get(trace_iad_reader *reader, trace_iad_context *contexts, uint32_t n_sources, uint32_t *source,
                   uint64_t *sequence, uint64_t *address) {
  trace_iad_state *state = &reader->state;
  const unsigned token = *reader->tokens.at++;
  const unsigned code = token >> TRACE_IAD_ADDRESS_SHIFT;
  uint64_t id = state->sequence;
  if (token & TRACE_IAD_SEQUENCE_FOLLOWS && __builtin_add_overflow(id, trace_input_number(&reader->bytes), &id))
    return false;
  uint64_t number = state->previous->successor;
  if (token & TRACE_IAD_SOURCE_FOLLOWS) number += trace_unfold_sign(trace_input_number(&reader->bytes));
  if (number >= n_sources || code > TRACE_IAD_SAME_DISTANCE || id == UINT64_MAX) return false;
  trace_iad_context *context = &contexts[number];
  if (context->epoch != state->epoch) trace_iad_meet(state, context, (uint32_t)number);
  *address = context->address + (code == TRACE_IAD_SAME_DISTANCE
                                     ? (uint64_t)(int64_t)context->distance
                                     : trace_unfold_sign(trace_input_fixed(&reader->bytes, code)));
  *source = (uint32_t)number;
  *sequence = id;
  trace_iad_note(state, context, *source, id, *address);
  return !reader->bytes.bad && (trace_iad_more(reader) || reader->bytes.at == reader->bytes.end);
}
