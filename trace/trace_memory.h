/* trace_memory.h: allocates the compressor's memory and counts it, so that the compressor stays within its limit.
 *
 * Descriptors and streams are small pieces, of which millions are allocated and freed. They are cut from chunks. When
 * freed, they are kept in lists by size. Large and long-lived pieces are allocated with plat_alloc().
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdint.h>

enum {
  TRACE_MEMORY_GRAIN = 32,     /* granularity of small pieces */
  TRACE_MEMORY_SMALL = 4096,   /* maximum bytes of a small piece */
  TRACE_MEMORY_CHUNK = 1 << 16 /* bytes of a chunk */
};

typedef struct trace_memory_piece trace_memory_piece;

typedef struct {
  uint64_t used;                                                         /* bytes allocated and not freed */
  uint64_t apart;                                                        /* part of `used`: bytes of pieces outside of
                                                                            chunks */
  uint64_t chunked;                                                      /* bytes of all chunks */
  uint64_t peak;                                                         /* maximum of trace_memory_held() so far */
  trace_memory_piece *chunks;                                            /* list of all chunks */
  uint8_t *at, *end;                                                     /* free part of the newest chunk */
  trace_memory_piece *free[TRACE_MEMORY_SMALL / TRACE_MEMORY_GRAIN + 1]; /* lists of freed pieces, by size in grains */
} trace_memory;

void trace_memory_init(trace_memory *memory);

/* Returns the number of bytes that are allocated with plat_alloc(). */
static inline uint64_t trace_memory_held(const trace_memory *memory) { return memory->chunked + memory->apart; }

/* Returns the number of bytes in small pieces that are in use. */
static inline uint64_t trace_memory_small(const trace_memory *memory) { return memory->used - memory->apart; }

/* Frees all chunks if no small piece is in use. */
void trace_memory_trim(trace_memory *memory);

/* Frees all chunks. No small piece may be in use. */
void trace_memory_clear(trace_memory *memory);

/* Frees all chunks, including all small pieces in use. */
void trace_memory_drop(trace_memory *memory);

/* Allocates `bytes` zeroed bytes, aligned to 16 bytes. The caller frees the piece with trace_memory_give() and the same
 * size. NULL can be freed, too, with size 0. */
void *trace_memory_take(trace_memory *memory, uint64_t bytes);
void trace_memory_give(trace_memory *memory, void *piece, uint64_t bytes);

/* As trace_memory_take(), but for a long-lived piece of any size, outside of chunks. */
void *trace_memory_take_apart(trace_memory *memory, uint64_t bytes);
void trace_memory_give_apart(trace_memory *memory, void *piece, uint64_t bytes);
