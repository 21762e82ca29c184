/* trace_memory.h: the compressor's memory, counted for its limit.
 *
 * Small pieces (descriptors, streams), which are allocated and freed by the million, are cut from chunks and kept by
 * size when freed. Large and long-lived ones use plat_alloc().
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
  uint64_t apart;                                                        /* those bytes that are in no chunk */
  uint64_t chunked;                                                      /* bytes of all chunks */
  uint64_t peak;                                                         /* maximum of the bytes held */
  trace_memory_piece *chunks;                                            /* all of them */
  uint8_t *at, *end;                                                     /* free rest of the newest chunk */
  trace_memory_piece *free[TRACE_MEMORY_SMALL / TRACE_MEMORY_GRAIN + 1]; /* by size in grains */
} trace_memory;

void trace_memory_init(trace_memory *memory);

/* Bytes allocated by plat_alloc(). */
static inline uint64_t trace_memory_held(const trace_memory *memory) { return memory->chunked + memory->apart; }

/* Bytes of small pieces in use. */
static inline uint64_t trace_memory_small(const trace_memory *memory) { return memory->used - memory->apart; }

/* Frees all chunks if no small piece is in use. */
void trace_memory_trim(trace_memory *memory);

/* Frees all chunks; nothing may be in use. */
void trace_memory_clear(trace_memory *memory);

/* Frees all chunks with all small pieces. */
void trace_memory_drop(trace_memory *memory);

/* Allocates zeroed bytes, aligned to 16; freed with their size. NULL can be freed, with size 0. */
void *trace_memory_take(trace_memory *memory, uint64_t bytes);
void trace_memory_give(trace_memory *memory, void *piece, uint64_t bytes);

/* As trace_memory_take(), but for a long-lived piece of any size, outside of chunks. */
void *trace_memory_take_apart(trace_memory *memory, uint64_t bytes);
void trace_memory_give_apart(trace_memory *memory, void *piece, uint64_t bytes);
