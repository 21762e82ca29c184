/* naive.c: see naive.h. The order of this file is that of the rules in coherence/coh_system.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/coherence/naive.h"

#include <assert.h>
#include <stdlib.h>

/* ---- one cache ---------------------------------------------------------------------------------- */

typedef struct {
  bool full;
  uint64_t line;   /* number of the line in it, when full */
  uint64_t used;   /* time of the way's last use, 0 for never; outlives the line */
  uint64_t filled; /* time of its last fill */
} cache_way;

typedef struct {
  uint64_t sets; /* 0: the machine has no such cache */
  unsigned ways;
  coh_replacement policy;
  uint64_t random;
  cache_way *way; /* sets * ways */
} cache;

static void cache_init(cache *c, const coh_geometry *geometry, coh_replacement policy) {
  c->sets = 0;
  c->way = NULL;
  if (geometry->size == 0) return;
  c->sets = geometry->size / geometry->line / geometry->ways;
  c->ways = geometry->ways;
  c->policy = policy;
  c->random = 0x9e3779b97f4a7c15;
  c->way = calloc(c->sets * c->ways, sizeof *c->way);
  assert(c->way);
}

static cache_way *cache_set(const cache *c, uint64_t line) {
  return &c->way[line % c->sets * c->ways];
}

/* The way that holds the line, or NULL. */
static cache_way *cache_find(const cache *c, uint64_t line) {
  cache_way *set = cache_set(c, line);
  for (unsigned w = 0; w < c->ways; w++)
    if (set[w].full && set[w].line == line) return &set[w];
  return NULL;
}

static unsigned oldest_use(const cache_way *set, unsigned ways) {
  unsigned victim = 0;
  for (unsigned w = 1; w < ways; w++)
    if (set[w].used < set[victim].used) victim = w;
  return victim;
}

static unsigned oldest_fill(const cache_way *set, unsigned ways) {
  unsigned victim = 0;
  for (unsigned w = 1; w < ways; w++)
    if (set[w].filled < set[victim].filled) victim = w;
  return victim;
}

static unsigned random_way(cache *c) {
  uint64_t x = c->random;
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  c->random = x;
  const uint64_t next = x * 0x2545f4914f6cdd1d;
  return (unsigned)((next >> 32) * c->ways >> 32);
}

static uint64_t latest_use(const cache_way *way, unsigned ways) {
  uint64_t latest = 0;
  for (unsigned w = 0; w < ways; w++)
    if (way[w].used > latest) latest = way[w].used;
  return latest;
}

/* A node's bit points to its upper half exactly if the last use below it was in its lower half: no bits
 * needed. */
static unsigned tree_victim(const cache_way *set, unsigned ways) {
  unsigned first = 0;
  for (unsigned half = ways / 2; half > 0; half /= 2)
    if (latest_use(&set[first], half) > latest_use(&set[first + half], half)) first += half;
  return first;
}

/* The way that the next fill of the line's set takes: full if that pushes a line out. */
static cache_way *cache_victim(cache *c, uint64_t line) {
  cache_way *set = cache_set(c, line);
  for (unsigned w = 0; w < c->ways; w++)
    if (!set[w].full) return &set[w];
  switch (c->policy) {
    case COH_LRU: return &set[oldest_use(set, c->ways)];
    case COH_FIFO: return &set[oldest_fill(set, c->ways)];
    case COH_RANDOM: return &set[random_way(c)];
    case COH_PLRU: return &set[tree_victim(set, c->ways)];
    default: assert(!"a replacement policy"); return NULL;
  }
}

static void cache_fill(cache_way *way, uint64_t line, uint64_t now) {
  way->full = true;
  way->line = line;
  way->filled = now;
  way->used = now;
}

/* Empties the way that holds the line, if one does. */
static void cache_drop(const cache *c, uint64_t line) {
  cache_way *way = cache_find(c, line);
  if (way) way->full = false;
}

/* ---- the machine -------------------------------------------------------------------------------- */

typedef enum { INVALID, SHARED, EXCLUSIVE, MODIFIED } line_state;

/* What one processor has seen of one line. */
typedef struct {
  bool referenced;
  line_state state;
  coh_cause gone; /* why the line last left the D1, or was taken from the L2 after that */
  coh_who by;     /* whose fault that was */
} line_past;

typedef struct {
  cache d1, l2;
  coh_counts counts;
} processor;

struct naive {
  coh_config config;
  processor *processors;
  cache ll;
  uint64_t now; /* counts uses: no two have the same time */
  const naive_region *regions;
  unsigned n_regions;
  line_past *past; /* for each line of each region, one per processor */
};

naive *naive_new(const coh_config *config, const naive_region *regions, unsigned n_regions) {
  naive *m = calloc(1, sizeof *m);
  assert(m);
  m->config = *config;
  m->regions = regions;
  m->n_regions = n_regions;
  m->processors = calloc(config->processors, sizeof *m->processors);
  assert(m->processors);
  for (unsigned p = 0; p < config->processors; p++) {
    cache_init(&m->processors[p].d1, &config->d1, config->replacement);
    cache_init(&m->processors[p].l2, &config->l2, config->replacement);
  }
  cache_init(&m->ll, &config->ll, config->replacement);
  uint64_t lines = 0;
  for (unsigned r = 0; r < n_regions; r++) lines += regions[r].lines;
  m->past = calloc(lines * config->processors, sizeof *m->past);
  assert(m->past);
  return m;
}

void naive_free(naive *m) {
  for (unsigned p = 0; p < m->config.processors; p++) {
    free(m->processors[p].d1.way);
    free(m->processors[p].l2.way);
  }
  free(m->ll.way);
  free(m->processors);
  free(m->past);
  free(m);
}

static line_past *past_of(naive *m, uint64_t line, unsigned p) {
  uint64_t before = 0;
  for (unsigned r = 0; r < m->n_regions; r++) {
    const uint64_t offset = line - m->regions[r].first;
    if (line >= m->regions[r].first && offset < m->regions[r].lines)
      return &m->past[(before + offset) * m->config.processors + p];
    before += m->regions[r].lines;
  }
  assert(!"the line is in a region");
  return NULL;
}

static bool has_l2(const naive *m) {
  return m->config.l2.size != 0;
}

static bool another_holds(naive *m, uint64_t line, unsigned self, bool modified_only) {
  for (unsigned p = 0; p < m->config.processors; p++) {
    if (p == self) continue;
    const line_state state = past_of(m, line, p)->state;
    if (state == MODIFIED || (state != INVALID && !modified_only)) return true;
  }
  return false;
}

/* ---- where a line is looked for ----------------------------------------------------------------- */

static coh_source supplier(naive *m, uint64_t line, unsigned self) {
  if (another_holds(m, line, self, true)) return COH_FROM_CACHE;
  if (m->ll.sets != 0 && cache_find(&m->ll, line)) return COH_FROM_LL;
  return COH_FROM_MEMORY;
}

static uint32_t latency(const naive *m, coh_source source) {
  switch (source) {
    case COH_FROM_D1: return 0;
    case COH_FROM_L2: return m->config.l2_latency;
    case COH_FROM_LL: return m->config.ll_latency;
    case COH_FROM_MEMORY: return m->config.memory_latency;
    case COH_FROM_CACHE: return m->config.transfer_latency;
    default: assert(!"a source"); return 0;
  }
}

/* A fetch is a use of the line in the last level, which takes it in if it was not there. */
static void use_last_level(naive *m, uint64_t line) {
  if (m->ll.sets == 0) return;
  cache_way *way = cache_find(&m->ll, line);
  if (way)
    way->used = ++m->now;
  else
    cache_fill(cache_victim(&m->ll, line), line, ++m->now);
}

/* The line was in the D1 and a fill pushed it out of there. */
static void pushed_out(naive *m, uint64_t line, unsigned p, coh_who who) {
  line_past *past = past_of(m, line, p);
  past->gone = COH_REPLACED;
  past->by = who;
  if (!has_l2(m)) past->state = INVALID;
}

static void fill_l2(naive *m, uint64_t line, unsigned p, coh_who who) {
  processor *self = &m->processors[p];
  cache_way *way = cache_victim(&self->l2, line);
  if (way->full) {
    past_of(m, way->line, p)->state = INVALID;
    if (cache_find(&self->d1, way->line)) {
      cache_drop(&self->d1, way->line);
      pushed_out(m, way->line, p, who);
    }
  }
  cache_fill(way, line, ++m->now);
}

static void fill_d1(naive *m, uint64_t line, unsigned p, coh_who who) {
  cache_way *way = cache_victim(&m->processors[p].d1, line);
  if (way->full) pushed_out(m, way->line, p, who);
  cache_fill(way, line, ++m->now);
}

/* ---- coherence ---------------------------------------------------------------------------------- */

static void invalidate_others(naive *m, uint64_t line, unsigned self, const coh_blame *blame) {
  for (unsigned p = 0; p < m->config.processors; p++) {
    line_past *past = past_of(m, line, p);
    if (p == self || past->state == INVALID) continue;
    past->state = INVALID;
    past->gone = COH_INVALIDATED;
    past->by = blame->storer;
    cache_drop(&m->processors[p].d1, line);
    if (has_l2(m)) cache_drop(&m->processors[p].l2, line);
  }
}

static void fetch_to_read(naive *m, uint64_t line, unsigned self) {
  const bool alone = !another_holds(m, line, self, false);
  for (unsigned p = 0; p < m->config.processors; p++) {
    line_past *past = past_of(m, line, p);
    if (past->state == MODIFIED || past->state == EXCLUSIVE) past->state = SHARED;
  }
  past_of(m, line, self)->state = m->config.protocol == COH_MESI && alone ? EXCLUSIVE : SHARED;
}

static void fetch_to_store(naive *m, uint64_t line, unsigned self, const coh_blame *blame) {
  invalidate_others(m, line, self, blame);
  past_of(m, line, self)->state = MODIFIED;
}

/* A store finds the line in the own D1 or L2. Returns whether that is an upgrade. */
static bool store_to_held(naive *m, uint64_t line, unsigned self, const coh_blame *blame) {
  line_past *past = past_of(m, line, self);
  const bool upgrade = past->state == SHARED;
  assert(past->state != INVALID);
  if (upgrade) invalidate_others(m, line, self, blame);
  past->state = MODIFIED;
  return upgrade;
}

/* ---- references --------------------------------------------------------------------------------- */

static coh_outcome fetch(naive *m, uint64_t line, unsigned p, bool store, const coh_blame *blame) {
  coh_outcome outcome = {.source = supplier(m, line, p)};
  outcome.stall = latency(m, outcome.source);
  use_last_level(m, line);
  if (store)
    fetch_to_store(m, line, p, blame);
  else
    fetch_to_read(m, line, p);
  if (has_l2(m)) fill_l2(m, line, p, blame->filler);
  return outcome;
}

/* The line is in the D1 or L2. */
static coh_outcome find(naive *m, cache_way *way, coh_source source, unsigned p, bool store, const coh_blame *blame) {
  coh_outcome outcome = {.source = source, .stall = latency(m, source)};
  way->used = ++m->now;
  if (store && store_to_held(m, way->line, p, blame)) {
    outcome.upgrade = true;
    outcome.stall += m->config.upgrade_latency;
  }
  return outcome;
}

static coh_outcome access_line(naive *m, uint64_t line, unsigned p, bool store, const coh_blame *blame) {
  processor *self = &m->processors[p];
  line_past *past = past_of(m, line, p);
  cache_way *way = cache_find(&self->d1, line);
  if (way) return find(m, way, COH_FROM_D1, p, store, blame);

  const coh_cause cause = past->referenced ? past->gone : COH_COLD;
  const coh_who by = past->referenced ? past->by : 0;
  way = has_l2(m) ? cache_find(&self->l2, line) : NULL;
  coh_outcome outcome = way ? find(m, way, COH_FROM_L2, p, store, blame) : fetch(m, line, p, store, blame);
  fill_d1(m, line, p, blame->filler);
  past->referenced = true;
  outcome.cause = cause;
  outcome.who = by;
  return outcome;
}

static void count(coh_counts *counts, coh_kind kind, const coh_outcome *outcome) {
  const bool miss = outcome->cause != COH_HIT;
  if (kind == COH_WRITE) {
    counts->writes++;
    counts->write_misses += miss;
  } else {
    counts->reads++;
    counts->read_misses += miss;
  }
  counts->cold += outcome->cause == COH_COLD;
  counts->replacement += outcome->cause == COH_REPLACED;
  counts->invalidation += outcome->cause == COH_INVALIDATED;
  counts->false_sharing += outcome->cause == COH_INVALIDATED;
  counts->local += miss;
  counts->upgrades += outcome->upgrade;
  counts->stall_cycles += outcome->stall;
}

void naive_access(naive *m, unsigned p, uint64_t address, uint32_t size, coh_kind kind, const coh_blame *blame,
                  coh_outcome *outcome) {
  const uint64_t first = address / m->config.d1.line;
  const uint64_t last = (address + (size - 1)) / m->config.d1.line;
  *outcome = (coh_outcome){.cause = COH_HIT, .source = COH_FROM_D1};
  for (uint64_t line = first; line <= last; line++) {
    const coh_outcome one = access_line(m, line, p, kind != COH_READ, blame);
    if (outcome->cause == COH_HIT && (one.cause != COH_HIT || (one.upgrade && !outcome->upgrade))) outcome->line = line;
    if (outcome->cause == COH_HIT && one.cause != COH_HIT) {
      outcome->cause = one.cause;
      outcome->source = one.source;
      outcome->who = one.who;
    }
    outcome->upgrade = outcome->upgrade || one.upgrade;
    if (one.stall > outcome->stall) outcome->stall = one.stall;
  }
  count(&m->processors[p].counts, kind, outcome);
}

const coh_counts *naive_counts_of(const naive *m, unsigned p) {
  return &m->processors[p].counts;
}
