/* trace_memory.c: see trace_memory.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "trace/trace_memory.h"

#include "plat/plat.h"

struct trace_memory_piece {
  trace_memory_piece *next;
};

void trace_memory_init(trace_memory *memory) { *memory = (trace_memory){0}; }

void trace_memory_clear(trace_memory *memory) {
  plat_assert(memory->used == 0);
  trace_memory_drop(memory);
}

static void free_chunks(trace_memory *memory) {
  while (memory->chunks) {
    trace_memory_piece *chunk = memory->chunks;
    memory->chunks = chunk->next;
    plat_free(chunk);
  }
}

void trace_memory_drop(trace_memory *memory) {
  free_chunks(memory);
  trace_memory_init(memory);
}

void trace_memory_trim(trace_memory *memory) {
  if (trace_memory_small(memory) != 0) return;
  free_chunks(memory);
  *memory = (trace_memory){.used = memory->used, .apart = memory->apart, .peak = memory->peak};
}

static void note_peak(trace_memory *memory) {
  if (trace_memory_held(memory) > memory->peak) memory->peak = trace_memory_held(memory);
}

static uint64_t in_grains(uint64_t bytes) { return (bytes + TRACE_MEMORY_GRAIN - 1) / TRACE_MEMORY_GRAIN; }

void *trace_memory_take_apart(trace_memory *memory, uint64_t bytes) {
  memory->used += bytes;
  memory->apart += bytes;
  note_peak(memory);
  return plat_alloc(bytes);
}

void trace_memory_give_apart(trace_memory *memory, void *piece, uint64_t bytes) {
  if (!piece) return;
  memory->used -= bytes;
  memory->apart -= bytes;
  plat_free(piece);
}

void *trace_memory_take(trace_memory *memory, uint64_t bytes) {
  plat_assert(bytes != 0);
  if (bytes > TRACE_MEMORY_SMALL) return trace_memory_take_apart(memory, bytes);
  const uint64_t grains = in_grains(bytes);
  memory->used += grains * TRACE_MEMORY_GRAIN;
  trace_memory_piece *piece = memory->free[grains];
  if (piece) {
    memory->free[grains] = piece->next;
    __builtin_memset(piece, 0, grains * TRACE_MEMORY_GRAIN);
    return piece;
  }
  if ((uint64_t)(memory->end - memory->at) < grains * TRACE_MEMORY_GRAIN) {
    trace_memory_piece *chunk = plat_alloc(TRACE_MEMORY_CHUNK);
    chunk->next = memory->chunks;
    memory->chunks = chunk;
    memory->chunked += TRACE_MEMORY_CHUNK;
    note_peak(memory);
    memory->at = (uint8_t *)chunk + TRACE_MEMORY_GRAIN;
    memory->end = (uint8_t *)chunk + TRACE_MEMORY_CHUNK;
  }
  void *fresh = memory->at;
  memory->at += grains * TRACE_MEMORY_GRAIN;
  return fresh;
}

void trace_memory_give(trace_memory *memory, void *piece, uint64_t bytes) {
  if (!piece) return;
  if (bytes > TRACE_MEMORY_SMALL) {
    trace_memory_give_apart(memory, piece, bytes);
    return;
  }
  const uint64_t grains = in_grains(bytes);
  memory->used -= grains * TRACE_MEMORY_GRAIN;
  trace_memory_piece *free = piece;
  free->next = memory->free[grains];
  memory->free[grains] = free;
}
