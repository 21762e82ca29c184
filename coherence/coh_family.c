/* coh_family.c: see coh_family.h. Makes stack groups and reads their counts; coh_family_use.c makes the references.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "coherence/coh_family.h"

#include "coherence/coh_array.h"
#include "coherence/coh_family_state.h"

bool coh_family_takes(const coh_config *config) {
  return config->replacement == COH_LRU && config->l2.size == 0 && config->nodes <= 1 && !config->contention &&
         !config->conflicts && config->dtlb.n == 0 && config->prefetch == 0 && !config->traffic;
}

/* ---- making ------------------------------------------------------------------------------------------------------ */

static uint64_t sets_of(const coh_config *config) { return config->d1.size / config->d1.ways / config->d1.line; }

static bool is_before(const coh_family_machine *a, const coh_family_machine *b) {
  const uint64_t x = sets_of(&a->config), y = sets_of(&b->config);
  return x != y ? x < y : a->ways < b->ways;
}

/* Inserts a machine into the n before it. */
static void insert(coh_family_machine *machines, unsigned n, const coh_family_machine *one) {
  for (; n > 0 && is_before(one, &machines[n - 1]); n--) machines[n] = machines[n - 1];
  machines[n] = *one;
}

static coh_family_machine make_machine(const coh_config *config, unsigned number) {
  const coh_rules *rules = coh_rules_of(config->protocol);
  const uint8_t read = rules->on[COH_INVALID][COH_READS_ALONE].next;
  coh_family_machine m = {.number = number, .ways = config->d1.ways, .config = *config};
  m.upgrades = (rules->on[read][COH_STORES].acts & COH_ASKS) != 0;
  return m;
}

static uint32_t least_ways(const coh_family *family) {
  uint32_t least = family->machines[0].ways;
  for (unsigned i = 1; i < family->n; i++)
    if (family->machines[i].ways < least) least = family->machines[i].ways;
  return least;
}

static void make_rank(coh_family *family, coh_family_rank *r, coh_family_machine *machines, unsigned n) {
  *r = (coh_family_rank){.machines = machines, .n = n, .at = family->width};
  coh_stack_init(&r->stack, sets_of(&machines[0].config), machines[n - 1].ways, least_ways(family), family->line_bits,
                 family->parts || family->upgrades);
  family->width += r->stack.depth + 1;
  r->upgrades = plat_alloc((r->stack.depth + 2) * sizeof *r->upgrades);
}

static uint64_t sets_behind(const coh_family_machine *m) {
  return m->config.ll.size / m->config.ll.ways / m->config.ll.line;
}

/* Puts the last levels of machines from `first` on that have the same number of sets and no pool yet into a pool, up to
 * its capacity. */
static void make_pool(coh_family *family, unsigned first, uint32_t *room) {
  family->pools = coh_grow(family->pools, family->n_pools, room, sizeof *family->pools);
  coh_family_pool *p = &family->pools[family->n_pools];
  const uint64_t sets = sets_behind(&family->machines[first]);
  uint32_t ways[COH_TWINS_MOST], all = 0;
  unsigned n = 0;
  for (unsigned i = first; i < family->n && n < COH_TWINS_MOST; i++) {
    coh_family_machine *m = &family->machines[i];
    if (m->config.ll.size == 0 || m->bit != 0 || sets_behind(m) != sets) continue;
    if (all + m->config.ll.ways > COH_TWINS_MOST_WAYS) break;
    all += ways[n] = m->config.ll.ways;
    m->pool = family->n_pools;
    m->bit = (uint32_t)1 << n;
    p->machines[n++] = i;
  }
  coh_twins_init(&p->twins, sets, ways, n);
  family->n_pools++;
}

/* Sets the last levels that a use at each distance reaches. */
static void note_asked(coh_family *family, coh_family_rank *r) {
  r->asked = plat_alloc((r->stack.depth + 1) * family->n_pools * sizeof *r->asked);
  for (unsigned i = 0; i < r->n; i++)
    for (uint32_t d = r->machines[i].ways; d <= r->stack.depth; d++)
      r->asked[d * family->n_pools + r->machines[i].pool] |= r->machines[i].bit;
}

static void make_last_levels(coh_family *family) {
  uint32_t room = 0;
  for (unsigned i = 0; i < family->n; i++)
    if (family->machines[i].config.ll.size != 0 && family->machines[i].bit == 0) make_pool(family, i, &room);
  for (unsigned i = 0; i < family->n_ranks && family->n_pools != 0; i++) note_asked(family, &family->ranks[i]);
}

coh_family *coh_family_new(const coh_config *const *configs, unsigned n, bool parts) {
  coh_family *family = plat_alloc(sizeof *family);
  *family = (coh_family){.line_bits = (unsigned)__builtin_ctz(configs[0]->d1.line),
                         .parts = parts,
                         .machines = plat_alloc(n * sizeof *family->machines),
                         .n = n,
                         .ranks = plat_alloc(n * sizeof *family->ranks)};
  for (unsigned i = 0; i < n; i++) {
    plat_assert(coh_family_takes(configs[i]) && configs[i]->d1.line == configs[0]->d1.line);
    const coh_family_machine one = make_machine(configs[i], i);
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
  family->newest = plat_alloc(coh_family_sets(family) * sizeof *family->newest);
  for (uint64_t i = 0; i < coh_family_sets(family); i++) family->newest[i] = COH_NO_LINE;
  size_t counts = coh_family_counts_of_kind(family);
  coh_family_collected *b = &family->batch;
  b->weight = 1;
  b->asked = plat_alloc(((size_t)COH_FAMILY_BATCH * family->n_pools + 1) * sizeof *b->asked);
  b->several = plat_alloc(COH_FAMILY_SEVERAL * sizeof *b->several);
  b->scratch = plat_alloc(COH_FAMILY_SCRATCH * counts * sizeof *b->scratch);
  return family;
}

void coh_family_free(coh_family *family) {
  for (unsigned i = 0; i < family->n_ranks; i++) {
    coh_stack_clear(&family->ranks[i].stack);
    plat_free(family->ranks[i].upgrades);
    plat_free(family->ranks[i].asked);
  }
  for (uint32_t i = 0; i < family->row_room; i++) plat_free(family->rows[i]);
  plat_free(family->rows);
  for (unsigned i = 0; i < family->n_pools; i++) coh_twins_clear(&family->pools[i].twins);
  plat_free(family->pools);
  plat_free(family->batch.asked);
  plat_free(family->batch.several);
  plat_free(family->batch.scratch);
  plat_free(family->newest);
  coh_map_clear(&family->seen);
  plat_free(family->machines);
  plat_free(family->ranks);
  plat_free(family);
}

/* ---- counts ------------------------------------------------------------------------------------------------------ */

static uint64_t cold_of(const coh_family *family, const uint64_t *counted) { return counted[family->width]; }
static uint64_t beyond_of(const coh_family *family, const uint64_t *counted, const coh_family_machine *m) {
  return counted[family->width + 1 + (size_t)(m - family->machines)];
}

static void zero_row(const coh_family *family, coh_family_row *r) {
  for (unsigned k = 0; k < COH_FAMILY_KINDS; k++)
    for (size_t i = 0; i < coh_family_counts_of_kind(family); i++) r->counted[k][i] = 0;
  for (unsigned i = 0; i < family->n; i++) r->straddling[i] = (coh_cell_misses){0};
}

void coh_family_zero(coh_family *family) {
  coh_family_finish(family);
  for (unsigned i = 0; i < family->n; i++) family->machines[i].straddling = (coh_tally){0};
  for (uint32_t i = 0; i < family->row_room; i++)
    if (family->rows[i]) zero_row(family, family->rows[i]);
  for (unsigned i = 0; i < family->n_ranks; i++) {
    coh_family_rank *r = &family->ranks[i];
    for (uint32_t w = 0; w < r->stack.depth + 2; w++) r->upgrades[w] = 0;
  }
  for (unsigned k = 0; k < COH_FAMILY_KINDS; k++) family->references[k] = 0;
}

static const coh_family_rank *rank_of(const coh_family *family, const coh_family_machine *m) {
  const coh_family_rank *r = family->ranks;
  while (m >= r->machines + r->n) r++;
  return r;
}

static coh_family_machine *machine_of(const coh_family *family, unsigned number) {
  coh_family_machine *m = family->machines;
  while (m->number != number) m++;
  return m;
}

/* Returns the misses of a row's references to one line in a machine. No last level may have pending uses. */
static coh_cell_misses misses_of(const coh_family *family, const coh_family_row *counted, const coh_family_rank *r,
                                 const coh_family_machine *m) {
  const uint64_t *const reads = counted->counted[COH_FAMILY_READS], *const writes = counted->counted[COH_FAMILY_WRITES];
  coh_cell_misses sum = {.cold = cold_of(family, reads) + cold_of(family, writes)};
  for (uint32_t d = m->ways; d <= r->stack.depth; d++) {
    sum.read_misses += reads[r->at + d];
    sum.write_misses += writes[r->at + d];
  }
  if (m->bit != 0)
    sum.last_level = sum.read_misses + sum.write_misses - beyond_of(family, reads, m) - beyond_of(family, writes, m);
  return sum;
}

uint32_t coh_family_cells(const coh_family *family) { return family->row_room; }

coh_cell_misses coh_family_cell(coh_family *family, unsigned number, uint32_t cell) {
  coh_family_machine *m = machine_of(family, number);
  coh_family_finish(family);
  coh_cell_misses sum = {0};
  const coh_family_row *counted = cell < family->row_room ? family->rows[cell] : NULL;
  if (!counted) return sum;
  const coh_cell_misses single = misses_of(family, counted, rank_of(family, m), m);
  coh_cell_misses_join(&sum, &single);
  coh_cell_misses_join(&sum, &counted->straddling[m - family->machines]);
  return sum;
}

/* Returns the misses of all references to one line in a machine. */
static coh_cell_misses all_misses(const coh_family *family, const coh_family_rank *r, const coh_family_machine *m) {
  coh_cell_misses sum = {0};
  for (uint32_t i = 0; i < family->row_room; i++) {
    if (!family->rows[i]) continue;
    const coh_cell_misses misses = misses_of(family, family->rows[i], r, m);
    coh_cell_misses_join(&sum, &misses);
  }
  return sum;
}

static uint64_t upgrades_of(const coh_family_rank *r, const coh_family_machine *m) {
  uint64_t sum = 0;
  for (uint32_t w = 0; m->upgrades && w <= m->ways; w++) sum += r->upgrades[w];
  return sum;
}

coh_tally coh_family_tally(coh_family *family, unsigned number) {
  coh_family_machine *m = machine_of(family, number);
  coh_family_finish(family);
  const coh_family_rank *r = rank_of(family, m);
  const coh_cell_misses single = all_misses(family, r, m);
  const uint64_t misses = single.read_misses + single.write_misses;
  const uint64_t upgrades = upgrades_of(r, m), from_memory = misses - single.last_level;
  coh_tally tally = m->straddling;
  coh_counts *counts = &tally.counts;
  counts->reads = family->references[COH_FAMILY_READS];
  counts->writes = family->references[COH_FAMILY_WRITES];
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

/* ---- machines by themselves -------------------------------------------------------------------------------------- */

unsigned coh_family_line_bits(const coh_family *family) { return family->line_bits; }

uint64_t coh_family_sets(const coh_family *family) { return family->ranks[0].stack.set_mask + 1; }

/* Marks all lines that were ever used as replaced; those in the D1 are filled next. */
static void mark_seen(const coh_family *family, coh_processor *p) {
  const coh_map *seen = &family->seen;
  for (uint64_t i = 0; seen->bits != 0 && i < (uint64_t)1 << seen->bits; i++) {
    const coh_map_entry *entry = &seen->places[i];
    if (entry->key == COH_NO_KEY_AT_ALL) continue;
    for (uint32_t left = entry->value; left != 0; left &= left - 1)
      *coh_causes_word(p->causes, entry->key << 5 | (unsigned)__builtin_ctz(left)) = coh_word_make(COH_WAS_REPLACED, 0);
  }
}

/* Uses the lines of the D1, the oldest of each set first, and stores to modified ones. */
static void fill_d1(const coh_family *family, const coh_family_rank *r, const coh_family_machine *m, coh_system *system,
                    unsigned processor) {
  coh_played nothing = {0};
  for (uint64_t set = 0; set <= r->stack.set_mask; set++)
    for (uint64_t i = m->ways; i-- > 0;) {
      uint32_t clean;
      const uint64_t line = coh_stack_line(&r->stack, set, (uint32_t)i, &clean);
      if (line == COH_NO_LINE) continue;
      const coh_reference use = {.address = line << family->line_bits,
                                 .size = 1,
                                 .kind = m->ways > clean ? COH_WRITE : COH_READ};
      coh_play(system, &(coh_pattern){.references = &use, .n = 1, .processor = processor, .repeats = 1}, &nothing);
    }
  coh_played_clear(&nothing);
}

/* Makes the most recent line of each set the most recent one in later stacks, too. */
static void settle(coh_family *family) {
  for (unsigned i = 0; i + 1 < family->n_ranks; i++) {
    coh_stack *stack = &family->ranks[i].stack;
    for (uint64_t set = 0; set <= stack->set_mask; set++) {
      const uint64_t line = coh_stack_settle(stack, set);
      if (line != COH_NO_LINE) coh_stack_take(&family->ranks[i + 1].stack, line, false);
    }
  }
}

coh_system *coh_family_take_out(coh_family *family, unsigned number, unsigned processor) {
  plat_assert(family->parts);
  coh_family_finish(family);
  settle(family);
  coh_family_machine *m = machine_of(family, number);
  coh_system *system = coh_system_new(&m->config);
  coh_activate(system, processor);
  coh_processor *p = &system->processors[processor];
  mark_seen(family, p);
  fill_d1(family, rank_of(family, m), m, system, processor);
  if (m->bit != 0) {
    coh_cache_clear(p->last_level);
    coh_cache_init(p->last_level, &m->config.ll, m->config.replacement, false);
    coh_twins_copy(&family->pools[m->pool].twins, (unsigned)__builtin_ctz(m->bit), p->last_level);
  }
  coh_counts_zero(system);
  return system;
}
