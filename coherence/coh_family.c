/* coh_family.c: see coh_family.h.
 *
 * Stacks stand in the order of their sets, the fewest first. Where a line is the newest of its set it is so in all
 * stacks behind (coh_stack.h, inclusion), and nothing changes in them.
 *
 * A reference to one line is counted by its distance; a machine's misses are those from its ways on. A reference
 * to several lines is judged for each machine, as coh_system.c says: a miss if any of them misses, with cause and
 * source of the first that does, and the longest stall.
 *
 * Repetitions that touch the same lines: after one of them the newest lines of each set are those of the repetition, in
 * an order that is the same after each. So from the second on all distances repeat themselves, and the last levels
 * behind, which see the same misses from then on, repeat themselves from the third on. What repeats itself is done once
 * and counted often.
 *
 * Distances are counted in rows, one for each cell: the sum of all is what the machines come to.
 *
 * Last levels with one number of sets share a table (coh_twins.h), in which a reference is one use, of those whose D1s
 * it misses. It is larger than the host's caches: what references to one line ask of it waits, so that it is loaded
 * ahead, some of it at a time.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_family.h"

#include "coherence/coh_array.h"
#include "coherence/coh_stack.h"
#include "coherence/coh_system-inl.h"
#include "coherence/coh_twins.h"

enum { READS, WRITES, KINDS };

/* What a reference to several lines is for a machine, so far. */
typedef struct {
  bool miss, cold, upgrade;
  coh_source source;
  uint32_t stall;
} verdict;

enum { WAITING = 64 };

/* A use of last levels that has to be made, for so many references, and where they are counted: for each machine. */
typedef struct {
  uint64_t line, weight;
  uint64_t *beyond;
  uint32_t which;
} waiting_use;

/* Last levels that share a table. */
typedef struct {
  coh_twins twins;
  uint32_t machines[COH_TWINS_MOST]; /* whose they are, among the machines of all ranks */
  uint32_t asked;               /* those that the reference at hand misses; then, those that do not hold the line */
  waiting_use waiting[WAITING]; /* the first comes first */
  unsigned n_waiting;
} pool;

typedef struct {
  unsigned number; /* as given */
  uint32_t ways;
  bool upgrades; /* a store to a line that was read asks others */
  unsigned pool; /* where the last level is */
  uint32_t bit;  /* which it is there; 0: there is none */
  coh_config config;
  coh_tally straddling; /* what references to several lines came to; not their number */
  verdict now;
} machine;

/* The machines with D1s of a number of sets. */
typedef struct {
  coh_stack stack;
  machine *machines; /* by ways, the fewest first */
  unsigned n;
  uint32_t at;        /* where its distances are in a row */
  uint64_t *upgrades; /* [w] summed up to w: references to one line that upgrade it in w ways; modulo 2^64 */
  uint32_t *asked;    /* [distance * pools + p]: last levels of a pool that a use at a distance asks; NULL: none */
  uint32_t distance, clean; /* of the use at hand, one of several lines */
} rank;

/* What the references of a cell came to. */
typedef struct {
  uint64_t cold[KINDS];        /* references to one line */
  uint64_t *distances[KINDS];  /* the same by distance, 1 to depth of each rank */
  uint64_t *beyond;            /* of these, misses of the last level, by machine of all ranks */
  coh_cell_misses *straddling; /* references to several lines, by machine */
} row;

struct coh_family {
  unsigned line_bits;
  bool clean;
  rank *ranks; /* by sets, the fewest first */
  unsigned n_ranks;
  pool *pools;
  unsigned n_pools;
  machine *machines; /* of all ranks */
  unsigned n;
  coh_map seen; /* lines that were referenced: 32 a word */
  uint64_t references[KINDS];
  row **rows; /* by cell; NULL: it has missed nothing yet */
  uint32_t row_room;
  uint32_t width; /* distances of a row, of each kind */
};

bool coh_family_takes(const coh_config *config) {
  return config->replacement == COH_LRU && config->l2.size == 0 && config->nodes <= 1 && !config->contention &&
         !config->conflicts && config->dtlb.n == 0 && config->prefetch == 0 && !config->traffic;
}

/* ---- making ------------------------------------------------------------------------------------------------------ */

static uint64_t sets_of(const coh_config *config) { return config->d1.size / config->d1.ways / config->d1.line; }

static bool is_before(const machine *a, const machine *b) {
  const uint64_t x = sets_of(&a->config), y = sets_of(&b->config);
  return x != y ? x < y : a->ways < b->ways;
}

/* Puts a machine among the n before it. */
static void insert(machine *machines, unsigned n, const machine *one) {
  for (; n > 0 && is_before(one, &machines[n - 1]); n--) machines[n] = machines[n - 1];
  machines[n] = *one;
}

static machine make_machine(const coh_config *config, unsigned number) {
  const coh_rules *rules = coh_rules_of(config->protocol);
  const uint8_t read = rules->on[COH_INVALID][COH_READS_ALONE].next;
  machine m = {.number = number, .ways = config->d1.ways, .config = *config};
  m.upgrades = (rules->on[read][COH_STORES].acts & COH_ASKS) != 0;
  return m;
}

static void make_rank(coh_family *family, rank *r, machine *machines, unsigned n) {
  *r = (rank){.machines = machines, .n = n, .at = family->width};
  coh_stack_init(&r->stack, sets_of(&machines[0].config), machines[n - 1].ways, family->clean);
  family->width += r->stack.depth + 1;
  r->upgrades = plat_alloc((r->stack.depth + 2) * sizeof *r->upgrades);
}

static uint64_t sets_behind(const machine *m) { return m->config.ll.size / m->config.ll.ways / m->config.ll.line; }

/* Puts last levels of machines from number `first` on, that are in no pool yet and have as many sets as its own, into a
 * pool, as many as it takes. */
static void make_pool(coh_family *family, unsigned first, uint32_t *room) {
  family->pools = coh_grow(family->pools, family->n_pools, room, sizeof *family->pools);
  pool *p = &family->pools[family->n_pools];
  const uint64_t sets = sets_behind(&family->machines[first]);
  uint32_t ways[COH_TWINS_MOST], all = 0;
  unsigned n = 0;
  for (unsigned i = first; i < family->n && n < COH_TWINS_MOST; i++) {
    machine *m = &family->machines[i];
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

/* What a use at each distance asks. */
static void note_asked(coh_family *family, rank *r) {
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
                         .clean = parts,
                         .machines = plat_alloc(n * sizeof *family->machines),
                         .n = n,
                         .ranks = plat_alloc(n * sizeof *family->ranks)};
  for (unsigned i = 0; i < n; i++) {
    plat_assert(coh_family_takes(configs[i]) && configs[i]->d1.line == configs[0]->d1.line);
    const machine one = make_machine(configs[i], i);
    family->clean |= one.upgrades;
    insert(family->machines, i, &one);
  }
  for (unsigned first = 0, end; first < n; first = end) {
    for (end = first + 1;
         end < n && sets_of(&family->machines[end].config) == sets_of(&family->machines[first].config);)
      end++;
    make_rank(family, &family->ranks[family->n_ranks++], &family->machines[first], end - first);
  }
  make_last_levels(family);
  return family;
}

/* In one block, that of the row. */
static row *make_row(const coh_family *family) {
  row *made = plat_alloc(sizeof *made + (KINDS * family->width + family->n) * sizeof(uint64_t) +
                         family->n * sizeof *made->straddling);
  made->distances[READS] = (uint64_t *)(made + 1);
  made->distances[WRITES] = made->distances[READS] + family->width;
  made->beyond = made->distances[WRITES] + family->width;
  made->straddling = (coh_cell_misses *)(made->beyond + family->n);
  return made;
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
  coh_map_clear(&family->seen);
  plat_free(family->machines);
  plat_free(family->ranks);
  plat_free(family);
}

/* ---- references -------------------------------------------------------------------------------------------------- */

/* Whether this is the first use of the line ever. */
static bool is_new(coh_family *family, uint64_t line) {
  uint32_t *word = coh_map_add(&family->seen, line >> 5);
  const uint32_t bit = (uint32_t)1 << (line & 31);
  const bool is = !(*word & bit);
  *word |= bit;
  return is;
}

/* The distance of a line in the stack of a rank, and up to how many ways it is clean where that matters. */
static inline uint32_t use(const coh_family *family, rank *r, uint64_t line, bool own, uint32_t *clean) {
  *clean = 0;
  return family->clean ? coh_stack_use_clean(&r->stack, line, own, clean) : coh_stack_use(&r->stack, line);
}

/* The row of a cell, which is made if need be. */
static row *row_of(coh_family *family, uint32_t cell) {
  if (PLAT_LIKELY(cell < family->row_room && family->rows[cell])) return family->rows[cell];
  family->rows = coh_grow(family->rows, cell, &family->row_room, sizeof(row *));
  return family->rows[cell] = make_row(family);
}

/* Makes the uses of a pool that wait. */
static void use_last_levels(pool *p) {
  for (unsigned i = 0; i < p->n_waiting; i++) coh_twins_ahead(&p->twins, p->waiting[i].line);
  for (unsigned i = 0; i < p->n_waiting; i++) {
    const waiting_use *use = &p->waiting[i];
    for (uint32_t missed = coh_twins_use(&p->twins, use->line, use->which); missed != 0; missed &= missed - 1)
      use->beyond[p->machines[__builtin_ctz(missed)]] += use->weight;
  }
  p->n_waiting = 0;
}

static void use_all_last_levels(coh_family *family) {
  for (unsigned i = 0; i < family->n_pools; i++) use_last_levels(&family->pools[i]);
}

/* The last levels behind the D1s of a rank that a use at a distance misses are asked. */
static inline void ask(coh_family *family, const rank *r, uint32_t distance) {
  for (unsigned i = 0; i < family->n_pools; i++) family->pools[i].asked |= r->asked[distance * family->n_pools + i];
}

/* Those that were asked wait for a use of a line. beyond: as in a row. */
static inline void wait_for_last_levels(coh_family *family, uint64_t line, uint64_t weight, uint64_t *beyond) {
  for (unsigned i = 0; i < family->n_pools; i++) {
    pool *p = &family->pools[i];
    if (p->asked == 0) continue;
    const uint32_t asked = p->asked;
    p->asked = 0;
    if (!coh_twins_changes(&p->twins, line, asked)) continue;
    p->waiting[p->n_waiting++] = (waiting_use){line, weight, beyond, asked};
    if (p->n_waiting == WAITING) use_last_levels(p);
  }
}

/* Whether a use of a line leaves a set as it was, and the sets behind, too. */
static inline bool is_quiet(bool own, uint32_t distance, uint32_t clean) {
  return distance == 0 && !(own && clean > 0);
}

/* A reference to one line, which counts `weight` times. Returns whether it left everything as it was. */
static bool use_one(coh_family *family, uint64_t line, coh_kind kind, uint32_t cell, uint64_t weight) {
  const bool own = coh_kind_owns(kind);
  const unsigned as = kind == COH_WRITE ? WRITES : READS;
  rank *r = family->ranks;
  const rank *const end = r + family->n_ranks;
  uint32_t clean, distance = use(family, r, line, own, &clean);
  if (is_quiet(own, distance, clean)) return true;
  row *const counted = row_of(family, cell);
  uint64_t *const distances = counted->distances[as];
  bool beyond = true;
  for (;;) {
    if (own && clean > distance) {
      r->upgrades[distance + 1] += weight;
      r->upgrades[clean + 1] -= weight;
    }
    distances[r->at + distance] += weight;
    beyond &= distance == r->stack.depth;
    ask(family, r, distance);
    if (++r == end) break;
    distance = use(family, r, line, own, &clean);
    if (is_quiet(own, distance, clean)) break;
  }
  wait_for_last_levels(family, line, weight, counted->beyond);
  if (r == end && beyond && is_new(family, line)) counted->cold[as] += weight;
  return false;
}

/* One of several lines misses. */
static void judge_miss(const coh_family *family, machine *m, bool cold) {
  const bool found = m->bit != 0 && !(family->pools[m->pool].asked & m->bit);
  const uint32_t stall = found ? m->config.ll_latency : m->config.memory_latency;
  if (stall > m->now.stall) m->now.stall = stall;
  if (m->now.miss) return;
  m->now.miss = true;
  m->now.cold = cold;
  m->now.source = found ? COH_FROM_LL : COH_FROM_MEMORY;
}

static void judge(const coh_family *family, rank *r, bool own, bool cold) {
  for (unsigned i = 0; i < r->n; i++) {
    machine *m = &r->machines[i];
    if (m->ways <= r->distance) {
      judge_miss(family, m, cold);
    } else if (own && m->upgrades && m->ways <= r->clean) {
      m->now.upgrade = true;
      if (m->config.upgrade_latency > m->now.stall) m->now.stall = m->config.upgrade_latency;
    }
  }
}

/* Counts what a reference to several lines came to, and begins with the next. */
static void count_verdict(machine *m, coh_cell_misses *of_cell, coh_kind kind, uint64_t weight) {
  coh_counts *counts = &m->straddling.counts;
  const verdict *now = &m->now;
  if (now->miss) {
    coh_cell_misses_add(of_cell, kind, now->cold, now->source, weight);
    *(kind == COH_WRITE ? &counts->write_misses : &counts->read_misses) += weight;
    *(now->cold ? &counts->cold : &counts->replacement) += weight;
    m->straddling.from[now->source] += weight;
  }
  counts->upgrades += now->upgrade ? weight : 0;
  counts->stall_cycles += now->stall * weight;
  m->now = (verdict){0};
}

/* The last levels that were asked use a line at once. */
static void use_now(coh_family *family, uint64_t line) {
  for (unsigned i = 0; i < family->n_pools; i++) {
    pool *p = &family->pools[i];
    if (p->asked == 0) continue;
    use_last_levels(p);
    p->asked = coh_twins_changes(&p->twins, line, p->asked) ? coh_twins_use(&p->twins, line, p->asked) : 0;
  }
}

/* One of several lines. Returns whether it left everything as it was. */
static bool use_one_of_several(coh_family *family, uint64_t line, bool own) {
  const bool cold = is_new(family, line);
  unsigned n = 0;
  for (; n < family->n_ranks; n++) {
    rank *r = &family->ranks[n];
    r->distance = use(family, r, line, own, &r->clean);
    if (is_quiet(own, r->distance, r->clean)) break;
    ask(family, r, r->distance);
  }
  use_now(family, line);
  for (unsigned i = 0; i < n; i++) judge(family, &family->ranks[i], own, cold);
  for (unsigned i = 0; i < family->n_pools; i++) family->pools[i].asked = 0;
  return n == 0;
}

/* A reference to several lines; of one that goes past the end of memory, the first. Returns whether it left everything
 * as it was. */
static bool use_several(coh_family *family, uint64_t first, uint64_t last, coh_kind kind, uint32_t cell,
                        uint64_t weight) {
  const bool own = coh_kind_owns(kind);
  bool quiet = true;
  uint64_t line = first;
  do quiet &= use_one_of_several(family, line, own);
  while (line++ < last);
  if (quiet) return true;
  coh_cell_misses *of_cell = row_of(family, cell)->straddling;
  for (unsigned i = 0; i < family->n; i++) count_verdict(&family->machines[i], &of_cell[i], kind, weight);
  return false;
}

/* One repetition, which counts `weight` times. Returns whether it left everything as it was. */
static bool play_all(coh_family *family, const coh_pattern *pattern, uint64_t r, uint64_t weight) {
  bool quiet = true;
  for (uint32_t i = 0; i < pattern->n; i++) {
    const coh_reference *reference = &pattern->references[i];
    const uint64_t address = reference->address + r * reference->stride;
    const uint64_t first = address >> family->line_bits;
    const uint64_t last = (address + reference->size - 1) >> family->line_bits;
    const uint32_t cell = coh_pattern_cell(pattern, i);
    quiet &= PLAT_LIKELY(first == last) ? use_one(family, first, reference->kind, cell, weight)
                                        : use_several(family, first, last, reference->kind, cell, weight);
  }
  return quiet;
}

void coh_family_play(coh_family *family, const coh_pattern *pattern) {
  coh_pattern_count(pattern, &family->references[READS], &family->references[WRITES]);
  coh_stay stay;
  coh_stay_begin(&stay, pattern, family->line_bits);
  for (uint64_t r = 0; r < pattern->repeats; r++) {
    const uint64_t more = coh_stay_after(&stay, pattern, family->line_bits, r);
    const uint64_t end = r + more;
    bool quiet = play_all(family, pattern, r, 1);
    if (!quiet && r < end && family->n_pools != 0) quiet = play_all(family, pattern, ++r, 1);
    if (!quiet && r < end) play_all(family, pattern, r + 1, end - r);
    r = end;
  }
}

/* ---- counts ------------------------------------------------------------------------------------------------------ */

static void zero_row(const coh_family *family, row *r) {
  for (unsigned k = 0; k < KINDS; k++) {
    r->cold[k] = 0;
    for (uint32_t i = 0; i < family->width; i++) r->distances[k][i] = 0;
  }
  for (unsigned i = 0; i < family->n; i++) {
    r->beyond[i] = 0;
    r->straddling[i] = (coh_cell_misses){0};
  }
}

void coh_family_zero(coh_family *family) {
  use_all_last_levels(family);
  for (unsigned i = 0; i < family->n; i++) family->machines[i].straddling = (coh_tally){0};
  for (uint32_t i = 0; i < family->row_room; i++)
    if (family->rows[i]) zero_row(family, family->rows[i]);
  for (unsigned i = 0; i < family->n_ranks; i++) {
    rank *r = &family->ranks[i];
    for (uint32_t w = 0; w < r->stack.depth + 2; w++) r->upgrades[w] = 0;
  }
  for (unsigned k = 0; k < KINDS; k++) family->references[k] = 0;
}

static const rank *rank_of(const coh_family *family, const machine *m) {
  const rank *r = family->ranks;
  while (m >= r->machines + r->n) r++;
  return r;
}

static machine *machine_of(const coh_family *family, unsigned number) {
  machine *m = family->machines;
  while (m->number != number) m++;
  return m;
}

/* References of a row to one line that miss in a machine, none of which waits for its last level. */
static coh_cell_misses misses_of(const coh_family *family, const row *counted, const rank *r, const machine *m) {
  coh_cell_misses sum = {.cold = counted->cold[READS] + counted->cold[WRITES]};
  for (uint32_t d = m->ways; d <= r->stack.depth; d++) {
    sum.read_misses += counted->distances[READS][r->at + d];
    sum.write_misses += counted->distances[WRITES][r->at + d];
  }
  if (m->bit != 0) sum.last_level = sum.read_misses + sum.write_misses - counted->beyond[m - family->machines];
  return sum;
}

uint32_t coh_family_cells(const coh_family *family) { return family->row_room; }

coh_cell_misses coh_family_cell(coh_family *family, unsigned number, uint32_t cell) {
  machine *m = machine_of(family, number);
  use_all_last_levels(family);
  coh_cell_misses sum = {0};
  const row *counted = cell < family->row_room ? family->rows[cell] : NULL;
  if (!counted) return sum;
  const coh_cell_misses single = misses_of(family, counted, rank_of(family, m), m);
  coh_cell_misses_join(&sum, &single);
  coh_cell_misses_join(&sum, &counted->straddling[m - family->machines]);
  return sum;
}

/* References to one line that miss in a machine, of all cells. */
static coh_cell_misses all_misses(const coh_family *family, const rank *r, const machine *m) {
  coh_cell_misses sum = {0};
  for (uint32_t i = 0; i < family->row_room; i++) {
    if (!family->rows[i]) continue;
    const coh_cell_misses misses = misses_of(family, family->rows[i], r, m);
    coh_cell_misses_join(&sum, &misses);
  }
  return sum;
}

static uint64_t upgrades_of(const rank *r, const machine *m) {
  uint64_t sum = 0;
  for (uint32_t w = 0; m->upgrades && w <= m->ways; w++) sum += r->upgrades[w];
  return sum;
}

coh_tally coh_family_tally(coh_family *family, unsigned number) {
  machine *m = machine_of(family, number);
  use_all_last_levels(family);
  const rank *r = rank_of(family, m);
  const coh_cell_misses single = all_misses(family, r, m);
  const uint64_t misses = single.read_misses + single.write_misses;
  const uint64_t upgrades = upgrades_of(r, m), from_memory = misses - single.last_level;
  coh_tally tally = m->straddling;
  coh_counts *counts = &tally.counts;
  counts->reads = family->references[READS];
  counts->writes = family->references[WRITES];
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

uint32_t coh_family_ways(const coh_family *family) {
  uint32_t least = family->machines[0].ways;
  for (unsigned i = 1; i < family->n; i++)
    if (family->machines[i].ways < least) least = family->machines[i].ways;
  return least;
}

/* All lines that were ever used are marked as pushed out: those that are in the D1 are put there next. */
static void mark_seen(const coh_family *family, coh_processor *p) {
  const coh_map *seen = &family->seen;
  for (uint64_t i = 0; seen->bits != 0 && i < (uint64_t)1 << seen->bits; i++) {
    const coh_map_entry *entry = &seen->places[i];
    if (entry->key == COH_NO_KEY_AT_ALL) continue;
    for (uint32_t left = entry->value; left != 0; left &= left - 1)
      *coh_causes_word(p->causes, entry->key << 5 | (unsigned)__builtin_ctz(left)) = coh_word_make(COH_WAS_REPLACED, 0);
  }
}

/* Uses what the D1 holds, the oldest line of each set first; what it holds modified, to store. */
static void fill_d1(const coh_family *family, const rank *r, const machine *m, coh_system *system, unsigned processor) {
  coh_played nothing = {0};
  for (uint64_t set = 0; set <= r->stack.set_mask; set++)
    for (uint64_t i = m->ways; i-- > 0;) {
      const uint64_t at = set * r->stack.depth + i;
      if (r->stack.lines[at] == COH_NO_LINE) continue;
      const coh_reference use = {.address = r->stack.lines[at] << family->line_bits,
                                 .size = 1,
                                 .kind = m->ways > r->stack.clean[at] ? COH_WRITE : COH_READ};
      coh_play(system, &(coh_pattern){.references = &use, .n = 1, .processor = processor, .repeats = 1}, &nothing);
    }
  coh_played_clear(&nothing);
}

coh_system *coh_family_take_out(coh_family *family, unsigned number, unsigned processor) {
  plat_assert(family->clean);
  machine *m = machine_of(family, number);
  coh_system *system = coh_system_new(&m->config);
  coh_activate(system, processor);
  coh_processor *p = &system->processors[processor];
  mark_seen(family, p);
  fill_d1(family, rank_of(family, m), m, system, processor);
  if (m->bit != 0) {
    use_all_last_levels(family);
    coh_cache_clear(p->last_level);
    coh_cache_init(p->last_level, &m->config.ll, m->config.replacement, false);
    coh_twins_copy(&family->pools[m->pool].twins, (unsigned)__builtin_ctz(m->bit), p->last_level);
  }
  coh_counts_zero(system);
  return system;
}
