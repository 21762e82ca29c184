/* coh_family.c: see coh_family.h.
 *
 * Stacks stand in the order of their sets, the fewest first (coh_stack.h). References to one line are collected, and
 * go through the stacks some hundreds at a time: each stack passes on to the next what may matter there.
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
  coh_stack_use use;  /* at hand, of one of several lines */
} rank;

/* What the references of a cell came to. Of those to one line, by kind: uses by distance, of each rank, `width` in all;
 * then first uses; then misses of the last level, by machine of all ranks. */
typedef struct {
  uint64_t *counted[KINDS];
  coh_cell_misses *straddling; /* references to several lines, by machine */
} row;

/* A reference to several lines, whose uses are collected from number `first` on, and counted in scratch counts: these
 * are zero before, but for quiet distances. */
typedef struct {
  uint32_t first, n;
  coh_kind kind;
  uint32_t cell;
} several;

enum { MOST_SEVERAL = 32, MOST_SCRATCH = 2 * MOST_SEVERAL };

/* References that are collected, and on their way through the stacks. */
typedef struct {
  coh_family_batch next;                    /* what was collected */
  uint64_t weight;                          /* how often each counts */
  uint32_t *asked;                          /* [i * pools + p]: last levels of a pool that use i misses */
  uint64_t uses[2][2 * COH_FAMILY_BATCH];   /* of a stack, and those that it passes on, by turns */
  uint64_t *now;                            /* those of the stack at hand */
  uint32_t n;                               /* of them */
  uint16_t distances[2 * COH_FAMILY_BATCH]; /* of them */
  uint16_t clean[2 * COH_FAMILY_BATCH];
  several *several; /* references to several lines among what was collected, in order */
  uint32_t n_several;
  uint64_t *scratch; /* what the uses of these are counted in, one after the other */
  uint32_t n_scratch;
} batch;

struct coh_family {
  unsigned line_bits;
  bool parts;    /* machines may be taken out */
  bool upgrades; /* of some machine: there are any */
  batch batch;
  uint64_t passed; /* uses that the first stack passed on */
  rank *ranks;     /* by sets, the fewest first */
  unsigned n_ranks;
  pool *pools;
  unsigned n_pools;
  machine *machines; /* of all ranks */
  unsigned n;
  coh_map seen; /* lines that were referenced: 32 a word */
  uint64_t references[KINDS];
  row **rows; /* by cell; NULL: it has missed nothing yet */
  uint32_t row_room;
  uint32_t width; /* distances of all ranks */
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

static uint32_t least_ways(const coh_family *family) {
  uint32_t least = family->machines[0].ways;
  for (unsigned i = 1; i < family->n; i++)
    if (family->machines[i].ways < least) least = family->machines[i].ways;
  return least;
}

static void make_rank(coh_family *family, rank *r, machine *machines, unsigned n) {
  *r = (rank){.machines = machines, .n = n, .at = family->width};
  coh_stack_init(&r->stack, sets_of(&machines[0].config), machines[n - 1].ways, least_ways(family), family->line_bits);
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

/* What is counted of one kind of references. */
static size_t counts_of_kind(const coh_family *family) { return family->width + 1 + family->n; }

static void make_batch(batch *b, size_t counts, unsigned pools) {
  b->weight = 1;
  b->asked = plat_alloc(((size_t)COH_FAMILY_BATCH * pools + 1) * sizeof *b->asked);
  b->several = plat_alloc(MOST_SEVERAL * sizeof *b->several);
  b->scratch = plat_alloc(MOST_SCRATCH * counts * sizeof *b->scratch);
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
    const machine one = make_machine(configs[i], i);
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
  make_batch(&family->batch, counts_of_kind(family), family->n_pools);
  return family;
}

/* In one block, that of the row. */
static row *make_row(const coh_family *family) {
  const size_t counts = counts_of_kind(family);
  row *made = plat_alloc(sizeof *made + KINDS * counts * sizeof(uint64_t) + family->n * sizeof *made->straddling);
  made->counted[READS] = (uint64_t *)(made + 1);
  made->counted[WRITES] = made->counted[READS] + counts;
  made->straddling = (coh_cell_misses *)(made->counted[WRITES] + counts);
  return made;
}

static uint64_t cold_of(const coh_family *family, const uint64_t *counted) { return counted[family->width]; }
static uint64_t beyond_of(const coh_family *family, const uint64_t *counted, const machine *m) {
  return counted[family->width + 1 + (size_t)(m - family->machines)];
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

/* The row of a cell, which is made if need be. */
static row *row_of(coh_family *family, uint32_t cell) {
  if (PLAT_LIKELY(cell < family->row_room && family->rows[cell])) return family->rows[cell];
  family->rows = coh_grow(family->rows, cell, &family->row_room, sizeof(row *));
  return family->rows[cell] = make_row(family);
}

/* Makes the uses of a pool that wait. */
static void use_last_levels(pool *p) {
  uint32_t at[WAITING];
  for (unsigned i = 0; i < p->n_waiting; i++) coh_twins_ahead(&p->twins, p->waiting[i].line);
  for (unsigned i = 0; i < p->n_waiting; i++) at[i] = coh_twins_locate(&p->twins, p->waiting[i].line);
  for (unsigned i = 0; i < p->n_waiting; i++) {
    const waiting_use *use = &p->waiting[i];
    for (uint32_t missed = coh_twins_use(&p->twins, use->line, use->which, at[i]); missed != 0; missed &= missed - 1)
      use->beyond[p->machines[__builtin_ctz(missed)]] += use->weight;
  }
  p->n_waiting = 0;
}

/* The last levels behind the D1s of a rank that a use at a distance misses are asked. */
static void ask(coh_family *family, const rank *r, uint32_t distance) {
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
    if (m->ways <= r->use.distance) {
      judge_miss(family, m, cold);
    } else if (own && m->upgrades && m->ways <= r->use.clean) {
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
    p->asked = coh_twins_changes(&p->twins, line, p->asked)
                   ? coh_twins_use(&p->twins, line, p->asked, coh_twins_locate(&p->twins, line))
                   : 0;
  }
}

/* Counts a reference to several lines, which some stacks passed on. */
static void count_several(coh_family *family, coh_kind kind, uint32_t cell) {
  coh_cell_misses *of_cell = row_of(family, cell)->straddling;
  for (unsigned i = 0; i < family->n; i++) count_verdict(&family->machines[i], &of_cell[i], kind, family->batch.weight);
}

/* One of several lines, in the first n stacks, as their `use` says. */
static void judge_line(coh_family *family, unsigned n, uint64_t line, bool own, bool cold) {
  use_now(family, line);
  for (unsigned i = 0; i < n; i++) judge(family, &family->ranks[i], own, cold);
  for (unsigned i = 0; i < family->n_pools; i++) family->pools[i].asked = 0;
}

/* ---- references that are collected ------------------------------------------------------------------------------- */

static void count_upgrades(const batch *b, rank *r) {
  for (uint32_t i = 0; i < b->n; i++) {
    if (!coh_use_is_own(b->now[i]) || b->clean[i] <= b->distances[i]) continue;
    r->upgrades[b->distances[i] + 1] += b->weight;
    r->upgrades[b->clean[i] + 1] -= b->weight;
  }
}

/* Notes which last levels the uses of a stack ask. */
static void note_asks(batch *b, const rank *r, unsigned pools) {
  for (uint32_t i = 0; i < b->n; i++) {
    uint32_t *asked = &b->asked[coh_use_number(b->now[i]) * pools];
    const uint32_t *asks = &r->asked[b->distances[i] * pools];
    for (unsigned p = 0; p < pools; p++) asked[p] |= asks[p];
  }
}

/* What all stacks passed on may be first uses. */
static void count_cold(coh_family *family) {
  const batch *b = &family->batch;
  for (uint32_t i = 0; i < b->n; i++)
    if (is_new(family, coh_use_line(b->now[i]))) b->next.counted[coh_use_number(b->now[i])][family->width] += b->weight;
}

/* The last levels that a use asks are those asked. Returns whether there are any. */
static bool take_asked(coh_family *family, uint32_t number) {
  uint32_t *asked = &family->batch.asked[number * family->n_pools], any = 0;
  for (unsigned p = 0; p < family->n_pools; p++) {
    any |= family->pools[p].asked = asked[p];
    asked[p] = 0;
  }
  return any != 0;
}

/* The distance in a stack that a scratch count has a use at, if it is not a quiet one; else 0. Zeroes what has it. */
static uint32_t take_distance(const rank *r, uint64_t *counted) {
  uint64_t *const of_rank = counted + r->at;
  uint32_t distance = r->stack.depth;
  while (distance >= r->stack.quiet && of_rank[distance] == 0) distance--;
  if (distance < r->stack.quiet) return 0;
  of_rank[distance] = 0;
  return distance;
}

/* A use of one of several lines. Returns whether some stack passed it on. */
static bool judge_collected(coh_family *family, uint32_t number) {
  uint64_t *const counted = family->batch.next.counted[number];
  unsigned n = 0;
  while (n < family->n_ranks && (family->ranks[n].use.distance = take_distance(&family->ranks[n], counted)) != 0) n++;
  take_asked(family, number);
  if (n == 0) return false;
  judge_line(family, n, coh_use_line(family->batch.next.uses[number]), false, counted[family->width] != 0);
  counted[family->width] = 0;
  return true;
}

static void judge_several(coh_family *family, const several *s) {
  bool passed = false;
  for (uint32_t i = 0; i < s->n; i++) passed |= judge_collected(family, s->first + i);
  if (passed) count_several(family, s->kind, s->cell);
}

/* References from number `i` to `end`, each to one line. */
static void ask_for(coh_family *family, uint32_t i, uint32_t end) {
  const batch *b = &family->batch;
  for (; i < end; i++) {
    if (PLAT_LIKELY(family->n_pools == 1 && b->asked[i] == 0)) continue;
    if (take_asked(family, i))
      wait_for_last_levels(family, coh_use_line(b->next.uses[i]), b->weight, b->next.counted[i] + family->width + 1);
  }
}

/* In the order of references: last levels see them so. */
static void finish_batch(coh_family *family) {
  batch *b = &family->batch;
  uint32_t i = 0;
  for (const several *s = b->several; s < b->several + b->n_several; s++) {
    if (family->n_pools != 0) ask_for(family, i, s->first);
    judge_several(family, s);
    i = s->first + s->n;
  }
  if (family->n_pools != 0) ask_for(family, i, b->next.n);
  b->n_several = b->n_scratch = 0;
}

void coh_family_go(coh_family *family) {
  batch *b = &family->batch;
  const bool tells = family->upgrades || family->n_pools > 1;
  b->now = b->uses[0];
  b->n = b->next.n;
  for (uint32_t i = 0; i < b->n; i++) b->now[i] = coh_use_numbered(b->next.uses[i], i);
  for (unsigned i = 0; i < family->n_ranks && b->n != 0; i++) {
    rank *r = &family->ranks[i];
    uint64_t *on = b->uses[(i + 1) % 2];
    const coh_stack_tally tally = {.counted = b->next.counted,
                                   .at = r->at,
                                   .weight = b->weight,
                                   .asked = family->n_pools == 1 && !tells ? b->asked : NULL,
                                   .asks = r->asked,
                                   .distances = tells ? b->distances : NULL,
                                   .clean = tells ? b->clean : NULL};
    const uint32_t n_on = coh_stack_pass(&r->stack, b->now, b->n, &tally, on);
    if (family->upgrades) count_upgrades(b, r);
    if (tells && family->n_pools != 0) note_asks(b, r, family->n_pools);
    b->now = on;
    b->n = n_on;
    if (i == 0) family->passed += n_on;
  }
  count_cold(family);
  finish_batch(family);
  b->next.n = 0;
}

/* Uses a line in all stacks that it is passed on to, and judges it. Returns whether the first passed it on. */
static bool use_one_of_several(coh_family *family, uint64_t line, bool own) {
  const bool cold = is_new(family, line);
  unsigned n = 0;
  for (; n < family->n_ranks; n++) {
    rank *r = &family->ranks[n];
    r->use = coh_stack_take(&r->stack, line, own);
    if (!r->use.goes_on) break;
    if (r->use.before != COH_NO_LINE && n + 1 < family->n_ranks) coh_stack_take(&r[1].stack, r->use.before, false);
    ask(family, r, r->use.distance);
  }
  judge_line(family, n, line, own, cold);
  return n != 0;
}

/* A reference to several lines, or to a line with a large number, at once; of one that goes past the end of memory, the
 * first line. */
static void use_several(coh_family *family, uint64_t first, uint64_t last, coh_kind kind, uint32_t cell) {
  coh_family_go(family);
  bool passed = false;
  uint64_t line = first;
  do passed |= use_one_of_several(family, line, coh_kind_owns(kind));
  while (line++ < last);
  if (!passed) return;
  family->passed++;
  count_several(family, kind, cell);
}

static void collect(coh_family *family, uint64_t line, coh_kind kind, uint64_t *counted) {
  coh_family_batch *next = &family->batch.next;
  next->uses[next->n] = coh_use_make(line, coh_kind_owns(kind));
  next->counted[next->n++] = counted;
}

/* A reference to a few lines: their uses are collected. */
static void collect_several(coh_family *family, uint64_t first, uint32_t n, coh_kind kind, uint32_t cell) {
  batch *b = &family->batch;
  if (b->next.n + n > COH_FAMILY_BATCH || b->n_several == MOST_SEVERAL || b->n_scratch + n > MOST_SCRATCH)
    coh_family_go(family);
  b->several[b->n_several++] = (several){b->next.n, n, kind, cell};
  for (uint32_t i = 0; i < n; i++)
    collect(family, first + i, kind, b->scratch + b->n_scratch++ * counts_of_kind(family));
}

coh_family_batch *coh_family_next(coh_family *family) { return &family->batch.next; }

uint64_t *coh_family_counts(coh_family *family, coh_kind kind, uint32_t cell) {
  return row_of(family, cell)->counted[kind == COH_WRITE ? WRITES : READS];
}

void coh_family_use(coh_family *family, uint64_t first, uint64_t last, coh_kind kind, uint32_t cell) {
  if (PLAT_LIKELY(first == last && last < COH_USE_LINES)) {
    if (family->batch.next.n == COH_FAMILY_BATCH) coh_family_go(family);
    collect(family, first, kind, coh_family_counts(family, kind, cell));
  } else if (last - first < 4 && first < last && last < COH_USE_LINES && !family->upgrades) {
    collect_several(family, first, (uint32_t)(last - first) + 1, kind, cell);
  } else {
    use_several(family, first, last, kind, cell);
  }
}

static void play_once(coh_family *family, const coh_pattern *pattern, uint64_t r) {
  for (uint32_t i = 0; i < pattern->n; i++) {
    const coh_reference *reference = &pattern->references[i];
    const uint64_t address = reference->address + r * reference->stride;
    const uint64_t last = address + reference->size - 1;
    coh_family_use(family, address >> family->line_bits, last >> family->line_bits, reference->kind,
                   coh_pattern_cell(pattern, i));
  }
}

/* One repetition, which counts `weight` times. Returns whether no stack passed anything on: so do the repetitions that
 * are like it. */
static bool play_weighted(coh_family *family, const coh_pattern *pattern, uint64_t r, uint64_t weight) {
  coh_family_go(family);
  const uint64_t passed = family->passed;
  family->batch.weight = weight;
  play_once(family, pattern, r);
  coh_family_go(family);
  family->batch.weight = 1;
  return family->passed == passed;
}

void coh_family_play(coh_family *family, const coh_pattern *pattern) {
  coh_pattern_count(pattern, &family->references[READS], &family->references[WRITES]);
  coh_stay stay;
  coh_stay_begin(&stay, pattern, family->line_bits);
  for (uint64_t r = 0; r < pattern->repeats; r++) {
    const uint64_t more = coh_stay_after(&stay, pattern, family->line_bits, r);
    const uint64_t end = r + more;
    if (more == 0) {
      play_once(family, pattern, r);
      continue;
    }
    bool quiet = play_weighted(family, pattern, r, 1);
    if (!quiet && r < end && family->n_pools != 0) quiet = play_weighted(family, pattern, ++r, 1);
    if (!quiet && r < end) play_weighted(family, pattern, r + 1, end - r);
    r = end;
  }
}

/* ---- counts ------------------------------------------------------------------------------------------------------ */

/* Makes all that waits. */
static void finish(coh_family *family) {
  coh_family_go(family);
  for (unsigned i = 0; i < family->n_pools; i++) use_last_levels(&family->pools[i]);
}

static void zero_row(const coh_family *family, row *r) {
  for (unsigned k = 0; k < KINDS; k++)
    for (size_t i = 0; i < counts_of_kind(family); i++) r->counted[k][i] = 0;
  for (unsigned i = 0; i < family->n; i++) r->straddling[i] = (coh_cell_misses){0};
}

void coh_family_zero(coh_family *family) {
  finish(family);
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
  const uint64_t *const reads = counted->counted[READS], *const writes = counted->counted[WRITES];
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
  machine *m = machine_of(family, number);
  finish(family);
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
  finish(family);
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

/* Puts the newest lines of all sets into their order in the stacks behind, too. */
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
  finish(family);
  settle(family);
  machine *m = machine_of(family, number);
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
