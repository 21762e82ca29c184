/* sweep_group.c: see sweep_group.h. Makes stack groups and reads their counts; sweep_group_use.c makes the references.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "sweep/sweep_group.h"

#include "plat/plat_array.h"
#include "sweep/sweep_group_state.h"

bool sweep_group_takes(const mach_config *config) {
  return config->replacement == MACH_LRU && mach_policy_of(config, config->ll_replacement) == MACH_LRU &&
         config->l2.size == 0 && config->nodes <= 1 && !mach_config_has_queues(config) && !config->conflicts &&
         config->dtlb.n == 0 && !mach_config_prefetches(config) && !config->traffic && !config->ll_hash;
}

/* ---- making ------------------------------------------------------------------------------------------------------ */

static uint64_t sets_of(const mach_config *config) { return config->d1.size / config->d1.ways / config->d1.line; }

static bool is_before(const sweep_group_machine *a, const sweep_group_machine *b) {
  const uint64_t x = sets_of(&a->config), y = sets_of(&b->config);
  return x != y ? x < y : a->ways < b->ways;
}

/* Inserts a machine into an array of n machines that is sorted by number of ways. */
static void insert(sweep_group_machine *machines, unsigned n, const sweep_group_machine *one) {
  for (; n > 0 && is_before(one, &machines[n - 1]); n--) machines[n] = machines[n - 1];
  machines[n] = *one;
}

static sweep_group_machine make_machine(const mach_config *config, unsigned number) {
  const coh_rules *rules = coh_rules_of(config->protocol);
  const uint8_t read = rules->on[COH_INVALID][COH_READS_ALONE].next;
  sweep_group_machine m = {.number = number, .ways = config->d1.ways, .config = *config};
  m.upgrades = (rules->on[read][COH_STORES].acts & COH_ASKS) != 0;
  return m;
}

static uint32_t least_ways(const sweep_group *family) {
  uint32_t least = family->machines[0].ways;
  for (unsigned i = 1; i < family->n; i++)
    if (family->machines[i].ways < least) least = family->machines[i].ways;
  return least;
}

static void make_rank(sweep_group *family, sweep_group_rank *r, sweep_group_machine *machines, unsigned n) {
  *r = (sweep_group_rank){.machines = machines, .n = n, .at = family->width};
  sweep_stack_init(&r->stack, sets_of(&machines[0].config), machines[n - 1].ways, least_ways(family), family->line_bits,
                   family->parts || family->upgrades);
  family->width += r->stack.depth + 1;
  r->upgrades = plat_alloc((r->stack.depth + 2) * sizeof *r->upgrades);
}

static uint64_t sets_behind(const sweep_group_machine *m) {
  return m->config.ll.size / m->config.ll.ways / m->config.ll.line;
}

/* Makes a pool of last levels with the same number of sets: those of the machines from `first` on that are not yet in a
 * pool, up to the capacity of a pool. */
static void make_pool(sweep_group *family, unsigned first, uint32_t *room) {
  family->pools = plat_grow(family->pools, family->n_pools, room, sizeof *family->pools);
  sweep_group_pool *p = &family->pools[family->n_pools];
  const uint64_t sets = sets_behind(&family->machines[first]);
  uint32_t ways[SWEEP_LRU_GROUP_MOST], all = 0;
  unsigned n = 0;
  for (unsigned i = first; i < family->n && n < SWEEP_LRU_GROUP_MOST; i++) {
    sweep_group_machine *m = &family->machines[i];
    if (m->config.ll.size == 0 || m->bit != 0 || sets_behind(m) != sets) continue;
    if (all + m->config.ll.ways > SWEEP_LRU_GROUP_MOST_WAYS) break;
    all += ways[n] = m->config.ll.ways;
    m->pool = family->n_pools;
    m->bit = (uint32_t)1 << n;
    p->machines[n++] = i;
  }
  sweep_lru_group_init(&p->twins, sets, ways, n);
  family->n_pools++;
}

/* Computes, for each distance, which last levels a use at this distance reaches. */
static void note_asked(sweep_group *family, sweep_group_rank *r) {
  r->asked = plat_alloc((r->stack.depth + 1) * family->n_pools * sizeof *r->asked);
  for (unsigned i = 0; i < r->n; i++)
    for (uint32_t d = r->machines[i].ways; d <= r->stack.depth; d++)
      r->asked[d * family->n_pools + r->machines[i].pool] |= r->machines[i].bit;
}

static void make_last_levels(sweep_group *family) {
  uint32_t room = 0;
  for (unsigned i = 0; i < family->n; i++)
    if (family->machines[i].config.ll.size != 0 && family->machines[i].bit == 0) make_pool(family, i, &room);
  for (unsigned i = 0; i < family->n_ranks && family->n_pools != 0; i++) note_asked(family, &family->ranks[i]);
}

sweep_group *sweep_group_new(const mach_config *const *configs, unsigned n, bool parts) {
  sweep_group *family = plat_alloc(sizeof *family);
  *family = (sweep_group){.line_bits = (unsigned)__builtin_ctz(configs[0]->d1.line),
                          .parts = parts,
                          .machines = plat_alloc(n * sizeof *family->machines),
                          .n = n,
                          .ranks = plat_alloc(n * sizeof *family->ranks)};
  for (unsigned i = 0; i < n; i++) {
    plat_assert(sweep_group_takes(configs[i]) && configs[i]->d1.line == configs[0]->d1.line);
    const sweep_group_machine one = make_machine(configs[i], i);
    family->upgrades |= one.upgrades;
    insert(family->machines, i, &one);
  }
  for (unsigned first = 0, end; first < n; first = end) {
    for (end = first + 1;
         end < n && sets_of(&family->machines[end].config) == sets_of(&family->machines[first].config);)
      end++;
    make_rank(family, &family->ranks[family->n_ranks++], &family->machines[first], end - first);
  }
  make_last_levels(family);
  family->newest = plat_alloc(sweep_group_sets(family) * sizeof *family->newest);
  for (uint64_t i = 0; i < sweep_group_sets(family); i++) family->newest[i] = COH_NO_LINE;
  size_t counts = sweep_group_counts_of_kind(family);
  sweep_group_collected *b = &family->batch;
  b->weight = 1;
  b->asked = plat_alloc(((size_t)SWEEP_GROUP_BATCH * family->n_pools + 1) * sizeof *b->asked);
  b->several = plat_alloc(SWEEP_GROUP_SEVERAL * sizeof *b->several);
  b->scratch = plat_alloc(SWEEP_GROUP_SCRATCH * counts * sizeof *b->scratch);
  return family;
}

void sweep_group_free(sweep_group *family) {
  for (unsigned i = 0; i < family->n_ranks; i++) {
    sweep_stack_clear(&family->ranks[i].stack);
    plat_free(family->ranks[i].upgrades);
    plat_free(family->ranks[i].asked);
  }
  for (uint32_t i = 0; i < family->row_room; i++) plat_free(family->rows[i]);
  plat_free(family->rows);
  for (unsigned i = 0; i < family->n_pools; i++) sweep_lru_group_clear(&family->pools[i].twins);
  plat_free(family->pools);
  plat_free(family->batch.asked);
  plat_free(family->batch.several);
  plat_free(family->batch.scratch);
  plat_free(family->newest);
  plat_map_clear(&family->seen);
  plat_free(family->machines);
  plat_free(family->ranks);
  plat_free(family);
}

/* ---- counts ------------------------------------------------------------------------------------------------------ */

static uint64_t cold_of(const sweep_group *family, const uint64_t *counted) { return counted[family->width]; }
static uint64_t beyond_of(const sweep_group *family, const uint64_t *counted, const sweep_group_machine *m) {
  return counted[family->width + 1 + (size_t)(m - family->machines)];
}

static void zero_row(const sweep_group *family, sweep_group_row *r) {
  for (unsigned k = 0; k < SWEEP_GROUP_KINDS; k++)
    for (size_t i = 0; i < sweep_group_counts_of_kind(family); i++) r->counted[k][i] = 0;
  for (unsigned i = 0; i < family->n; i++) r->straddling[i] = (sweep_cell_misses){0};
}

void sweep_group_zero(sweep_group *family) {
  sweep_group_finish(family);
  for (unsigned i = 0; i < family->n; i++) family->machines[i].straddling = (sweep_tally){0};
  for (uint32_t i = 0; i < family->row_room; i++)
    if (family->rows[i]) zero_row(family, family->rows[i]);
  for (unsigned i = 0; i < family->n_ranks; i++) {
    sweep_group_rank *r = &family->ranks[i];
    for (uint32_t w = 0; w < r->stack.depth + 2; w++) r->upgrades[w] = 0;
  }
  for (unsigned k = 0; k < SWEEP_GROUP_KINDS; k++) family->references[k] = 0;
}

static const sweep_group_rank *rank_of(const sweep_group *family, const sweep_group_machine *m) {
  const sweep_group_rank *r = family->ranks;
  while (m >= r->machines + r->n) r++;
  return r;
}

static sweep_group_machine *machine_of(const sweep_group *family, unsigned number) {
  sweep_group_machine *m = family->machines;
  while (m->number != number) m++;
  return m;
}

/* Returns a machine's misses by references to a single line, according to the counts of one row. Call it when no last
 * level has queued uses. */
static sweep_cell_misses misses_of(const sweep_group *family, const sweep_group_row *counted, const sweep_group_rank *r,
                                   const sweep_group_machine *m) {
  const uint64_t *const reads = counted->counted[SWEEP_GROUP_READS], *const writes =
                                                                         counted->counted[SWEEP_GROUP_WRITES];
  sweep_cell_misses sum = {.cold = cold_of(family, reads) + cold_of(family, writes)};
  for (uint32_t d = m->ways; d <= r->stack.depth; d++) {
    sum.read_misses += reads[r->at + d];
    sum.write_misses += writes[r->at + d];
  }
  if (m->bit != 0)
    sum.last_level = sum.read_misses + sum.write_misses - beyond_of(family, reads, m) - beyond_of(family, writes, m);
  return sum;
}

uint32_t sweep_group_cells(const sweep_group *family) { return family->row_room; }

sweep_cell_misses sweep_group_cell(sweep_group *family, unsigned number, uint32_t cell) {
  sweep_group_machine *m = machine_of(family, number);
  sweep_group_finish(family);
  sweep_cell_misses sum = {0};
  const sweep_group_row *counted = cell < family->row_room ? family->rows[cell] : NULL;
  if (!counted) return sum;
  const sweep_cell_misses single = misses_of(family, counted, rank_of(family, m), m);
  sweep_cell_misses_join(&sum, &single);
  sweep_cell_misses_join(&sum, &counted->straddling[m - family->machines]);
  return sum;
}

/* Returns the misses of a machine by all references that touch only one line. */
static sweep_cell_misses all_misses(const sweep_group *family, const sweep_group_rank *r,
                                    const sweep_group_machine *m) {
  sweep_cell_misses sum = {0};
  for (uint32_t i = 0; i < family->row_room; i++) {
    if (!family->rows[i]) continue;
    const sweep_cell_misses misses = misses_of(family, family->rows[i], r, m);
    sweep_cell_misses_join(&sum, &misses);
  }
  return sum;
}

static uint64_t upgrades_of(const sweep_group_rank *r, const sweep_group_machine *m) {
  uint64_t sum = 0;
  for (uint32_t w = 0; m->upgrades && w <= m->ways; w++) sum += r->upgrades[w];
  return sum;
}

sweep_tally sweep_group_tally(sweep_group *family, unsigned number) {
  sweep_group_machine *m = machine_of(family, number);
  sweep_group_finish(family);
  const sweep_group_rank *r = rank_of(family, m);
  const sweep_cell_misses single = all_misses(family, r, m);
  const uint64_t misses = single.read_misses + single.write_misses;
  const uint64_t upgrades = upgrades_of(r, m), from_memory = misses - single.last_level;
  sweep_tally tally = m->straddling;
  coh_counts *counts = &tally.counts;
  counts->reads = family->references[SWEEP_GROUP_READS];
  counts->writes = family->references[SWEEP_GROUP_WRITES];
  counts->read_misses += single.read_misses;
  counts->write_misses += single.write_misses;
  counts->cold += single.cold;
  counts->replacement += misses - single.cold;
  counts->local = counts->read_misses + counts->write_misses;
  counts->upgrades += upgrades;
  counts->stall_cycles += single.last_level * m->config.ll_latency + from_memory * m->config.memory_latency +
                          upgrades * m->config.upgrade_latency;
  tally.from[COH_FROM_LL] += single.last_level;
  tally.from[COH_FROM_MEMORY] += from_memory;
  counts->last_level = tally.from[COH_FROM_LL];
  counts->memory = tally.from[COH_FROM_MEMORY];
  return tally;
}

/* ---- separate machines ------------------------------------------------------------------------------------------- */

unsigned sweep_group_line_bits(const sweep_group *family) { return family->line_bits; }

uint64_t sweep_group_sets(const sweep_group *family) { return family->ranks[0].stack.set_mask + 1; }

/* Marks all lines that were ever used as replaced. Afterwards, fill_d1() fills those that are in the D1. */
static void mark_seen(const sweep_group *family, coh_processor *p) {
  const plat_map *seen = &family->seen;
  for (uint64_t i = 0; seen->bits != 0 && i < (uint64_t)1 << seen->bits; i++) {
    const plat_map_entry *entry = &seen->places[i];
    if (entry->key == PLAT_NO_KEY_AT_ALL) continue;
    for (uint32_t left = entry->value; left != 0; left &= left - 1)
      *coh_causes_word(p->causes, entry->key << 5 | (unsigned)__builtin_ctz(left)) = coh_word_make(COH_WAS_REPLACED, 0);
  }
}

/* Uses the lines of the group's D1 in the new machine, from the least to the most recently used line of each set. For a
 * modified line, the use is a store. */
static void fill_d1(const sweep_group *family, const sweep_group_rank *r, const sweep_group_machine *m,
                    coh_system *system, unsigned processor) {
  sweep_played nothing = {0};
  for (uint64_t set = 0; set <= r->stack.set_mask; set++)
    for (uint64_t i = m->ways; i-- > 0;) {
      uint32_t clean;
      const uint64_t line = sweep_stack_line(&r->stack, set, (uint32_t)i, &clean);
      if (line == COH_NO_LINE) continue;
      const sweep_reference use = {.address = line << family->line_bits,
                                   .size = 1,
                                   .kind = m->ways > clean ? COH_WRITE : COH_READ};
      sweep_simulate(system, &(sweep_access_loop){.references = &use, .n = 1, .processor = processor, .repeats = 1},
                     &nothing);
    }
  sweep_played_clear(&nothing);
}

/* Makes the most recent line of each set the most recent line in the later stacks as well. */
static void settle(sweep_group *family) {
  for (unsigned i = 0; i + 1 < family->n_ranks; i++) {
    sweep_stack *stack = &family->ranks[i].stack;
    for (uint64_t set = 0; set <= stack->set_mask; set++) {
      const uint64_t line = sweep_stack_settle(stack, set);
      if (line != COH_NO_LINE) sweep_stack_take(&family->ranks[i + 1].stack, line, false);
    }
  }
}

coh_system *sweep_group_take_out(sweep_group *family, unsigned number, unsigned processor) {
  plat_assert(family->parts);
  sweep_group_finish(family);
  settle(family);
  sweep_group_machine *m = machine_of(family, number);
  coh_system *system = coh_system_new(&m->config);
  coh_activate(system, processor);
  coh_processor *p = &system->processors[processor];
  mark_seen(family, p);
  fill_d1(family, rank_of(family, m), m, system, processor);
  if (m->bit != 0) {
    coh_cache_clear(p->last_level);
    coh_cache_init(p->last_level, &m->config.ll, MACH_LRU, false);
    sweep_lru_group_copy(&family->pools[m->pool].twins, (unsigned)__builtin_ctz(m->bit), p->last_level);
  }
  coh_counts_zero(system);
  return system;
}
