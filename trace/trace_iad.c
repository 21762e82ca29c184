/* trace_iad.c: see trace_iad.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "trace/trace_iad.h"

#include "coherence/plat.h"

enum { SOURCE_TOLD = 1, SEQUENCE_TOLD = 2, ADDRESS_SHIFT = 2, SAME_DISTANCE = 9 };

static void begin(trace_iad_state *state, uint64_t first, uint32_t epoch) {
  state->sequence = first;
  state->address = 0;
  state->none = (trace_iad_context){0};
  state->previous = &state->none;
  state->epoch = epoch;
}

/* Of a source's first access in a block. */
static void meet(trace_iad_state *state, trace_iad_context *context, uint32_t source) {
  *context = (trace_iad_context){state->address, 0, source + 1, state->epoch};
}

static void note(trace_iad_state *state, trace_iad_context *context, uint32_t source, uint64_t sequence,
                 uint64_t address) {
  context->distance = address - context->address;
  context->address = address;
  state->previous->successor = source;
  state->previous = context;
  state->sequence = sequence + 1;
  state->address = address;
}

void trace_iad_writer_init(trace_iad_writer *writer, trace_memory *memory) {
  trace_bytes_init(&writer->tokens, memory);
  trace_bytes_init(&writer->bytes, memory);
  begin(&writer->state, 0, 1);
}

void trace_iad_writer_clear(trace_iad_writer *writer) {
  trace_bytes_clear(&writer->tokens);
  trace_bytes_clear(&writer->bytes);
}

static unsigned bytes_of(uint64_t number) {
  return number == 0 ? 0 : (71u - (unsigned)__builtin_clzll(number)) / 8;
}

bool trace_iad_put(trace_iad_writer *writer, trace_iad_context *context, uint32_t source, uint64_t sequence,
                   uint64_t address) {
  trace_iad_state *state = &writer->state;
  if (writer->tokens.used == 0) {
    begin(state, sequence, state->epoch);
    writer->first = sequence;
  }
  trace_bytes_reserve(&writer->tokens, 1);
  trace_bytes_reserve(&writer->bytes, TRACE_IAD_ITEM_MAX);
  if (context->epoch != state->epoch) meet(state, context, source);
  uint8_t *to = writer->bytes.bytes + writer->bytes.used;
  unsigned token = 0;
  if (PLAT_UNLIKELY(sequence != state->sequence)) {
    token = SEQUENCE_TOLD;
    to = trace_put_number(to, sequence - state->sequence);
  }
  if (source != state->previous->successor) {
    token |= SOURCE_TOLD;
    to = trace_put_number(to, trace_fold_sign((uint64_t)source - state->previous->successor));
  }
  const uint64_t distance = address - context->address;
  const bool same = distance == context->distance;
  if (same && distance != 0) {
    token |= SAME_DISTANCE << ADDRESS_SHIFT;
  } else {
    const uint64_t folded = trace_fold_sign(distance);
    const unsigned bytes = bytes_of(folded);
    token |= bytes << ADDRESS_SHIFT;
    trace_put_word(to, folded);
    to += bytes;
  }
  writer->tokens.bytes[writer->tokens.used++] = (uint8_t)token;
  writer->bytes.used = (uint32_t)(to - writer->bytes.bytes);
  note(state, context, source, sequence, address);
  return same;
}

void trace_iad_content(const trace_iad_writer *writer, trace_bytes *content) {
  trace_bytes_number(content, writer->tokens.used);
  trace_bytes_copy(content, writer->tokens.bytes, writer->tokens.used);
  trace_bytes_copy(content, writer->bytes.bytes, writer->bytes.used);
}

void trace_iad_next(trace_iad_writer *writer) {
  writer->tokens.used = writer->bytes.used = 0;
  begin(&writer->state, 0, writer->state.epoch + 1);
}

bool trace_iad_open(trace_iad_reader *reader, const uint8_t *content, uint32_t n, uint32_t items, uint64_t first,
                    uint32_t epoch) {
  trace_input input = {content, content + n, false};
  const uint64_t tokens = trace_input_number(&input);
  if (input.bad || tokens != items || tokens > (uint64_t)(input.end - input.at)) return false;
  reader->tokens = (trace_input){input.at, input.at + tokens, false};
  reader->bytes = (trace_input){input.at + tokens, input.end, false};
  begin(&reader->state, first, epoch);
  return true;
}

bool trace_iad_get(trace_iad_reader *reader, trace_iad_context *contexts, uint32_t n_sources, uint32_t *source,
                   uint64_t *sequence, uint64_t *address) {
  trace_iad_state *state = &reader->state;
  const unsigned token = *reader->tokens.at++;
  const unsigned code = token >> ADDRESS_SHIFT;
  uint64_t id = state->sequence;
  if (token & SEQUENCE_TOLD && __builtin_add_overflow(id, trace_input_number(&reader->bytes), &id)) return false;
  uint64_t number = state->previous->successor;
  if (token & SOURCE_TOLD) number += trace_unfold_sign(trace_input_number(&reader->bytes));
  if (number >= n_sources || code > SAME_DISTANCE || id == UINT64_MAX) return false;
  trace_iad_context *context = &contexts[number];
  if (context->epoch != state->epoch) meet(state, context, (uint32_t)number);
  *address = context->address +
             (code == SAME_DISTANCE ? context->distance : trace_unfold_sign(trace_input_fixed(&reader->bytes, code)));
  *source = (uint32_t)number;
  *sequence = id;
  note(state, context, *source, id, *address);
  return !reader->bytes.bad && (trace_iad_more(reader) || reader->bytes.at == reader->bytes.end);
}
