/* SPDX-License-Identifier: GPL-2.0-or-later
 * blocks_block_sources.c: finds the instruction and the operand of each source. The gap before the first reference of
 * an instruction includes the instruction itself. Other references of the instruction have gap 0. This distinguishes
 * references of the same kind and size. */
#include "ui/blocks/blocks_block_sources.h"

enum { CALL = 8, RETURN = 16 }; /* flags of a source */

static gint compare_numbers(uint64_t a, uint64_t b) { return a < b ? -1 : a > b; }

static gint compare_instructions(const trace_source *a, const trace_source *b) {
  const gint order = compare_numbers(a->address, b->address);
  return order != 0 ? order : compare_numbers(a->place, b->place);
}

/* Compares two sources by instruction, then by operand. */
static gint compare_operands(const trace_source *a, const trace_source *b) {
  gint order = compare_instructions(a, b);
  if (order == 0) order = compare_numbers(a->gap == 0, b->gap == 0);
  if (order == 0) order = compare_numbers(a->kind, b->kind);
  if (order == 0) order = compare_numbers(a->size, b->size);
  return order != 0 ? order : compare_numbers(a->flags, b->flags);
}

static gint compare(gconstpointer a, gconstpointer b, gpointer data) {
  const trace_source *sources = data;
  return compare_operands(&sources[*(const uint32_t *)a], &sources[*(const uint32_t *)b]);
}

static BlocksBlockInstruction instruction_of(const EventsTraceFile *trace, const trace_source *source) {
  const uint32_t place = (uint32_t)source->place;
  return (BlocksBlockInstruction){.address = source->address,
                                  .place = place,
                                  .segment = trace->tables != NULL ? trace->tables->places[place].segment : 0};
}

/* Adds the next source in the order of compare_operands(). `before` is the source that precedes it; NULL: there is
 * none. */
static void add(BlocksBlockSources *to, const EventsTraceFile *trace, uint32_t number, const trace_source *before) {
  const trace_source *source = &trace->sources[number];
  if (before == NULL || compare_instructions(before, source) != 0)
    to->instructions[to->n_instructions++] = instruction_of(trace, source);
  if (before == NULL || compare_operands(before, source) != 0) to->n_operands++;
  to->sources[number] = (BlocksBlockSource){to->n_instructions - 1, to->n_operands - 1};
  to->instructions[to->n_instructions - 1].ends |= (source->flags & (CALL | RETURN)) != 0;
}

BlocksBlockSources *blocks_block_sources_new(const EventsTraceFile *trace) {
  const uint32_t room = MAX(trace->n_sources, 1);
  BlocksBlockSources *made = g_new0(BlocksBlockSources, 1);
  g_autofree uint32_t *order = g_new(uint32_t, room);
  uint32_t n = 0;
  made->sources = g_new(BlocksBlockSource, room);
  made->instructions = g_new(BlocksBlockInstruction, room);
  for (uint32_t i = 0; i < trace->n_sources; i++) {
    made->sources[i] = (BlocksBlockSource){BLOCKS_NO_INSTRUCTION, 0};
    if (trace->sources[i].kind <= TRACE_MODIFY) order[n++] = i;
  }
  g_qsort_with_data(order, (gint)n, sizeof *order, compare, (gpointer)trace->sources);
  for (uint32_t i = 0; i < n; i++) add(made, trace, order[i], i > 0 ? &trace->sources[order[i - 1]] : NULL);
  return made;
}

void blocks_block_sources_free(BlocksBlockSources *sources) {
  g_free(sources->sources);
  g_free(sources->instructions);
  g_free(sources);
}
