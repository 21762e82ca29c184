/* trace_memory.h: memory of the compressor, counted, so that it can be bounded.
 *
 * Small pieces (descriptors, streams) come and go by the million; they are cut from chunks and kept by size when they
 * are given back. Large ones, and those that stay for long, go through plat_alloc().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TRACE_TRACE_MEMORY_H
#define TRACE_TRACE_MEMORY_H

#include <stdint.h>

enum {
  TRACE_MEMORY_GRAIN = 32,     /* sizes of small pieces are multiples of it */
  TRACE_MEMORY_SMALL = 4096,   /* bytes of the largest small piece */
  TRACE_MEMORY_CHUNK = 1 << 16 /* bytes that are asked for at once */
};

typedef struct trace_memory_piece trace_memory_piece;

typedef struct {
  uint64_t used;                                                         /* bytes taken and not given back */
  uint64_t apart;                                                        /* bytes of those that are in no chunk */
  uint64_t chunked;                                                      /* bytes of all chunks */
  uint64_t peak;                                                         /* bytes that were held at most */
  trace_memory_piece *chunks;                                            /* all of them */
  uint8_t *at, *end;                                                     /* what is left of the newest */
  trace_memory_piece *free[TRACE_MEMORY_SMALL / TRACE_MEMORY_GRAIN + 1]; /* by size in grains */
} trace_memory;

void trace_memory_init(trace_memory *memory);

/* Bytes that it has from plat_alloc(). */
static inline uint64_t trace_memory_held(const trace_memory *memory) { return memory->chunked + memory->apart; }

/* Bytes of small pieces that are in use. */
static inline uint64_t trace_memory_small(const trace_memory *memory) { return memory->used - memory->apart; }

/* Gives back all chunks, if no small piece is in use. */
void trace_memory_trim(trace_memory *memory);

/* Gives back all chunks; nothing may be in use. */
void trace_memory_clear(trace_memory *memory);

/* Gives back all chunks, and with them all small pieces that are in use. */
void trace_memory_drop(trace_memory *memory);

/* Zeroed bytes, aligned to 16; given back with their size. NULL may be given back, with size 0. */
void *trace_memory_take(trace_memory *memory, uint64_t bytes);
void trace_memory_give(trace_memory *memory, void *piece, uint64_t bytes);

/* The same for a piece of any size that stays for long: in no chunk. */
void *trace_memory_take_apart(trace_memory *memory, uint64_t bytes);
void trace_memory_give_apart(trace_memory *memory, void *piece, uint64_t bytes);

#endif
