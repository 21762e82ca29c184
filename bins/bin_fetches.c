/* bin_fetches.c: see bin_fetches.h.
 *
 * Rules of attribution
 * - A fetch belongs to the place of its instruction and the processor that executes it. Its evictor is the segment of
 * the instruction whose fetch replaced its line.
 * - An instruction that misses reads all of its bytes from the other caches, whose lines can have another size. It
 * counts as one miss: that of the line that comes from farthest away (of several such lines, the first). Its stall is
 * the largest of the lines' stalls, since they overlap (as in cachegrind).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_fetches.h"

#include "coherence/coh_line-inl.h"
#include "coherence/coh_stall.h"
#include "plat/plat_array.h"

typedef struct {
  bin_fetch_counts counts;
  bin_pending evictor;
} place_fetches;

struct bin_fetches {
  coh_system *system;
  bin_table *table;
  fetch_system *caches;
  bin_fetch_counts *processors;
  place_fetches *places; /* indexed by place */
  uint32_t room;
  bin_tally evictors; /* key: place and evicting segment; value: number of evictions */
};

static void count(bin_fetch_counts *counts, const fetch_miss *miss, const coh_outcome *found) {
  counts->misses++;
  switch (miss->fate) {
    case FETCH_NEVER: counts->cold++; break;
    case FETCH_WAS_REPLACED: counts->replacement++; break;
    case FETCH_WAS_INVALIDATED: counts->invalidation++; break;
    case FETCH_WAS_SWITCHED: counts->switched++; break;
  }
  counts->second_level += found->source == COH_FROM_L2;
  counts->last_level += found->source == COH_FROM_LL;
  counts->memory += found->source != COH_FROM_L2 && found->source != COH_FROM_LL;
  counts->stall_cycles += found->stall;
}

/* Reads the instruction's lines from the other caches. */
static coh_outcome read_past(const bin_fetches *fetches, unsigned processor, const fetch_instruction *instruction) {
  const unsigned line_bits = fetches->system->processors[processor].line_bits;
  const uint64_t last = (instruction->address + instruction->bytes - 1) >> line_bits;
  coh_outcome farthest = {.source = COH_FROM_D1};
  for (uint64_t line = instruction->address >> line_bits; line <= last; line++) {
    coh_outcome one;
    coh_line_fetch_code(fetches->system, processor, line, instruction->place | BIN_NOTE_OF_CODE, &one);
    const uint32_t stall = one.stall > farthest.stall ? one.stall : farthest.stall;
    if (one.source > farthest.source) farthest = one;
    farthest.stall = stall;
  }
  return farthest;
}

/* The fetch_missed callback. */
static void missed(void *closure, unsigned processor, const fetch_miss *miss) {
  bin_fetches *fetches = closure;
  const uint32_t place = bin_table_staged(fetches->table, miss->instruction->place);
  coh_activate(fetches->system, processor);
  if (fetches->system->processors[processor].window) coh_catch_up(&fetches->system->processors[processor]);
  const coh_outcome found = read_past(fetches, processor, miss->instruction);
  fetches->places = plat_grow(fetches->places, place, &fetches->room, sizeof *fetches->places);
  place_fetches *here = &fetches->places[place];
  count(&here->counts, miss, &found);
  count(&fetches->processors[processor], miss, &found);
  coh_pass(&fetches->system->processors[processor], found.stall);
  if (miss->fate == FETCH_WAS_REPLACED)
    bin_tally_one(&fetches->evictors, place, &here->evictor, bin_table_get_place(fetches->table, miss->who)->segment);
}

bin_fetches *bin_fetches_new(coh_system *system, bin_table *table, const fetch_config *config) {
  bin_fetches *fetches = plat_alloc(sizeof *fetches);
  fetches->system = system;
  fetches->table = table;
  fetches->processors = plat_alloc(coh_processors(system) * sizeof *fetches->processors);
  fetches->caches = fetch_system_new(config, coh_processors(system), missed, fetches);
  return fetches;
}

void bin_fetches_free(bin_fetches *fetches) {
  fetch_system_free(fetches->caches);
  plat_free(fetches->processors);
  plat_free(fetches->places);
  bin_tally_clear(&fetches->evictors);
  plat_free(fetches);
}

fetch_system *bin_fetches_system(const bin_fetches *fetches) { return fetches->caches; }

bin_fetch_counts bin_fetches_at(const bin_fetches *fetches, uint32_t place) {
  return place < fetches->room ? fetches->places[place].counts : (bin_fetch_counts){0};
}

const bin_fetch_counts *bin_fetches_of(const bin_fetches *fetches, unsigned processor) {
  return &fetches->processors[processor];
}

const bin_tally *bin_fetches_evictors(bin_fetches *fetches) {
  for (uint32_t place = 0; place < fetches->room; place++)
    bin_tally_settle(&fetches->evictors, place, &fetches->places[place].evictor);
  return &fetches->evictors;
}

void bin_fetches_zero(bin_fetches *fetches) {
  fetch_system_zero(fetches->caches);
  bin_tally_zero(&fetches->evictors);
  for (unsigned i = 0; i < coh_processors(fetches->system); i++) fetches->processors[i] = (bin_fetch_counts){0};
  for (uint32_t place = 0; place < fetches->room; place++) fetches->places[place] = (place_fetches){0};
}
