/* trace_bytes.c: see trace_bytes.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "trace/trace_bytes.h"

#include "plat/plat.h"

void trace_bytes_init(trace_bytes *buffer, trace_memory *memory) { *buffer = (trace_bytes){.memory = memory}; }

void trace_bytes_clear(trace_bytes *buffer) {
  trace_memory_give_apart(buffer->memory, buffer->bytes, buffer->room);
  trace_bytes_init(buffer, buffer->memory);
}

void trace_bytes_grow(trace_bytes *buffer, uint32_t more) {
  enum { FIRST = 1024 };
  uint32_t room = buffer->room != 0 ? buffer->room : FIRST;
  while (room - buffer->used < more) {
    plat_assert(room < 1u << 31);
    room *= 2;
  }
  uint8_t *bytes = trace_memory_take_apart(buffer->memory, room);
  if (buffer->used != 0) __builtin_memcpy(bytes, buffer->bytes, buffer->used);
  trace_memory_give_apart(buffer->memory, buffer->bytes, buffer->room);
  buffer->bytes = bytes;
  buffer->room = room;
}

void trace_bytes_number(trace_bytes *buffer, uint64_t number) {
  trace_bytes_reserve(buffer, TRACE_NUMBER_MAX);
  buffer->used = (uint32_t)(trace_put_number(buffer->bytes + buffer->used, number) - buffer->bytes);
}

void trace_bytes_copy(trace_bytes *buffer, const uint8_t *bytes, uint32_t n) {
  if (n == 0) return;
  trace_bytes_reserve(buffer, n);
  __builtin_memcpy(buffer->bytes + buffer->used, bytes, n);
  buffer->used += n;
}

uint64_t trace_input_number(trace_input *input) {
  uint64_t number = 0;
  for (unsigned shift = 0; shift < 64 && input->at < input->end; shift += 7) {
    const uint8_t byte = *input->at++;
    number |= (uint64_t)(byte & 0x7f) << shift;
    if (byte < 0x80) return number;
  }
  input->bad = true;
  return 0;
}
