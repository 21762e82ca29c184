/* trace_bytes.h: appends numbers to a buffer, and reads them.
 *
 * A number of variable length has seven bits in each byte, the lowest first; the top bit is set if more bytes follow.
 * Signed numbers are first folded: 0, -1, 1, -2, 2, ... become 0, 1, 2, 3, 4, ...
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "trace/trace_memory.h"

enum { TRACE_NUMBER_MAX = 10 }; /* bytes of the longest number */

static inline uint64_t trace_fold_sign(uint64_t number) { return number << 1 ^ -(number >> 63); }
static inline uint64_t trace_unfold_sign(uint64_t number) { return number >> 1 ^ -(number & 1); }

/* Stores a word as 8 bytes, the lowest first. (Compilers reduce the function to one store or load.) */
static inline void trace_put_word(uint8_t *to, uint64_t word) {
  to[0] = (uint8_t)word;
  to[1] = (uint8_t)(word >> 8);
  to[2] = (uint8_t)(word >> 16);
  to[3] = (uint8_t)(word >> 24);
  to[4] = (uint8_t)(word >> 32);
  to[5] = (uint8_t)(word >> 40);
  to[6] = (uint8_t)(word >> 48);
  to[7] = (uint8_t)(word >> 56);
}

static inline uint64_t trace_get_word(const uint8_t *from) {
  return (uint64_t)from[0] | (uint64_t)from[1] << 8 | (uint64_t)from[2] << 16 | (uint64_t)from[3] << 24 |
         (uint64_t)from[4] << 32 | (uint64_t)from[5] << 40 | (uint64_t)from[6] << 48 | (uint64_t)from[7] << 56;
}

/* A buffer that grows. */
typedef struct {
  trace_memory *memory;
  uint8_t *bytes;
  uint32_t used, room;
} trace_bytes;

void trace_bytes_init(trace_bytes *buffer, trace_memory *memory);
void trace_bytes_clear(trace_bytes *buffer); /* frees the memory of the buffer */

/* Makes room in the buffer for `more` bytes after its used bytes. */
void trace_bytes_grow(trace_bytes *buffer, uint32_t more);
static inline void trace_bytes_reserve(trace_bytes *buffer, uint32_t more) {
  if (buffer->room - buffer->used < more) trace_bytes_grow(buffer, more);
}

/* Stores a number of variable length at `to`. Returns the place after it. The caller must have reserved room for it. */
static inline uint8_t *trace_put_number(uint8_t *to, uint64_t number) {
  while (number >= 0x80) {
    *to++ = (uint8_t)(number | 0x80);
    number >>= 7;
  }
  *to++ = (uint8_t)number;
  return to;
}

/* The next functions append a number, or n bytes, to the buffer. */
void trace_bytes_number(trace_bytes *buffer, uint64_t number);
void trace_bytes_copy(trace_bytes *buffer, const uint8_t *bytes, uint32_t n);

/* A reader of bytes. If a number is read after the end of the bytes, the result is 0, and `bad` is set. So the caller
 * checks `bad` only once, after the last number. */
typedef struct {
  const uint8_t *at, *end;
  bool bad;
} trace_input;

uint64_t trace_input_number(trace_input *input);
