/* sweep_simulate.c: see sweep_simulate.h.
 *
 * Suppose that every reference of a repetition was a plain hit (coh_line_is_plain()). The next repetition leaves the
 * machine unchanged if it touches these lines again. Under LRU, the lines of each set are already in the order of their
 * last uses. Under tree-PLRU, each node already points away from the last use below it. So while the references stay in
 * their lines, the repetitions are counted without simulation. Lines with flags are excluded, since their state depends
 * on the touched bytes.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "sweep/sweep_simulate.h"

#include "coherence/coh_line-inl.h"
#include "plat/plat_array.h"

/* Returns the counts of a cell. Makes room for them if necessary. */
static sweep_cell_misses *misses_of(sweep_played *played, uint32_t cell) {
  played->cells = plat_grow(played->cells, cell, &played->room, sizeof *played->cells);
  return &played->cells[cell];
}

/* Simulates a reference that is not a plain hit. */
static void play_in_full(coh_system *system, unsigned processor, const sweep_reference *reference, uint64_t address,
                         uint64_t slot, uint32_t cell, sweep_played *played) {
  const coh_blame nobody = {.code = reference->code};
  coh_processor *p = &system->processors[processor];
  const uint64_t first = address >> p->line_bits;
  const uint64_t final = address + reference->size - 1;
  const bool own = coh_kind_owns(reference->kind);
  coh_outcome outcome;
  coh_line_use(system, processor, first, own, coh_granules(p, first, address, final), &nobody, slot, &outcome);
  coh_further_lines_use(system, processor, address, final, own, &nobody, &outcome);
  coh_count_outcome(&p->counts, reference->kind, &outcome);
  if (outcome.cause != COH_HIT) {
    played->from[outcome.source]++;
    sweep_cell_misses_add(misses_of(played, cell), reference->kind, outcome.cause == COH_COLD, outcome.source, 1);
  }
  p->now += outcome.stall;
}

/* Simulates a reference. Returns whether it was a plain hit and would also be one at any other bytes of the line. */
static inline bool play_one(coh_system *system, coh_processor *p, unsigned processor, const sweep_reference *reference,
                            uint64_t address, uint32_t cell, sweep_played *played) {
  const bool own = coh_kind_owns(reference->kind);
  const uint64_t line = address >> p->line_bits;
  const uint64_t final = address + reference->size - 1;
  const bool single = final >> p->line_bits == line;
  const coh_filter *entry = coh_filter_entry(p, line);
  if (PLAT_LIKELY(single && (entry->key | (own ? 0 : 1)) == coh_filter_key(line, true))) {
    p->d1.uses[entry->slot] = ++p->d1.clock;
    return true;
  }
  const uint64_t slot = coh_cache_find(&p->d1, line);
  if (single && slot != COH_NO_SLOT && coh_line_is_plain(p, slot, own, address, final)) {
    coh_line_touch(p, line, slot);
    return p->d1.states[slot] <= COH_STATE_MASK;
  }
  play_in_full(system, processor, reference, address, slot, cell, played);
  return false;
}

/* Simulates a repetition. Returns whether all its references were plain hits. */
static bool play_all(coh_system *system, coh_processor *p, const sweep_access_loop *pattern, uint64_t r,
                     sweep_played *played) {
  bool plain = true;
  for (uint32_t i = 0; i < pattern->n; i++) {
    const sweep_reference *reference = &pattern->references[i];
    coh_execute(system, p, reference->gap);
    plain &= play_one(system, p, pattern->processor, reference, reference->address + r * reference->stride,
                      sweep_access_loop_cell(pattern, i), played);
  }
  coh_execute(system, p, pattern->tail);
  return plain;
}

static uint64_t instructions_of(const sweep_access_loop *pattern) {
  uint64_t sum = pattern->tail;
  for (uint32_t i = 0; i < pattern->n; i++) sum += pattern->references[i].gap;
  return sum;
}

void sweep_simulate(coh_system *system, const sweep_access_loop *pattern, sweep_played *played) {
  coh_activate(system, pattern->processor);
  coh_processor *p = &system->processors[pattern->processor];
  sweep_access_loop_count(pattern, &p->counts.reads, &p->counts.writes);
  sweep_stay stay;
  sweep_stay_begin(&stay, pattern, p->line_bits);
  const uint64_t instructions = instructions_of(pattern);
  for (uint64_t r = 0; r < pattern->repeats; r++) {
    if (!play_all(system, p, pattern, r, played)) continue;
    const uint64_t more = sweep_stay_after(&stay, pattern, p->line_bits, r);
    coh_execute(system, p, more * instructions);
    r += more;
  }
}

void sweep_played_add_cell(sweep_played *played, uint32_t cell, const sweep_cell_misses *misses) {
  sweep_cell_misses_join(misses_of(played, cell), misses);
}

sweep_cell_misses sweep_played_cell(const sweep_played *played, uint32_t cell) {
  return cell < played->room ? played->cells[cell] : (sweep_cell_misses){0};
}

void sweep_played_zero(sweep_played *played) {
  for (unsigned i = 0; i < SWEEP_SOURCES; i++) played->from[i] = 0;
  for (uint32_t i = 0; i < played->room; i++) played->cells[i] = (sweep_cell_misses){0};
}

void sweep_played_clear(sweep_played *played) {
  plat_free(played->cells);
  *played = (sweep_played){0};
}
