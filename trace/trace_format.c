/* trace_format.c: see trace_format.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "trace/trace_format.h"

#include "plat/plat.h"
#include "trace/trace_bytes.h"

static uint8_t *put_field(uint8_t *to, uint64_t number, unsigned bytes) {
  for (unsigned i = 0; i < bytes; i++) to[i] = (uint8_t)(number >> 8 * i);
  return to + bytes;
}

static const uint8_t *get_field(const uint8_t *from, uint64_t *number, unsigned bytes) {
  *number = 0;
  for (unsigned i = 0; i < bytes; i++) *number |= (uint64_t)from[i] << 8 * i;
  return from + bytes;
}

void trace_file_header_put(uint8_t *to, const trace_file_header *header) {
#define FILE_FIELD(name, bytes, help) to = put_field(to, header->name, bytes);
#include "trace/trace_format.def"
}

void trace_file_header_get(const uint8_t *from, trace_file_header *header) {
#define FILE_FIELD(name, bytes, help) from = get_field(from, &header->name, bytes);
#include "trace/trace_format.def"
}

void trace_block_header_put(uint8_t *to, const trace_block_header *header) {
#define BLOCK_FIELD(name, bytes, help) to = put_field(to, header->name, bytes);
#include "trace/trace_format.def"
}

void trace_block_header_get(const uint8_t *from, trace_block_header *header) {
#define BLOCK_FIELD(name, bytes, help) from = get_field(from, &header->name, bytes);
#include "trace/trace_format.def"
}

void trace_trailer_put(uint8_t *to, const trace_trailer *trailer) {
#define TRAILER_FIELD(name, bytes, help) to = put_field(to, trailer->name, bytes);
#include "trace/trace_format.def"
}

void trace_trailer_get(const uint8_t *from, trace_trailer *trailer) {
#define TRAILER_FIELD(name, bytes, help) from = get_field(from, &trailer->name, bytes);
#include "trace/trace_format.def"
}

static const char *const kind_names[] = {
#define KIND(symbol, name, help) name,
#include "trace/trace_format.def"
};

static const char *const block_names[] = {
#define BLOCK(symbol, name, help) name,
#include "trace/trace_format.def"
};

const char *trace_kind_name(trace_kind kind) {
  plat_assert(kind < TRACE_KINDS);
  return kind_names[kind];
}

const char *trace_block_name(trace_block_kind kind) {
  plat_assert(kind < TRACE_BLOCKS);
  return block_names[kind];
}

/* Returns the checksum of n bytes, as words of 8 bytes, lowest byte first; zeros fill up the last word. `checksum` is
 * TRACE_CHECKSUM at the start. The checksum of a longer sequence can be computed in pieces: each piece but the last
 * must be a multiple of 8 bytes. */
#define TRACE_CHECKSUM 0x9ae16a3b2f90404fu
static uint64_t checksum(uint64_t sum, const uint8_t *bytes, uint64_t n) {
  for (; n >= 8; bytes += 8, n -= 8) {
    sum = (sum ^ trace_get_word(bytes)) * 0x9fb21c651e98df25u;
    sum ^= sum >> 29;
  }
  if (n != 0) {
    uint64_t word;
    get_field(bytes, &word, (unsigned)n);
    sum = (sum ^ word) * 0x9fb21c651e98df25u;
    sum ^= sum >> 29;
  }
  return sum;
}

/* Numbers of bytes at the end of a block's header: those that the chain does not include, and those that the checksum
 * does not include. */
enum { AFTER_CHAIN = 4, AFTER_CHECKSUM = AFTER_CHAIN + 8 };

uint64_t trace_block_checksum(const uint8_t *header, const uint8_t *stored, uint64_t n) {
  return checksum(checksum(TRACE_CHECKSUM, header, TRACE_BLOCK_HEADER - AFTER_CHECKSUM), stored, n);
}

static uint32_t chain(uint64_t start, const uint8_t *bytes, uint64_t n) {
  return (uint32_t)(checksum(start, bytes, n) >> 32);
}

uint32_t trace_file_chain(const uint8_t *header) { return chain(TRACE_CHECKSUM, header, TRACE_FILE_HEADER); }

uint32_t trace_block_chain(uint32_t before, const uint8_t *header) {
  return chain(TRACE_CHECKSUM ^ before, header, TRACE_BLOCK_HEADER - AFTER_CHAIN);
}
