/* coh_traffic.c: see coh_traffic.h.
 *
 * If the bandwidth is limited, but no bytes are counted, these functions only find the write-backs to memory, which
 * occupy its channel (coh_memory.c).
 *
 * The rules. Caches are write-back and write-allocate, and move whole lines.
 *
 * Reads
 * - A D1 reads each line that it fills, for a reference or a prefetch, from any source. An L2 reads each line that it
 * fills from outside. A fetch from outside is a read of memory if neither a last level nor another processor supplies
 * the line. It is a transfer if another processor supplies the line.
 *
 * Write-backs
 * - A line is modified in a D1 if it was stored to there since it was filled or last written back. When a fill replaces
 * it, it is written back to the L2, which then has it modified, or else to the outside.
 * - An L2 that loses a modified line to a fill writes it to the outside, after taking the D1's version.
 * - When another processor reads the line, the L2 takes its D1's version. If the protocol updates memory (MSI, MESI),
 * the line is written to the outside. Under MOESI it stays modified, as owned.
 * - A line that another processor stores to is not written back: that processor has it modified from then on.
 * - The outside is the last level of the processor's node if this level holds the line, which it then has modified.
 * Otherwise the outside is memory: a write-back does not fill a last level. Write-backs caused by a fetch precede the
 * fetch's use of the last level.
 * - A last level writes a modified line to memory when it replaces it. It also writes it, and keeps it, when memory
 * supplies the line to another node. A modified line that a last level loses to a store of another node is not written:
 * the storing processor has all of it.
 * - So a line is written to memory at most once for each time that it became modified.
 *
 * Attribution
 * - Moves belong to the processor and the code of the reference that causes them: its fill replaces a line, or it makes
 * another processor give up ownership. Moves by prefetches belong to the reference that made the request.
 * - If a line is read, the data of the move are those of the reference. If a line is written, they are those of the
 * reference that last made this line modified in a D1, not those of the line that replaces it.
 * - The code that an instruction cache reads is not counted. The write-backs of lines that these reads replace are
 * counted.
 * - Lines that are still modified at the end have not moved: coh_modified_lines() counts them.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "coherence/coh_traffic.h"

void coh_traffic_begin(coh_system *system, unsigned processor, const coh_blame *blame, bool code) {
  coh_traffic *traffic = system->traffic;
  traffic->processor = processor;
  traffic->data = blame->filler;
  traffic->note = blame->note;
  traffic->code = code;
}

static void move(coh_system *system, coh_move way, coh_who data) {
  if (!system->config.traffic) return;
  const coh_traffic *traffic = system->traffic;
  *coh_counts_moved(&system->processors[traffic->processor].counts, way) += system->config.d1.line;
  if (system->mover) system->mover(system->mover_closure, traffic->processor, way, data, traffic->note);
}

static void read_line(coh_system *system, coh_move way) {
  if (!system->traffic->code) move(system, way, system->traffic->data);
}

/* Occupies the channel of a line's memory for a write-back, which the current reference causes. */
static void occupy_channel(coh_system *system, uint64_t line) {
  const coh_processor *p = &system->processors[system->traffic->processor];
  coh_memory_write(&system->memory, coh_memory_home(&system->memory, line, p->node), p->now);
}

static void write_line(coh_system *system, coh_move way, uint64_t line) {
  if (way == COH_MEMORY_WRITTEN && system->memory.channel_time != 0) occupy_channel(system, line);
  if (!system->config.traffic) return;
  const uint32_t *modifier = plat_map_find(&system->traffic->modifiers, line);
  plat_assert(modifier);
  move(system, way, *modifier);
}

static bool owes(const coh_system *system, uint8_t state) {
  return (system->rules.on[coh_state_in(state)][COH_EVICTED].acts & COH_WRITES_BACK) != 0;
}

/* Returns whether the D1's line in `slot` is newer than the copy in the next level. */
static bool is_newer(const coh_system *system, const coh_processor *p, uint64_t slot) {
  const uint8_t state = p->d1.states[slot];
  return p->l2.ways == 0 ? owes(system, state) : coh_state_in(state) == COH_MODIFIED && !(state & COH_UNSTORED);
}

/* Writes a modified line of a processor back: to its last level if the last level holds the line, otherwise to
 * memory. */
static void write_outside(coh_system *system, const coh_processor *p, uint64_t line) {
  const uint64_t slot = p->last_level ? coh_cache_find(p->last_level, line) : COH_NO_SLOT;
  if (slot != COH_NO_SLOT)
    p->last_level->states[slot] = COH_MODIFIED;
  else
    write_line(system, COH_MEMORY_WRITTEN, line);
}

/* ---- fetches, fills and stores ---- */

/* If another node's last level has a line modified, writes the line to memory, which will supply it. */
static void bring_memory_up_to_date(coh_system *system, unsigned processor, uint64_t line) {
  const coh_memory *memory = &system->memory;
  for (unsigned node = 0; memory->last_levels && node < memory->nodes; node++) {
    coh_cache *ll = &memory->last_levels[node];
    if (node == system->processors[processor].node) continue; /* this last level was just filled with the line */
    const uint64_t slot = coh_cache_find(ll, line);
    if (slot == COH_NO_SLOT || ll->states[slot] != COH_MODIFIED) continue;
    ll->states[slot] = COH_SHARED;
    write_line(system, COH_MEMORY_WRITTEN, line);
  }
}

void coh_traffic_fetch(coh_system *system, unsigned processor, uint64_t line, coh_source source) {
  if (source == COH_FROM_CACHE) read_line(system, COH_TRANSFERRED);
  if (source != COH_FROM_MEMORY) return;
  bring_memory_up_to_date(system, processor, line);
  read_line(system, COH_MEMORY_READ);
}

bool coh_traffic_use_last_level(coh_system *system, coh_cache *ll, uint64_t line) {
  uint64_t pushed_out;
  const bool found = coh_last_level_take(ll, line, &pushed_out);
  if (pushed_out != COH_NO_LINE) write_line(system, COH_MEMORY_WRITTEN, pushed_out);
  return found;
}

void coh_traffic_fill_l2(coh_system *system) { read_line(system, COH_L2_READ); }

static void become_modified(coh_system *system, uint64_t line) {
  if (!system->config.traffic) return;
  *plat_map_add(&system->traffic->modifiers, line) = system->traffic->data;
}

uint8_t coh_traffic_fill_d1(coh_system *system, const coh_processor *p, uint64_t line, bool own, coh_state state) {
  read_line(system, COH_D1_READ);
  if (own) become_modified(system, line);
  return system->config.traffic && p->l2.ways != 0 && !own && state == COH_MODIFIED ? COH_UNSTORED : 0;
}

void coh_traffic_store(coh_system *system, const coh_processor *p, uint64_t slot) {
  if (!is_newer(system, p, slot)) become_modified(system, p->d1.tags[slot]);
}

/* ---- evictions ---- */

void coh_traffic_leave_d1(coh_system *system, const coh_processor *p, uint64_t slot) {
  if (!is_newer(system, p, slot)) return;
  write_line(system, COH_D1_WRITTEN, p->d1.tags[slot]);
  if (p->l2.ways == 0) write_outside(system, p, p->d1.tags[slot]);
}

void coh_traffic_leave_l2(coh_system *system, const coh_processor *p, uint64_t slot) {
  const uint64_t line = p->l2.tags[slot], held = coh_cache_find(&p->d1, line);
  if (held != COH_NO_SLOT) coh_traffic_leave_d1(system, p, held);
  if (!owes(system, held != COH_NO_SLOT ? p->d1.states[held] : p->l2.states[slot])) return;
  write_line(system, COH_L2_WRITTEN, line);
  write_outside(system, p, line);
}

void coh_traffic_step_down(coh_system *system, const coh_processor *p, uint64_t line, uint8_t acts) {
  const uint64_t held = coh_cache_find(&p->d1, line);
  if (p->l2.ways != 0 && held != COH_NO_SLOT && is_newer(system, p, held)) write_line(system, COH_D1_WRITTEN, line);
  if (!(acts & COH_WRITES_BACK)) return;
  write_line(system, p->l2.ways != 0 ? COH_L2_WRITTEN : COH_D1_WRITTEN, line);
  write_outside(system, p, line);
}

/* ---- what is left ---- */

static uint64_t slots_of(const coh_cache *cache) { return (cache->set_mask + 1) * cache->stride; }

/* Returns whether the copy of a line in the cache that represents the processor (L2 or D1) is newer than the outside.
 */
static bool is_kept_modified(const coh_system *system, const coh_processor *p, const coh_cache *outer, uint64_t slot) {
  const uint64_t held = coh_cache_find(&p->d1, outer->tags[slot]);
  return owes(system, held != COH_NO_SLOT ? p->d1.states[held] : outer->states[slot]);
}

static bool is_anywhere_modified(const coh_system *system, uint64_t line) {
  for (unsigned i = 0; i < system->config.processors; i++) {
    const coh_processor *p = &system->processors[i];
    if (!p->active) continue;
    const coh_cache *outer = p->l2.ways != 0 ? &p->l2 : &p->d1;
    const uint64_t slot = coh_cache_find(outer, line);
    if (slot != COH_NO_SLOT && is_kept_modified(system, p, outer, slot)) return true;
  }
  return false;
}

uint64_t coh_modified_lines(const coh_system *system) {
  uint64_t lines = 0;
  for (unsigned i = 0; i < system->config.processors; i++) {
    const coh_processor *p = &system->processors[i];
    const coh_cache *outer = p->l2.ways != 0 ? &p->l2 : &p->d1;
    for (uint64_t slot = 0; p->active && slot < slots_of(outer); slot++)
      lines += slot % outer->stride < outer->ways && outer->tags[slot] != COH_NO_LINE &&
               is_kept_modified(system, p, outer, slot);
  }
  for (unsigned node = 0; system->memory.last_levels && node < system->memory.nodes; node++) {
    const coh_cache *ll = &system->memory.last_levels[node];
    for (uint64_t slot = 0; slot < slots_of(ll); slot++)
      lines += slot % ll->stride < ll->ways && ll->tags[slot] != COH_NO_LINE && ll->states[slot] == COH_MODIFIED &&
               !is_anywhere_modified(system, ll->tags[slot]);
  }
  return lines;
}
