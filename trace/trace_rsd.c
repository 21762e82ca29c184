/* trace_rsd.c: see trace_rsd.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "trace/trace_rsd.h"

#include "plat/plat.h"

static uint64_t bytes_of(unsigned room) { return sizeof(trace_rsd) + room * sizeof(trace_level); }

trace_rsd *trace_rsd_new(trace_memory *memory, uint32_t source, uint64_t address, uint64_t sequence, unsigned room) {
  trace_rsd *rsd = trace_memory_take(memory, bytes_of(room));
  rsd->source = source;
  rsd->address = address;
  rsd->sequence = sequence;
  rsd->room = (uint16_t)room;
  return rsd;
}

void trace_rsd_free(trace_memory *memory, trace_rsd *rsd) { trace_memory_give(memory, rsd, bytes_of(rsd->room)); }

/* Adds an outermost level. Returns the descriptor, which can move. */
static trace_rsd *raise(trace_memory *memory, trace_rsd *rsd, trace_level level) {
  plat_assert(rsd->depth < TRACE_DEPTH_MAX);
  if (rsd->depth == rsd->room) {
    trace_rsd *larger = trace_rsd_new(memory, rsd->source, rsd->address, rsd->sequence, rsd->room + 2u);
    larger->next = rsd->next;
    larger->depth = rsd->depth;
    __builtin_memcpy(larger->levels, rsd->levels, rsd->depth * sizeof(trace_level));
    trace_rsd_free(memory, rsd);
    rsd = larger;
  }
  rsd->levels[rsd->depth++] = level;
  return rsd;
}

bool trace_rsd_measure(const trace_level *levels, unsigned depth, uint64_t *events, uint64_t *span) {
  *events = 1;
  *span = 0;
  for (unsigned l = 0; l < depth; l++) {
    uint64_t reach;
    if (levels[l].count < 2 || levels[l].sequence_stride <= *span) return false;
    if (__builtin_mul_overflow(levels[l].count - 1, levels[l].sequence_stride, &reach)) return false;
    if (__builtin_add_overflow(*span, reach, span)) return false;
    if (__builtin_mul_overflow(*events, levels[l].count, events)) return false;
  }
  return true;
}

static bool same_levels(const trace_rsd *a, const trace_rsd *b, unsigned depth) {
  for (unsigned l = 0; l < depth; l++) {
    const trace_level *x = &a->levels[l], *y = &b->levels[l];
    if (x->count != y->count || x->sequence_stride != y->sequence_stride || x->stride != y->stride) return false;
  }
  return true;
}

bool trace_rsd_repeats(const trace_rsd *rsd, const trace_rsd *other) {
  return rsd->depth == other->depth + 1u && same_levels(rsd, other, other->depth);
}

/* Returns whether `more` is the next repetition of the outermost level. */
static bool is_expected(const trace_rsd *rsd, const trace_rsd *more) {
  if (!trace_rsd_repeats(rsd, more)) return false;
  const trace_level *top = &rsd->levels[more->depth];
  return more->sequence == rsd->sequence + top->count * top->sequence_stride &&
         more->address == rsd->address + top->count * top->stride;
}

/* Returns whether the two could be the first repetitions of a new level. */
static bool is_pair(const trace_rsd *rsd, const trace_rsd *more) {
  if (rsd->depth != more->depth || rsd->depth == TRACE_DEPTH_MAX || more->sequence <= rsd->sequence) return false;
  uint64_t events, span;
  return same_levels(rsd, more, rsd->depth) && trace_rsd_measure(rsd->levels, rsd->depth, &events, &span) &&
         more->sequence - rsd->sequence > span;
}

bool trace_rsd_join(trace_memory *memory, trace_rsd **rsd, trace_rsd *more) {
  if (is_expected(*rsd, more)) {
    (*rsd)->levels[more->depth].count++;
  } else if (is_pair(*rsd, more)) {
    const trace_level level = {more->address - (*rsd)->address, more->sequence - (*rsd)->sequence, 2};
    *rsd = raise(memory, *rsd, level);
  } else {
    return false;
  }
  trace_rsd_free(memory, more);
  return true;
}

void trace_rsd_put(trace_bytes *block, trace_rsd_context *context, const trace_rsd *rsd) {
  trace_bytes_number(block, trace_fold_sign((uint64_t)rsd->source - context->source));
  trace_bytes_number(block, rsd->depth);
  trace_bytes_number(block, trace_fold_sign(rsd->sequence - context->sequence));
  trace_bytes_number(block, trace_fold_sign(rsd->address - context->address));
  for (unsigned l = 0; l < rsd->depth; l++) {
    trace_bytes_number(block, rsd->levels[l].count);
    trace_bytes_number(block, rsd->levels[l].sequence_stride);
    trace_bytes_number(block, trace_fold_sign(rsd->levels[l].stride));
  }
  *context = (trace_rsd_context){rsd->address, rsd->sequence, rsd->source};
}

bool trace_rsd_get(trace_input *block, trace_rsd_context *context, trace_rsd *rsd) {
  const uint64_t source = context->source + trace_unfold_sign(trace_input_number(block));
  const uint64_t depth = trace_input_number(block);
  if (source >= TRACE_SOURCES_MAX || depth > TRACE_DEPTH_MAX) return false;
  rsd->source = (uint32_t)source;
  rsd->depth = (uint16_t)depth;
  rsd->sequence = context->sequence + trace_unfold_sign(trace_input_number(block));
  rsd->address = context->address + trace_unfold_sign(trace_input_number(block));
  for (unsigned l = 0; l < depth; l++) {
    rsd->levels[l].count = trace_input_number(block);
    rsd->levels[l].sequence_stride = trace_input_number(block);
    rsd->levels[l].stride = trace_unfold_sign(trace_input_number(block));
  }
  *context = (trace_rsd_context){rsd->address, rsd->sequence, rsd->source};
  uint64_t events, span, last;
  return !block->bad && trace_rsd_measure(rsd->levels, rsd->depth, &events, &span) &&
         !__builtin_add_overflow(rsd->sequence, span, &last);
}
