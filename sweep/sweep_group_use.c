/* sweep_group_use.c: see sweep_group_use.h.
 *
 * Stacks are in the order of their numbers of sets, the smallest first (sweep_stack.h). References to one line are
 * collected if they can change a machine. They pass through the stacks in batches of some hundreds. Each stack passes a
 * reference on to the next stack only if it can matter there.
 *
 * A reference to one line is counted by its distance. The reference misses on a machine if the distance is at least the
 * number of ways. A reference to several lines is evaluated for each machine as in coh_system.c. It misses if any line
 * misses. The first line that misses determines the cause and the source. The stall is the longest of the lines'
 * stalls.
 *
 * Repetitions that touch the same lines leave the most recent lines of each set in the same order. So all distances
 * repeat from the second repetition on. The last levels then see the same misses, and their uses repeat from the third
 * repetition on. Equal repetitions are simulated once and counted with a weight.
 *
 * Distances are counted in rows. Each cell has one row, and the sum of all rows gives the counts of the machines.
 *
 * Last levels with the same number of sets share a table (sweep_lru_group.h). A reference is one use in this table, for
 * all last levels whose D1s it misses. The table is larger than the host's caches. So uses are queued, and their data
 * are prefetched.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "sweep/sweep_group_use.h"

#include "plat/plat_array.h"
#include "sweep/sweep_group_state.h"

enum {
  FEW = 4,  /* maximum number of lines of a collected reference */
  KINDS = 8 /* number of different results of last-level uses that are summed at a time */
};

/* ---- references -------------------------------------------------------------------------------------------------- */

/* Returns whether the line is used for the first time, and marks it as used. */
static bool is_new(sweep_group *family, uint64_t line) {
  uint32_t *word = plat_map_add(&family->seen, line >> 5);
  const uint32_t bit = (uint32_t)1 << (line & 31);
  const bool is = !(*word & bit);
  *word |= bit;
  return is;
}

/* Makes a row. All arrays of the row are in one allocated block. */
static sweep_group_row *make_row(const sweep_group *family) {
  const size_t counts = sweep_group_counts_of_kind(family);
  sweep_group_row *made = plat_alloc(sizeof *made + SWEEP_GROUP_KINDS * counts * sizeof(uint64_t) +
                                     family->n * sizeof *made->straddling);
  made->counted[SWEEP_GROUP_READS] = (uint64_t *)(made + 1);
  made->counted[SWEEP_GROUP_WRITES] = made->counted[SWEEP_GROUP_READS] + counts;
  made->straddling = (sweep_cell_misses *)(made->counted[SWEEP_GROUP_WRITES] + counts);
  return made;
}

/* Returns the row of a cell. Makes the row if it does not exist. */
static sweep_group_row *row_of(sweep_group *family, uint32_t cell) {
  if (PLAT_LIKELY(cell < family->row_room && family->rows[cell])) return family->rows[cell];
  family->rows = plat_grow(family->rows, cell, &family->row_room, sizeof(sweep_group_row *));
  return family->rows[cell] = make_row(family);
}

/* Uses that belong to the same counts and missed in the same last levels. */
typedef struct {
  uint64_t *beyond;
  uint32_t missed;
  uint64_t n;
} alike;

static void count_alike(const sweep_group_pool *p, const alike *a) {
  for (uint32_t missed = a->missed; missed != 0; missed &= missed - 1)
    a->beyond[p->machines[__builtin_ctz(missed)]] += a->n;
}

/* Counts the result of a use. Equal results are first summed and then counted together, since few different results
 * occur at a time. */
static void count_use(const sweep_group_pool *p, alike *kinds, const sweep_waiting_use *use, uint32_t missed) {
  if (use->missed) *use->missed = missed;
  if (use->missed || missed == 0) return;
  alike *const a = &kinds[((uintptr_t)use->beyond / sizeof *use->beyond ^ missed) % KINDS];
  if (PLAT_UNLIKELY(a->beyond != use->beyond || a->missed != missed)) {
    count_alike(p, a);
    *a = (alike){use->beyond, missed, 0};
  }
  a->n += use->weight;
}

/* Simulates the queued uses of a pool's last levels. */
static void use_last_levels(sweep_group_pool *p) {
  uint32_t at[SWEEP_GROUP_WAITING];
  alike kinds[KINDS] = {{0}};
  for (unsigned i = 0; i < p->n_waiting; i++) sweep_lru_group_ahead(&p->twins, p->waiting[i].line);
  for (unsigned i = 0; i < p->n_waiting; i++) at[i] = sweep_lru_group_locate(&p->twins, p->waiting[i].line);
  for (unsigned i = 0; i < p->n_waiting; i++) {
    const sweep_waiting_use *use = &p->waiting[i];
    count_use(p, kinds, use, sweep_lru_group_use(&p->twins, use->line, use->which, at[i]));
  }
  for (unsigned i = 0; i < KINDS; i++) count_alike(p, &kinds[i]);
  p->n_waiting = 0;
}

/* Queues a use for the last levels in `asked`. missed: array by pool, which receives the last levels that miss; or
 * NULL. */
static inline void wait_for_last_levels(sweep_group *family, sweep_waiting_use use, uint32_t *missed) {
  for (unsigned i = 0; i < family->n_pools; i++) {
    sweep_group_pool *p = &family->pools[i];
    if (p->asked == 0) continue;
    use.which = p->asked;
    use.missed = missed ? &missed[i] : NULL;
    p->asked = 0;
    if (!sweep_lru_group_changes(&p->twins, use.line, use.which)) continue;
    p->waiting[p->n_waiting++] = use;
    if (p->n_waiting == SWEEP_GROUP_WAITING) use_last_levels(p);
  }
}

/* Records the miss of one line of a reference to several lines. */
static void judge_miss(const sweep_group *family, sweep_group_machine *m, bool cold) {
  const bool found = m->bit != 0 && !(family->pools[m->pool].asked & m->bit);
  const uint32_t stall = found ? m->config.ll_latency : m->config.memory_latency;
  if (stall > m->now.stall) m->now.stall = stall;
  if (m->now.miss) return;
  m->now.miss = true;
  m->now.cold = cold;
  m->now.source = found ? COH_FROM_LL : COH_FROM_MEMORY;
}

static void judge(const sweep_group *family, sweep_group_rank *r, bool own, bool cold) {
  for (unsigned i = 0; i < r->n; i++) {
    sweep_group_machine *m = &r->machines[i];
    if (m->ways <= r->use.distance) {
      judge_miss(family, m, cold);
    } else if (own && m->upgrades && m->ways <= r->use.clean) {
      m->now.upgrade = true;
      if (m->config.upgrade_latency > m->now.stall) m->now.stall = m->config.upgrade_latency;
    }
  }
}

/* Adds the outcome of a reference to several lines to the counts, and resets the outcome. */
static void count_verdict(sweep_group_machine *m, sweep_cell_misses *of_cell, coh_kind kind, uint64_t weight) {
  coh_counts *counts = &m->straddling.counts;
  const sweep_group_verdict *now = &m->now;
  if (now->miss) {
    sweep_cell_misses_add(of_cell, kind, now->cold, now->source, weight);
    *(kind == COH_WRITE ? &counts->write_misses : &counts->read_misses) += weight;
    *(now->cold ? &counts->cold : &counts->replacement) += weight;
    m->straddling.from[now->source] += weight;
  }
  counts->upgrades += now->upgrade ? weight : 0;
  counts->stall_cycles += now->stall * weight;
  m->now = (sweep_group_verdict){0};
}

/* Simulates the use of a line in the last levels in `asked` immediately. Afterwards, `asked` contains only those that
 * missed. */
static void use_now(sweep_group *family, uint64_t line) {
  for (unsigned i = 0; i < family->n_pools; i++) {
    sweep_group_pool *p = &family->pools[i];
    if (p->asked == 0) continue;
    use_last_levels(p);
    p->asked = sweep_lru_group_changes(&p->twins, line, p->asked)
                   ? sweep_lru_group_use(&p->twins, line, p->asked, SWEEP_LRU_GROUP_NOWHERE)
                   : 0;
  }
}

/* Counts a reference to several lines of which the first `passed` stacks passed on some line. The later stacks have no
 * outcome for the reference. */
static void count_several(sweep_group *family, unsigned passed, coh_kind kind, uint32_t cell) {
  sweep_cell_misses *of_cell = row_of(family, cell)->straddling;
  for (unsigned i = 0; i < passed; i++) {
    const sweep_group_rank *r = &family->ranks[i];
    for (sweep_group_machine *m = r->machines; m < r->machines + r->n; m++)
      count_verdict(m, &of_cell[m - family->machines], kind, family->batch.weight);
  }
}

/* Evaluates one line of a reference to several lines in the first n stacks. The stacks' `use` fields contain the
 * results. Of the last levels that the line reached, only those that missed are in `asked`. */
static void judge_line(sweep_group *family, unsigned n, bool own, bool cold) {
  for (unsigned i = 0; i < n; i++) judge(family, &family->ranks[i], own, cold);
  for (unsigned i = 0; i < family->n_pools; i++) family->pools[i].asked = 0;
}

/* ---- collected references ---------------------------------------------------------------------------------------- */

static void count_upgrades(const sweep_group_collected *b, sweep_group_rank *r) {
  for (uint32_t i = 0; i < b->n; i++) {
    if (!sweep_use_is_own(b->now[i]) || b->clean[i] <= b->distances[i]) continue;
    r->upgrades[b->distances[i] + 1] += b->weight;
    r->upgrades[b->clean[i] + 1] -= b->weight;
  }
}

/* Records for each use that entered a stack which last levels it reaches. */
static void note_asks(sweep_group_collected *b, const sweep_group_rank *r, unsigned pools) {
  for (uint32_t i = 0; i < b->n; i++) {
    uint32_t *asked = &b->asked[sweep_use_number(b->now[i]) * pools];
    const uint32_t *asks = &r->asked[b->distances[i] * pools];
    for (unsigned p = 0; p < pools; p++) asked[p] |= asks[p];
  }
}

/* Counts first uses of lines. Only a use that all stacks passed on can be a first use. */
static void count_cold(sweep_group *family) {
  const sweep_group_collected *b = &family->batch;
  for (uint32_t i = 0; i < b->n; i++)
    if (is_new(family, sweep_use_line(b->now[i])))
      b->next.counted[sweep_use_number(b->now[i])][family->width] += b->weight;
}

/* Sets `asked` to the last levels that a use reaches. Returns whether the use reaches any. */
static bool take_asked(sweep_group *family, uint32_t number) {
  uint32_t *asked = &family->batch.asked[number * family->n_pools], any = 0;
  for (unsigned p = 0; p < family->n_pools; p++) {
    any |= family->pools[p].asked = asked[p];
    asked[p] = 0;
  }
  return any != 0;
}

/* Returns the distance in a stack of the only use that the scratch counts contain, and sets the count of the use to
 * zero. Returns 0 for quiet distances. */
static uint32_t take_distance(const sweep_group_rank *r, uint64_t *counted) {
  uint64_t *const of_rank = counted + r->at;
  uint32_t distance = r->stack.depth;
  while (distance >= r->stack.quiet && of_rank[distance] == 0) distance--;
  if (distance < r->stack.quiet) return 0;
  of_rank[distance] = 0;
  return distance;
}

/* Evaluates one line of a reference to several lines. Returns the number of stacks that passed the line on. */
static unsigned judge_collected(sweep_group *family, uint32_t number) {
  uint64_t *const counted = family->batch.next.counted[number];
  unsigned n = 0;
  while (n < family->n_ranks && (family->ranks[n].use.distance = take_distance(&family->ranks[n], counted)) != 0) n++;
  take_asked(family, number);
  if (n == 0) return 0;
  judge_line(family, n, false, counted[family->width] != 0);
  counted[family->width] = 0;
  return n;
}

static unsigned larger(unsigned a, unsigned b) { return a > b ? a : b; }

/* Returns whether a reference to several lines misses on exactly the machines on which its line with the largest
 * distance misses. This holds if there are no last levels, and if no line is used for the first time. */
static bool is_as_one(const sweep_group *family, const sweep_group_several *s) {
  bool cold = false;
  for (uint32_t i = 0; i < s->n; i++) cold |= family->batch.next.counted[s->first + i][family->width] != 0;
  return family->n_pools == 0 && !cold;
}

static void count_as_one(sweep_group *family, const sweep_group_several *s) {
  const sweep_group_collected *b = &family->batch;
  uint64_t *const counted = sweep_group_counts(family, s->kind, s->cell);
  uint32_t passed = (1u << s->n) - 1; /* set of the lines that all stacks so far passed on, as bits */
  for (const sweep_group_rank *r = family->ranks; r < family->ranks + family->n_ranks && passed != 0; r++) {
    uint32_t greatest = 0;
    for (uint32_t left = passed; left != 0; left &= left - 1) {
      const uint32_t i = (uint32_t)__builtin_ctz(left), distance = take_distance(r, b->next.counted[s->first + i]);
      if (distance == 0) passed &= ~(1u << i);
      greatest = larger(greatest, distance);
    }
    counted[r->at + greatest] +=
        b->weight; /* counted[r->at] is not used: take_distance() returns 0 for all quiet distances */
  }
}

static void judge_several(sweep_group *family, const sweep_group_several *s) {
  unsigned passed = 0;
  if (PLAT_LIKELY(is_as_one(family, s))) {
    count_as_one(family, s);
    return;
  }
  for (uint32_t i = 0; i < s->n; i++) passed = larger(passed, judge_collected(family, s->first + i));
  count_several(family, passed, s->kind, s->cell);
}

/* Queues the uses from `i` to `end` for last levels. several: all uses belong to one reference to several lines;
 * otherwise, each use is a reference to one line. */
static inline void ask_for(sweep_group *family, uint32_t i, uint32_t end, const bool several) {
  const sweep_group_collected *b = &family->batch;
  for (; i < end; i++) {
    if (PLAT_LIKELY(family->n_pools == 1 && b->asked[i] == 0)) continue;
    if (!take_asked(family, i)) continue;
    const sweep_waiting_use use = {.line = sweep_use_line(b->next.uses[i]),
                                   .weight = b->weight,
                                   .beyond = b->next.counted[i] + family->width + 1};
    wait_for_last_levels(family, use, several ? &b->asked[i * family->n_pools] : NULL);
  }
}

/* Queues the uses of a batch for last levels, in the order of the references. On return, the results of references to
 * several lines are available. */
static void ask_for_batch(sweep_group *family) {
  const sweep_group_collected *b = &family->batch;
  uint32_t i = 0;
  for (const sweep_group_several *s = b->several; s < b->several + b->n_several; s++) {
    ask_for(family, i, s->first, false);
    ask_for(family, s->first, i = s->first + s->n, true);
  }
  ask_for(family, i, b->next.n, false);
  for (unsigned p = 0; p < family->n_pools && b->n_several != 0; p++) use_last_levels(&family->pools[p]);
}

static void finish_batch(sweep_group *family) {
  sweep_group_collected *b = &family->batch;
  if (family->n_pools != 0) ask_for_batch(family);
  for (unsigned i = 0; i < b->n_several; i++) judge_several(family, &b->several[i]);
  b->n_several = b->n_scratch = 0;
}

void sweep_group_go(sweep_group *family) {
  sweep_group_collected *b = &family->batch;
  const bool tells = family->upgrades || family->n_pools > 1;
  b->now = b->uses[0];
  b->n = b->next.n;
  for (uint32_t i = 0; i < b->n; i++) b->now[i] = sweep_use_numbered(b->next.uses[i], i);
  for (unsigned i = 0; i < family->n_ranks && b->n != 0; i++) {
    sweep_group_rank *r = &family->ranks[i];
    uint64_t *on = b->uses[(i + 1) % 2];
    const sweep_stack_tally tally = {.counted = b->next.counted,
                                     .at = r->at,
                                     .weight = b->weight,
                                     .asked = family->n_pools == 1 && !tells ? b->asked : NULL,
                                     .asks = r->asked,
                                     .distances = tells ? b->distances : NULL,
                                     .clean = tells ? b->clean : NULL};
    const uint32_t n_on = sweep_stack_pass(&r->stack, b->now, b->n, &tally, on);
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

/* Uses a line in the stacks, as far as it is passed on, and evaluates the results. Returns the number of stacks that
 * passed the line on. */
static unsigned use_one_of_several(sweep_group *family, uint64_t line, bool own) {
  const bool cold = is_new(family, line);
  unsigned n = 0;
  for (; n < family->n_ranks; n++) {
    sweep_group_rank *r = &family->ranks[n];
    r->use = sweep_stack_take(&r->stack, line, own);
    if (!r->use.goes_on) break;
    if (r->use.before != COH_NO_LINE && n + 1 < family->n_ranks) sweep_stack_take(&r[1].stack, r->use.before, false);
    for (unsigned i = 0; i < family->n_pools; i++)
      family->pools[i].asked |= r->asked[r->use.distance * family->n_pools + i];
  }
  use_now(family, line);
  judge_line(family, n, own, cold);
  return n;
}

static void collect(sweep_group *family, uint64_t line, coh_kind kind, uint64_t *counted) {
  sweep_group_batch *next = &family->batch.next;
  next->uses[next->n] = sweep_use_make(line, coh_kind_owns(kind));
  next->counted[next->n++] = counted;
}

/* Collects the uses of a reference to at most FEW lines. */
static void collect_several(sweep_group *family, uint64_t first, uint32_t n, coh_kind kind, uint32_t cell) {
  sweep_group_collected *b = &family->batch;
  if (b->next.n + n > SWEEP_GROUP_BATCH || b->n_several == SWEEP_GROUP_SEVERAL ||
      b->n_scratch + n > SWEEP_GROUP_SCRATCH)
    sweep_group_go(family);
  b->several[b->n_several++] = (sweep_group_several){b->next.n, n, kind, cell};
  for (uint32_t i = 0; i < n; i++)
    collect(family, first + i, kind, b->scratch + b->n_scratch++ * sweep_group_counts_of_kind(family));
}

sweep_group_batch *sweep_group_next(sweep_group *family) { return &family->batch.next; }

uint64_t *sweep_group_counts(sweep_group *family, coh_kind kind, uint32_t cell) {
  return row_of(family, cell)->counted[kind == COH_WRITE ? SWEEP_GROUP_WRITES : SWEEP_GROUP_READS];
}

static void use(sweep_group *family, uint64_t first, uint64_t last, coh_kind kind, uint32_t cell) {
  if (PLAT_LIKELY(first == last && last < SWEEP_USE_LINES)) {
    if (family->batch.next.n == SWEEP_GROUP_BATCH) sweep_group_go(family);
    collect(family, first, kind, sweep_group_counts(family, kind, cell));
  } else if (last - first < FEW && first < last && last < SWEEP_USE_LINES && !family->upgrades) {
    collect_several(family, first, (uint32_t)(last - first) + 1, kind, cell);
  } else {
    /* Simulates a reference immediately. If the reference extends past the end of the address space, only its first
     * line counts. */
    sweep_group_go(family);
    unsigned passed = 0;
    uint64_t line = first;
    do passed = larger(passed, use_one_of_several(family, line, coh_kind_owns(kind)));
    while (line++ < last);
    family->passed += passed != 0;
    count_several(family, passed, kind, cell);
  }
}

uint64_t *sweep_group_newest(sweep_group *family) { return family->newest; }

/* Records the lines from `first` to `last` as the most recent ones of their sets. Returns whether a reference to these
 * lines can change a machine. */
static inline bool is_news(sweep_group *family, uint64_t first, uint64_t last, bool own) {
  const uint64_t mask = family->ranks[0].stack.set_mask;
  if (PLAT_LIKELY(first == last && first < SWEEP_USE_LINES))
    return sweep_newest_take(&family->newest[first & mask], sweep_use_make(first, own));
  uint64_t line = first;
  do family->newest[line & mask] = line < SWEEP_USE_LINES ? sweep_use_make(line, own) : COH_NO_LINE;
  while (line++ < last);
  return true;
}

void sweep_group_use(sweep_group *family, uint64_t first, uint64_t last, coh_kind kind, uint32_t cell) {
  if (is_news(family, first, last, coh_kind_owns(kind))) use(family, first, last, kind, cell);
}

static void play_once(sweep_group *family, const sweep_access_loop *pattern, uint64_t r) {
  for (uint32_t i = 0; i < pattern->n; i++) {
    const sweep_reference *reference = &pattern->references[i];
    const uint64_t address = reference->address + r * reference->stride;
    const uint64_t last = address + reference->size - 1;
    sweep_group_use(family, address >> family->line_bits, last >> family->line_bits, reference->kind,
                    sweep_access_loop_cell(pattern, i));
  }
}

/* Simulates one repetition of an access loop, counted `weight` times. Returns whether no stack passed on any use. If
 * so, an equal repetition changes nothing. */
static bool play_weighted(sweep_group *family, const sweep_access_loop *pattern, uint64_t r, uint64_t weight) {
  sweep_group_go(family);
  const uint64_t passed = family->passed;
  family->batch.weight = weight;
  play_once(family, pattern, r);
  sweep_group_go(family);
  family->batch.weight = 1;
  return family->passed == passed;
}

void sweep_group_play(sweep_group *family, const sweep_access_loop *pattern) {
  sweep_access_loop_count(pattern, &family->references[SWEEP_GROUP_READS], &family->references[SWEEP_GROUP_WRITES]);
  sweep_stay stay;
  sweep_stay_begin(&stay, pattern, family->line_bits);
  for (uint64_t r = 0; r < pattern->repeats; r++) {
    const uint64_t more = sweep_stay_after(&stay, pattern, family->line_bits, r);
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

void sweep_group_finish(sweep_group *family) {
  sweep_group_go(family);
  for (unsigned i = 0; i < family->n_pools; i++) use_last_levels(&family->pools[i]);
}
