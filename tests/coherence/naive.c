/* naive.c: see naive.h. This file is in about the order of the rules in coherence/coh_system.c and the files named
 * there.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/coherence/naive.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "tests/coherence/naive_cache.h"
#include "tests/coherence/naive_recent.h"
#include "tests/coherence/naive_requests.h"

/* ---- the machine -------------------------------------------------------------------------------- */

typedef enum { INVALID, SHARED, OWNED, EXCLUSIVE, MODIFIED } line_state;

/* The state of one line for one processor. */
typedef struct {
  bool referenced;
  line_state state;
  coh_cause gone;   /* why the line last left the D1, or was invalidated in the L2 after that */
  coh_who by;       /* the cause of that */
  uint64_t lost;    /* when it was last invalidated */
  bool undecided;   /* its last miss was an invalidation miss that may still become true sharing; the line is in the
                       D1 */
  uint32_t note;    /* note of that miss */
  bool by_prefetch; /* a prefetch evicted the line from the D1 */
  bool prefetched;  /* the line is in the D1, was prefetched, and has not been used since */
  uint64_t arrival; /* when it arrives */
  bool waits;       /* its last request waited until it had arrived at another processor */
  uint32_t asker;   /* note of the reference that prefetched it */
  /* as the three fields above, for a line that was prefetched into the L2 */
  bool l2_prefetched;
  uint64_t l2_arrival;
  uint32_t l2_asker;
  bool newer;    /* the D1 has stores that the L2 (without an L2: memory) does not have */
  bool l2_newer; /* the L2 has stores that memory does not have */
} line_past;

/* The state of a line that is independent of the processor. */
typedef struct {
  uint64_t *stores; /* by byte, and by processor: time of its last store; 0: none. NULL: no store to the line yet */
  bool has_home;
  unsigned home;    /* node of the line's memory */
  coh_who modifier; /* filler of the last reference that made it modified in a D1 */
} line_memory;

typedef struct {
  cache d1, l2;
  use_list shadow;       /* has as many lines as the D1 */
  use_list *dtlb, *stlb; /* pages by set; NULL: there is no such TLB */
  trainings strides, streams;
  trainings l2_streams;
  coh_counts counts;
  uint64_t clock;           /* cycles */
  naive_requests *requests; /* of a processor with a window; otherwise NULL */
} processor;

struct naive {
  mach_config config;
  unsigned nodes;
  processor *processors;
  cache *ll;             /* one per node */
  uint64_t *free_at;     /* when each node's bus becomes free, in cycles */
  uint64_t *channel;     /* by node, in ticks: when the channel of its memory becomes free */
  uint64_t *link;        /* by processor, in ticks: when its link becomes free */
  uint64_t now;          /* counts uses: no two uses have the same time */
  naive_region *regions; /* extended to the ends of their pages, and by pages that prefetches can reach */
  unsigned n_regions;
  const mach_zone *zones;
  unsigned n_zones;
  uint64_t n_lines;
  line_past *past;     /* for each line of each region, one per processor */
  line_memory *memory; /* for each line of each region */
  coh_revision *revision;
  void *closure;
  coh_waste *waste;
  void *waste_closure;
  coh_mover *mover;
  void *mover_closure;
  uint64_t missed;  /* processors that have missed or upgraded, as bits */
  unsigned moving;  /* the processor whose reference moves lines now, */
  coh_blame blamed; /* and the reference's blame */
};

naive *naive_new(const mach_config *config, const naive_region *regions, unsigned n_regions) {
  naive *m = calloc(1, sizeof *m);
  assert(m);
  m->config = *config;
  m->regions = calloc(n_regions, sizeof *m->regions);
  assert(m->regions);
  const uint32_t lines_of_page = 4096 / config->d1.line;
  for (unsigned r = 0; r < n_regions; r++) {
    m->regions[r] = regions[r];
    while ((m->regions[r].first + m->regions[r].lines) % lines_of_page != 0) m->regions[r].lines++;
    if (!config->prefetch_next_page) continue;
    const uint32_t before = m->regions[r].first >= lines_of_page ? lines_of_page : 0;
    m->regions[r].first -= before; /* regions can overlap now: place_of() finds the first of them */
    m->regions[r].lines += before + lines_of_page;
  }
  m->n_regions = n_regions;
  m->processors = calloc(config->processors, sizeof *m->processors);
  assert(m->processors);
  for (unsigned p = 0; p < config->processors; p++) {
    naive_cache_init(&m->processors[p].d1, &config->d1, config->replacement);
    naive_cache_init(&m->processors[p].l2, &config->l2, config->replacement);
    naive_list_init(&m->processors[p].shadow, config->d1.size / config->d1.line);
    m->processors[p].dtlb = naive_tlb_new(&config->dtlb);
    m->processors[p].stlb = naive_tlb_new(&config->stlb);
    m->processors[p].strides.most = INSTRUCTIONS;
    m->processors[p].streams.most = PAGES;
    m->processors[p].l2_streams.most = L2_PAGES;
    if (mach_config_has_window(config)) m->processors[p].requests = naive_requests_new(config);
  }
  m->nodes = config->nodes == 0 ? 1 : config->nodes;
  m->ll = calloc(m->nodes, sizeof *m->ll);
  m->free_at = calloc(m->nodes, sizeof *m->free_at);
  m->channel = calloc(m->nodes, sizeof *m->channel);
  m->link = calloc(config->processors, sizeof *m->link);
  assert(m->ll && m->free_at && m->channel && m->link);
  for (unsigned node = 0; node < m->nodes; node++) {
    naive_cache_init(&m->ll[node], &config->ll, config->replacement);
    m->ll[node].hashed = config->ll_hash;
  }
  for (unsigned r = 0; r < n_regions; r++) m->n_lines += m->regions[r].lines;
  m->past = calloc(m->n_lines * config->processors, sizeof *m->past);
  m->memory = calloc(m->n_lines, sizeof *m->memory);
  assert(m->past && m->memory);
  return m;
}

void naive_place(naive *m, const mach_zone *zones, unsigned n) {
  m->zones = zones;
  m->n_zones = n;
}

void naive_free(naive *m) {
  for (unsigned p = 0; p < m->config.processors; p++) {
    free(m->processors[p].d1.way);
    free(m->processors[p].l2.way);
    free(m->processors[p].shadow.lines);
    naive_tlb_free(m->processors[p].dtlb, &m->config.dtlb);
    naive_tlb_free(m->processors[p].stlb, &m->config.stlb);
    free(m->processors[p].requests);
  }
  for (unsigned node = 0; node < m->nodes; node++) free(m->ll[node].way);
  for (uint64_t i = 0; i < m->n_lines; i++) free(m->memory[i].stores);
  free(m->ll);
  free(m->free_at);
  free(m->channel);
  free(m->link);
  free(m->processors);
  free(m->regions);
  free(m->past);
  free(m->memory);
  free(m);
}

void naive_on_true_sharing(naive *m, coh_revision *revision, void *closure) {
  m->revision = revision;
  m->closure = closure;
}

void naive_on_waste(naive *m, coh_waste *waste, void *closure) {
  m->waste = waste;
  m->waste_closure = closure;
}

void naive_on_traffic(naive *m, coh_mover *mover, void *closure) {
  m->mover = mover;
  m->mover_closure = closure;
}

/* Returns the number of a line among those of all regions; UINT64_MAX: it is in none. */
static uint64_t place_of(const naive *m, uint64_t line) {
  uint64_t before = 0;
  for (unsigned r = 0; r < m->n_regions; r++) {
    const uint64_t offset = line - m->regions[r].first;
    if (line >= m->regions[r].first && offset < m->regions[r].lines) return before + offset;
    before += m->regions[r].lines;
  }
  return UINT64_MAX;
}

static line_past *past_of(naive *m, uint64_t line, unsigned p) {
  const uint64_t place = place_of(m, line);
  assert(place != UINT64_MAX);
  return &m->past[place * m->config.processors + p];
}

static line_memory *memory_of(naive *m, uint64_t line) {
  const uint64_t place = place_of(m, line);
  assert(place != UINT64_MAX);
  return &m->memory[place];
}

static bool has_l2(const naive *m) { return m->config.l2.size != 0; }

static bool another_holds(naive *m, uint64_t line, unsigned self) {
  for (unsigned p = 0; p < m->config.processors; p++)
    if (p != self && past_of(m, line, p)->state != INVALID) return true;
  return false;
}

/* Returns the other processor whose copy is newer than memory, or -1. */
static int dirty_holder(naive *m, uint64_t line, unsigned self) {
  for (unsigned p = 0; p < m->config.processors; p++) {
    const line_state state = past_of(m, line, p)->state;
    if (p != self && (state == MODIFIED || state == OWNED)) return (int)p;
  }
  return -1;
}

/* ---- nodes -------------------------------------------------------------------------------------- */

static unsigned node_of(const naive *m, unsigned p) { return p * m->nodes / m->config.processors; }

static uint64_t page_of(const naive *m, uint64_t line) { return line * m->config.d1.line / 4096; }

/* Returns the node of the line's memory. `toucher`: the node that asks. */
static unsigned home_of(naive *m, uint64_t line, unsigned toucher) {
  const uint64_t page = page_of(m, line);
  mach_placement placement = m->config.placement;
  unsigned fixed = m->config.fixed_node;
  for (unsigned i = 0; i < m->n_zones; i++)
    for (uint64_t at = 0; at < m->zones[i].bytes; at += 4096)
      if ((m->zones[i].start + at) / 4096 == page && m->zones[i].placement != MACH_PLACEMENTS) {
        placement = m->zones[i].placement;
        fixed = m->zones[i].node;
      }
  if (placement == MACH_FIXED_NODE) return fixed;
  if (placement == MACH_ROUND_ROBIN) return (unsigned)(page % m->nodes);
  if (!memory_of(m, line)->has_home) {
    const uint64_t lines = 4096 / m->config.d1.line;
    for (uint64_t of_page = page * lines; of_page < (page + 1) * lines; of_page++) {
      const uint64_t place = place_of(m, of_page);
      if (place == UINT64_MAX) continue;
      m->memory[place].has_home = true;
      m->memory[place].home = toucher;
    }
  }
  return memory_of(m, line)->home;
}

/* Makes a transaction for a line. Returns how long it waits for the bus of the line's node. */
static uint32_t wait_for_bus(naive *m, uint64_t line, unsigned p) {
  const unsigned home = home_of(m, line, node_of(m, p));
  const uint64_t now = m->processors[p].clock;
  if (!m->config.contention) return 0;
  const uint64_t begin = m->free_at[home] > now ? m->free_at[home] : now;
  m->free_at[home] = begin + m->config.occupancy;
  return begin - now > 0x7fffffff ? 0x7fffffff : (uint32_t)(begin - now);
}

/* Transfers a line through a channel or link of a bandwidth, in thousandths of a byte per cycle. Returns when the
 * transfer begins, in ticks. */
static uint64_t transfer(const naive *m, uint64_t *free, uint32_t bandwidth, unsigned p) {
  const uint64_t now = m->processors[p].clock * 1000;
  if (bandwidth == 0) return now;
  const uint64_t begin = *free > now ? *free : now;
  *free = begin + (uint64_t)m->config.d1.line * 1000000 / bandwidth;
  return begin;
}

/* Memory supplies a line to a processor. Returns how many cycles the line waits for earlier ones. */
static uint32_t wait_for_memory(naive *m, uint64_t line, unsigned p) {
  const uint64_t now = m->processors[p].clock * 1000;
  const uint64_t channel = transfer(m, &m->channel[home_of(m, line, node_of(m, p))], m->config.memory_bandwidth, p);
  const uint64_t link = transfer(m, &m->link[p], m->config.processor_bandwidth, p);
  const uint64_t wait = ((channel > link ? channel : link) - now) / 1000;
  return wait > 0x7fffffff ? 0x7fffffff : (uint32_t)wait;
}

/* ---- where a line is looked for ----------------------------------------------------------------- */

static coh_source supplier(naive *m, uint64_t line, unsigned self) {
  const cache *ll = &m->ll[node_of(m, self)];
  if (dirty_holder(m, line, self) >= 0) return COH_FROM_CACHE;
  if (ll->sets != 0 && naive_cache_find(ll, line)) return COH_FROM_LL;
  return COH_FROM_MEMORY;
}

/* Whether the supplier of a fetched line is on another node. */
static bool from_afar(naive *m, uint64_t line, unsigned self, coh_source source) {
  const unsigned node = node_of(m, self);
  if (source == COH_FROM_CACHE) return node_of(m, (unsigned)dirty_holder(m, line, self)) != node;
  return source == COH_FROM_MEMORY && home_of(m, line, node) != node;
}

static uint32_t latency(const naive *m, coh_source source, bool remote) {
  switch (source) {
    case COH_FROM_D1: return 0;
    case COH_FROM_L2: return m->config.l2_latency;
    case COH_FROM_LL: return m->config.ll_latency;
    case COH_FROM_MEMORY: return remote ? m->config.remote_latency : m->config.memory_latency;
    case COH_FROM_CACHE: return remote ? m->config.remote_transfer_latency : m->config.transfer_latency;
    default: assert(!"a source"); return 0;
  }
}

/* ---- bytes that move ---------------------------------------------------------------------------- */

/* Counts that a line of these data moves. */
static void moves(naive *m, uint64_t *bytes, coh_move way, coh_who data) {
  if (!m->config.traffic) return;
  *bytes += m->config.d1.line;
  if (m->mover) m->mover(m->mover_closure, m->moving, way, data, m->blamed.note);
}

#define READS(m, to, way) moves(m, &(m)->processors[(m)->moving].counts.to, way, (m)->blamed.filler)
#define WRITES(m, to, way, line) moves(m, &(m)->processors[(m)->moving].counts.to, way, memory_of(m, line)->modifier)

static void write_to_memory(naive *m, uint64_t line) {
  const unsigned p = m->moving;
  transfer(m, &m->channel[home_of(m, line, node_of(m, p))], m->config.memory_bandwidth, p);
  WRITES(m, memory_bytes_written, COH_MEMORY_WRITTEN, line);
}

/* A processor loses a line that is newer than the memory outside of its caches. */
static void write_outside(naive *m, uint64_t line, unsigned p) {
  const cache *ll = &m->ll[node_of(m, p)];
  cache_way *way = ll->sets != 0 ? naive_cache_find(ll, line) : NULL;
  if (way)
    way->newer = true;
  else
    write_to_memory(m, line);
}

/* The D1 writes its modified bytes back. */
static void write_d1_back(naive *m, uint64_t line, unsigned p) {
  line_past *past = past_of(m, line, p);
  if (!past->newer) return;
  past->newer = false;
  WRITES(m, d1_bytes_written, COH_D1_WRITTEN, line);
  if (has_l2(m))
    past->l2_newer = true;
  else
    write_outside(m, line, p);
}

static void write_l2_back(naive *m, uint64_t line, unsigned p) {
  line_past *past = past_of(m, line, p);
  if (!past->l2_newer) return;
  past->l2_newer = false;
  WRITES(m, l2_bytes_written, COH_L2_WRITTEN, line);
  write_outside(m, line, p);
}

/* A processor is about to read a line, perhaps from another one: under MOESI that keeps it modified outside of its L2.
 */
static void write_back_to_read(naive *m, uint64_t line, unsigned self) {
  const bool moesi = m->config.protocol == MACH_MOESI;
  for (unsigned p = 0; p < m->config.processors; p++) {
    if (p == self) continue;
    if (has_l2(m) || !moesi) write_d1_back(m, line, p);
    if (!moesi) write_l2_back(m, line, p);
  }
}

/* A processor stores to a line that is in its D1, or that its D1 gets now. */
static void modify(naive *m, uint64_t line, unsigned p) {
  line_past *past = past_of(m, line, p);
  if (!past->newer) memory_of(m, line)->modifier = m->blamed.filler;
  past->newer = true;
}

/* Memory supplies a line: newer data of last levels are written to memory before. */
static void read_memory(naive *m, uint64_t line) {
  for (unsigned node = 0; node < m->nodes; node++) {
    cache_way *way = m->ll[node].sets != 0 ? naive_cache_find(&m->ll[node], line) : NULL;
    if (way && way->newer) write_to_memory(m, line);
    if (way) way->newer = false;
  }
  READS(m, memory_bytes_read, COH_MEMORY_READ);
}

/* Returns how many lines are newer in some cache than in memory. */
uint64_t naive_modified_lines(const naive *m) {
  uint64_t n = 0;
  for (unsigned r = 0; r < m->n_regions; r++)
    for (uint64_t line = m->regions[r].first; line < m->regions[r].first + m->regions[r].lines; line++) {
      bool newer = false;
      for (unsigned p = 0; p < m->config.processors; p++) {
        const line_past *past = &m->past[place_of(m, line) * m->config.processors + p];
        newer = newer || past->newer || past->l2_newer;
      }
      for (unsigned node = 0; node < m->nodes; node++) {
        const cache_way *way = m->ll[node].sets != 0 ? naive_cache_find(&m->ll[node], line) : NULL;
        newer = newer || (way && way->newer);
      }
      n += newer;
    }
  return n;
}

/* ---- caches, as lines move ---------------------------------------------------------------------- */

/* A fetch uses the line in the node's last level, which fills it if it was not there. */
static void use_last_level(naive *m, uint64_t line, unsigned p) {
  cache *ll = &m->ll[node_of(m, p)];
  if (ll->sets == 0) return;
  cache_way *way = naive_cache_find(ll, line);
  if (way) {
    way->used = ++m->now;
    return;
  }
  way = naive_cache_victim(ll, line);
  if (way->full && way->newer) write_to_memory(m, way->line);
  naive_cache_fill(way, line, ++m->now);
}

/* The line leaves the D1. */
static void left(naive *m, uint64_t line, unsigned p) {
  line_past *past = past_of(m, line, p);
  if (!past->prefetched) return;
  past->prefetched = false;
  m->processors[p].counts.unused++;
  if (m->waste) m->waste(m->waste_closure, p, line, past->asker);
}

/* The reference that causes a fill. */
typedef struct {
  coh_who who;
  bool by_prefetch;
} filler;

/* The line leaves the L2. */
static void left_l2(naive *m, uint64_t line, unsigned p) {
  line_past *past = past_of(m, line, p);
  if (!past->l2_prefetched) return;
  past->l2_prefetched = false;
  m->processors[p].counts.unused++;
  if (m->waste) m->waste(m->waste_closure, p, line, past->l2_asker);
}

/* A fill evicts the line from the D1. */
static void pushed_out(naive *m, uint64_t line, unsigned p, filler fill) {
  line_past *past = past_of(m, line, p);
  left(m, line, p);
  write_d1_back(m, line, p);
  past->gone = COH_REPLACED;
  past->by = fill.who;
  past->by_prefetch = fill.by_prefetch;
  past->undecided = false;
  if (!has_l2(m)) past->state = INVALID;
}

static void fill_l2(naive *m, uint64_t line, unsigned p, filler fill) {
  processor *self = &m->processors[p];
  cache_way *way = naive_cache_victim(&self->l2, line);
  READS(m, l2_bytes_read, COH_L2_READ);
  if (way->full) {
    past_of(m, way->line, p)->state = INVALID;
    left_l2(m, way->line, p);
    if (naive_cache_find(&self->d1, way->line)) {
      naive_cache_drop(&self->d1, way->line);
      pushed_out(m, way->line, p, fill);
    }
    write_l2_back(m, way->line, p);
  }
  naive_cache_fill(way, line, ++m->now);
}

static void fill_d1(naive *m, uint64_t line, unsigned p, filler fill) {
  cache_way *way = naive_cache_victim(&m->processors[p].d1, line);
  if (way->full) pushed_out(m, way->line, p, fill);
  READS(m, d1_bytes_read, COH_D1_READ);
  naive_cache_fill(way, line, ++m->now);
}

/* ---- coherence ---------------------------------------------------------------------------------- */

static void invalidate_others(naive *m, uint64_t line, unsigned self, const coh_blame *blame) {
  for (unsigned p = 0; p < m->config.processors; p++) {
    line_past *past = past_of(m, line, p);
    if (p == self || past->state == INVALID) continue;
    past->state = INVALID;
    past->gone = COH_INVALIDATED;
    left(m, line, p);
    left_l2(m, line, p);
    past->by = blame->storer;
    past->by_prefetch = false;
    past->lost = m->now;
    past->undecided = false;
    past->newer = past->l2_newer = false; /* only the storing processor has it newer from now on */
    naive_cache_drop(&m->processors[p].d1, line);
    naive_list_drop(&m->processors[p].shadow, line);
    if (has_l2(m)) naive_cache_drop(&m->processors[p].l2, line);
  }
}

static void fetch_to_read(naive *m, uint64_t line, unsigned self) {
  const bool alone = !another_holds(m, line, self);
  const bool moesi = m->config.protocol == MACH_MOESI;
  for (unsigned p = 0; p < m->config.processors; p++) {
    line_past *past = past_of(m, line, p);
    if (past->state == EXCLUSIVE) past->state = SHARED;
    if (past->state == MODIFIED) past->state = moesi ? OWNED : SHARED;
  }
  past_of(m, line, self)->state = m->config.protocol != MACH_MSI && alone ? EXCLUSIVE : SHARED;
}

static void fetch_to_store(naive *m, uint64_t line, unsigned self, const coh_blame *blame) {
  invalidate_others(m, line, self, blame);
  past_of(m, line, self)->state = MODIFIED;
}

/* A store finds the line in the processor's own D1 or L2. Returns whether that is an upgrade. */
static bool store_to_held(naive *m, uint64_t line, unsigned self, const coh_blame *blame) {
  line_past *past = past_of(m, line, self);
  const bool upgrade = past->state == SHARED || past->state == OWNED;
  assert(past->state != INVALID);
  if (upgrade) invalidate_others(m, line, self, blame);
  past->state = MODIFIED;
  return upgrade;
}

/* ---- true and false sharing --------------------------------------------------------------------- */

/* A stretch of bytes of a line, given by two offsets. */
typedef struct {
  uint32_t first, last;
} stretch;

/* Whether the processor touches a granule to which another processor stored since this processor lost the line. */
static bool touches_news(naive *m, uint64_t line, unsigned p, stretch touched) {
  const uint64_t *stores = memory_of(m, line)->stores;
  const uint32_t granule = m->config.d1.line > 64 ? m->config.d1.line / 64 : 1;
  const uint32_t end = (touched.last / granule + 1) * granule;
  for (uint32_t byte = touched.first / granule * granule; stores && byte < end; byte++)
    for (unsigned other = 0; other < m->config.processors; other++) {
      const uint64_t time = stores[byte * m->config.processors + other];
      if (other != p && time != 0 && time >= past_of(m, line, p)->lost) return true;
    }
  return false;
}

static void note_store(naive *m, uint64_t line, unsigned p, stretch touched) {
  line_memory *memory = memory_of(m, line);
  const size_t processors = m->config.processors;
  if (!memory->stores) memory->stores = calloc(m->config.d1.line * processors, sizeof *memory->stores);
  assert(memory->stores);
  for (uint32_t byte = touched.first; byte <= touched.last; byte++) memory->stores[byte * processors + p] = m->now;
}

/* The processor uses a line in its D1. */
static void reconsider(naive *m, uint64_t line, unsigned p, stretch touched) {
  line_past *past = past_of(m, line, p);
  if (!past->undecided || !touches_news(m, line, p, touched)) return;
  past->undecided = false;
  m->processors[p].counts.false_sharing--;
  m->processors[p].counts.true_sharing++;
  if (m->revision) m->revision(m->closure, p, line, past->note);
}

/* ---- processors with windows -------------------------------------------------------------------- */

/* Requests a line for a reference. The latency begins when the line has arrived at the processors that must use it
 * before: all that have it, or only its owner. */
static void request(naive *m, uint64_t line, unsigned self, bool store) {
  if (!m->processors[self].requests) return;
  for (unsigned p = 0; p < m->config.processors; p++) {
    const line_state state = past_of(m, line, p)->state;
    if (p != self && state != INVALID && (store || state != SHARED))
      naive_requests_wait(m->processors[self].requests, m->processors[p].requests, line);
  }
}

/* The processor has got a line, or may store to it from now on. */
static void requested(naive *m, uint64_t line, unsigned p) {
  const naive_requests *requests = m->processors[p].requests;
  past_of(m, line, p)->waits = requests && requests->since > requests->window.clock;
}

/* The address / 8 of the first granule that a reference touches. */
static uint64_t word_of(const naive *m, uint64_t line, stretch touched) {
  const uint32_t granule = m->config.d1.line > 64 ? m->config.d1.line / 64 : 1;
  return (line * m->config.d1.line + touched.first / granule * granule) / 8;
}

/* The processor uses a line in its D1. Returns the latency of a further request. */
static uint32_t await(naive *m, uint64_t line, unsigned p, bool store, stretch touched) {
  line_past *past = past_of(m, line, p);
  naive_requests *requests = m->processors[p].requests;
  if (past->waits) past->waits = naive_requests_is_on_its_way(requests, requests, line);
  if (!past->waits || !naive_requests_await(requests, line, word_of(m, line, touched), store)) return 0;
  for (unsigned other = 0; other < m->config.processors; other++)
    if (other != p && naive_requests_is_on_its_way(requests, m->processors[other].requests, line)) {
      requests->again = true;
      return m->config.transfer_latency;
    }
  return 0;
}

/* Returns whether an earlier request of the processor, or its store buffer, serves a reference to a line that it has
 * lost or cannot store to. */
static bool is_served(naive *m, uint64_t line, unsigned p, bool store, stretch touched) {
  naive_requests *requests = m->processors[p].requests;
  return requests && naive_requests_serve(requests, line, word_of(m, line, touched), store);
}

/* ---- references --------------------------------------------------------------------------------- */

static coh_outcome fetch(naive *m, uint64_t line, unsigned p, bool store, const coh_blame *blame, bool by_prefetch) {
  coh_outcome outcome = {.source = supplier(m, line, p)};
  outcome.remote = from_afar(m, line, p, outcome.source);
  outcome.stall = latency(m, outcome.source, outcome.remote) + wait_for_bus(m, line, p);
  if (!by_prefetch) request(m, line, p, store);
  if (!store) write_back_to_read(m, line, p);
  use_last_level(m, line, p);
  if (outcome.source == COH_FROM_MEMORY) outcome.stall += wait_for_memory(m, line, p);
  if (outcome.source == COH_FROM_CACHE) READS(m, transferred_bytes, COH_TRANSFERRED);
  if (outcome.source == COH_FROM_MEMORY) read_memory(m, line);
  if (store)
    fetch_to_store(m, line, p, blame);
  else
    fetch_to_read(m, line, p);
  if (has_l2(m)) fill_l2(m, line, p, (filler){blame->filler, by_prefetch});
  return outcome;
}

static bool cannot_store(naive *m, uint64_t line, unsigned p) {
  const line_state state = past_of(m, line, p)->state;
  return state == SHARED || state == OWNED;
}

/* The D1 requests a line that the L2 has. */
static void request_from_l2(naive *m, uint64_t line, unsigned p, coh_outcome *outcome) {
  line_past *past = past_of(m, line, p);
  const uint64_t now = m->processors[p].clock;
  if (!past->l2_prefetched) return;
  past->l2_prefetched = false;
  outcome->prefetching.covered++;
  if (past->l2_arrival <= now + m->config.l2_latency) return;
  outcome->prefetching.late++;
  outcome->stall = (uint32_t)(past->l2_arrival - now);
}

/* The line is in the D1 or L2. */
static coh_outcome find(naive *m, cache_way *way, coh_source source, unsigned p, bool store, const coh_blame *blame) {
  coh_outcome outcome = {.source = source, .stall = latency(m, source, false)};
  way->used = ++m->now;
  if (source == COH_FROM_L2) request_from_l2(m, way->line, p, &outcome);
  if (store && cannot_store(m, way->line, p)) request(m, way->line, p, true);
  if (store && store_to_held(m, way->line, p, blame)) {
    outcome.upgrade = true;
    outcome.stall += m->config.upgrade_latency + wait_for_bus(m, way->line, p);
    requested(m, way->line, p);
  }
  return outcome;
}

static coh_outcome access_line(naive *m, uint64_t line, unsigned p, bool store, const coh_blame *blame, stretch touched,
                               bool counts) {
  processor *self = &m->processors[p];
  line_past *past = past_of(m, line, p);
  cache_way *way = naive_cache_find(&self->d1, line);
  const bool in_shadow = naive_list_use(&self->shadow, line);
  if (way) {
    reconsider(m, line, p, touched);
    const uint32_t again = await(m, line, p, store, touched);
    const bool served = store && cannot_store(m, line, p) && is_served(m, line, p, store, touched);
    if (served) way->used = ++m->now;
    coh_outcome hit = served ? (coh_outcome){.source = COH_FROM_D1} : find(m, way, COH_FROM_D1, p, store, blame);
    hit.stall += again;
    if (!past->prefetched) return hit;
    past->prefetched = false;
    hit.prefetching.covered = 1;
    hit.prefetching.late = past->arrival > self->clock;
    if (hit.prefetching.late) hit.stall += (uint32_t)(past->arrival - self->clock);
    return hit;
  }

  if (past->referenced && past->gone == COH_INVALIDATED && is_served(m, line, p, store, touched)) {
    if (store) note_store(m, line, p, touched);
    return (coh_outcome){.source = COH_FROM_D1, .cause = COH_HIT};
  }
  const coh_cause cause = past->referenced ? past->gone : COH_COLD;
  const coh_who by = past->referenced ? past->by : 0;
  const bool displaced = cause == COH_REPLACED && past->by_prefetch;
  const bool true_sharing = cause == COH_INVALIDATED && touches_news(m, line, p, touched);
  way = has_l2(m) ? naive_cache_find(&self->l2, line) : NULL;
  coh_outcome outcome = way ? find(m, way, COH_FROM_L2, p, store, blame) : fetch(m, line, p, store, blame, false);
  fill_d1(m, line, p, (filler){blame->filler, false});
  requested(m, line, p);
  past->referenced = true;
  past->undecided = counts && cause == COH_INVALIDATED && !true_sharing;
  past->note = blame->note;
  outcome.cause = cause;
  outcome.who = by;
  outcome.prefetching.displaced = displaced;
  outcome.true_sharing = true_sharing;
  outcome.conflict = m->config.conflicts && cause == COH_REPLACED && in_shadow;
  outcome.capacity = m->config.conflicts && cause == COH_REPLACED && !in_shadow;
  return outcome;
}

/* Prefetches a line into the L2 unless it is there. Returns how many lines were fetched. */
static uint32_t prefetch_into_l2(naive *m, uint64_t line, unsigned p, const coh_blame *blame) {
  line_past *past = past_of(m, line, p);
  if (naive_cache_find(&m->processors[p].l2, line)) return 0;
  ++m->now;
  const coh_outcome read = fetch(m, line, p, false, blame, true);
  past->l2_prefetched = true;
  past->l2_arrival = m->processors[p].clock + read.stall;
  past->l2_asker = blame->note;
  return 1;
}

/* Trains the L2's prefetchers with a line that the D1 has requested. Returns the number of lines that they fetched. */
static uint32_t train_l2(naive *m, uint64_t line, unsigned p, const coh_blame *blame) {
  const mach_config *c = &m->config;
  const uint64_t of_page = 4096 / c->d1.line;
  uint64_t wanted[2 * MACH_MAX_DEGREE];
  uint32_t n = 0, fetched = 0;
  for (uint32_t i = 0; c->l2_prefetch & MACH_NEXT_LINE && i < c->l2_prefetch_degree; i++) {
    const uint64_t next = line + c->l2_prefetch_distance + i;
    if (next / of_page == line / of_page) wanted[n++] = next;
  }
  if (c->l2_prefetch & MACH_STREAM)
    n += naive_streams_request(&m->processors[p].l2_streams, line, of_page, c->l2_prefetch_degree,
                               c->l2_prefetch_distance, wanted + n);
  for (uint32_t i = 0; i < n; i++) fetched += prefetch_into_l2(m, wanted[i], p, blame);
  return fetched;
}

/* Prefetches a line unless the D1 has it. Adds the results to *all. */
static void prefetch(naive *m, uint64_t line, unsigned p, const coh_blame *blame, coh_prefetching *all) {
  processor *self = &m->processors[p];
  line_past *past = past_of(m, line, p);
  if (naive_cache_find(&self->d1, line)) return;
  ++m->now;
  cache_way *way = has_l2(m) ? naive_cache_find(&self->l2, line) : NULL;
  const coh_outcome read = way ? find(m, way, COH_FROM_L2, p, false, blame) : fetch(m, line, p, false, blame, true);
  fill_d1(m, line, p, (filler){blame->filler, true});
  past->referenced = true;
  past->undecided = past->waits = false;
  past->prefetched = true;
  past->arrival = self->clock + read.stall;
  past->asker = blame->note;
  all->issued++;
  all->covered += read.prefetching.covered;
  all->late += read.prefetching.late;
  if (m->config.l2_prefetch != 0) all->issued += train_l2(m, line, p, blame);
}

/* Prefetches lines at multiples of this many bytes, within the page. */
static void prefetch_steps(naive *m, uint64_t address, uint64_t step, unsigned p, const coh_blame *blame,
                           coh_prefetching *all) {
  for (uint32_t i = 0; i < m->config.prefetch_degree; i++) {
    uint64_t at = address;
    for (uint32_t steps = 0; steps < m->config.prefetch_distance + i; steps++) at += step;
    const uint64_t page = at / 4096, used = address / 4096;
    if (page == used || (m->config.prefetch_next_page && (page == used + 1 || page + 1 == used)))
      prefetch(m, at / m->config.d1.line, p, blame, all);
  }
}

static int sign(uint64_t from, uint64_t to) { return to > from ? 1 : to < from ? -1 : 0; }

/* Trains the D1's prefetchers with a use of a line. Adds the lines that they fetched to *all. */
static void train(naive *m, uint64_t address, unsigned p, const coh_blame *blame, coh_prefetching *all) {
  const uint64_t size = m->config.d1.line, line = address / size;
  bool next = (m->config.prefetch & MACH_NEXT_LINE) != 0, again = false;
  uint64_t stride = 0;
  int direction = 0;
  if (m->config.prefetch & MACH_STRIDE) {
    training *t = naive_training_of(&m->processors[p].strides, blame->code);
    naive_training_add(t, address);
    stride = t->past[0] - t->past[1];
    again = t->n == 3 && stride != 0 && stride == t->past[1] - t->past[2];
  }
  if (m->config.prefetch & MACH_STREAM) {
    training *t = naive_training_of(&m->processors[p].streams, address / 4096);
    const bool same = t->n > 0 && t->past[0] == line;
    if (!same) naive_training_add(t, line);
    if (!same && t->n == 3 && sign(t->past[1], t->past[0]) == sign(t->past[2], t->past[1]))
      direction = sign(t->past[1], t->past[0]);
  }
  if (next) prefetch_steps(m, address, size, p, blame, all);
  if (again) prefetch_steps(m, address, stride, p, blame, all);
  if (direction != 0) prefetch_steps(m, address, direction > 0 ? size : -size, p, blame, all);
}

/* Counts what a store means for other nodes, and for shared data. */
static void stored(naive *m, uint64_t line, unsigned p, stretch touched) {
  for (unsigned node = 0; node < m->nodes; node++)
    if (node != node_of(m, p) && m->ll[node].sets != 0) naive_cache_drop(&m->ll[node], line);
  note_store(m, line, p, touched);
}

/* Accesses one line of a reference. `counts`: no earlier line of the reference has missed. */
static coh_outcome use_line(naive *m, uint64_t line, unsigned p, bool store, const coh_blame *blame, stretch touched,
                            bool counts) {
  ++m->now;
  m->moving = p;
  m->blamed = *blame;
  const coh_outcome outcome = access_line(m, line, p, store, blame, touched, counts);
  /* a store that an earlier request serves leaves the line as it is */
  if (store && past_of(m, line, p)->state == MODIFIED) modify(m, line, p);
  if (store) stored(m, line, p, touched);
  if (outcome.cause == COH_HIT && outcome.prefetching.covered == 0) return outcome;
  const uint32_t granule = m->config.d1.line > 64 ? m->config.d1.line / 64 : 1;
  coh_outcome with_prefetches = outcome;
  if (m->config.l2_prefetch != 0 && outcome.cause != COH_HIT)
    with_prefetches.prefetching.issued += train_l2(m, line, p, blame);
  train(m, line * m->config.d1.line + touched.first / granule * granule, p, blame, &with_prefetches.prefetching);
  return with_prefetches;
}

void naive_count(coh_counts *counts, coh_kind kind, const coh_outcome *outcome) {
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
  counts->true_sharing += outcome->true_sharing;
  counts->false_sharing += outcome->cause == COH_INVALIDATED && !outcome->true_sharing;
  counts->local += miss && !outcome->remote;
  counts->remote += outcome->remote;
  counts->capacity += outcome->capacity;
  counts->conflict += outcome->conflict;
  counts->upgrades += outcome->upgrade;
  counts->stall_cycles += outcome->stall;
  counts->second_level += outcome->source == COH_FROM_L2;
  counts->last_level += outcome->source == COH_FROM_LL;
  counts->memory += outcome->source == COH_FROM_MEMORY;
  counts->transfers += outcome->source == COH_FROM_CACHE;
  counts->tlb_misses += outcome->translation.misses;
  counts->walks += outcome->translation.walks;
  counts->translation_cycles += outcome->translation.cycles;
  counts->prefetches += outcome->prefetching.issued;
  counts->covered += outcome->prefetching.covered;
  counts->late += outcome->prefetching.late;
  counts->displaced += outcome->prefetching.displaced;
}

/* Returns the size of the page that contains an address. */
static uint64_t page_size(const naive *m, uint64_t address) {
  for (unsigned i = 0; i < m->n_zones; i++)
    if (address >= m->zones[i].start && address - m->zones[i].start < m->zones[i].bytes && m->zones[i].page != 0)
      return m->zones[i].page;
  return m->config.page;
}

/* Looks up the pages of a reference in the TLBs: a page is a number, and its size. */
static coh_translation translate(naive *m, unsigned p, uint64_t first, uint64_t last) {
  coh_translation t = {0};
  if (!m->processors[p].dtlb) return t;
  for (uint64_t at = first, next; at <= last; at = next) {
    const uint64_t size = page_size(m, at), page = at / size + size * (UINT64_C(1) << 33);
    for (next = at + 1; next <= last && page_size(m, next) == size && next / size == at / size;) next++;
    if (naive_tlb_use(m->processors[p].dtlb, &m->config.dtlb, page)) continue;
    t.misses++;
    if (naive_tlb_use(m->processors[p].stlb, &m->config.stlb, page)) {
      t.cycles += m->config.tlb_latency;
    } else {
      t.walks++;
      t.cycles += m->config.walk_latency;
    }
  }
  return t;
}

void naive_access(naive *m, unsigned p, uint64_t address, uint32_t size, coh_kind kind, const coh_blame *blame,
                  coh_outcome *outcome) {
  const uint64_t first = address / m->config.d1.line;
  const uint64_t last = (address + (size - 1)) / m->config.d1.line;
  *outcome = (coh_outcome){.cause = COH_HIT, .source = COH_FROM_D1};
  if (m->processors[p].requests) m->processors[p].clock = naive_requests_now(m->processors[p].requests);
  for (uint64_t line = first; line <= last; line++) {
    const stretch touched = {line == first ? (uint32_t)(address % m->config.d1.line) : 0,
                             line == last ? (uint32_t)((address + (size - 1)) % m->config.d1.line)
                                          : m->config.d1.line - 1};
    const bool counts = outcome->cause == COH_HIT;
    const coh_outcome one = use_line(m, line, p, kind != COH_READ, blame, touched, counts);
    const coh_outcome before = *outcome;
    if (counts && one.cause != COH_HIT) *outcome = one;
    if (counts && (one.cause != COH_HIT || (one.upgrade && !before.upgrade))) outcome->line = line;
    outcome->upgrade = before.upgrade || one.upgrade;
    outcome->stall = before.stall > one.stall ? before.stall : one.stall;
    outcome->prefetching.issued = before.prefetching.issued + one.prefetching.issued;
    outcome->prefetching.covered = before.prefetching.covered + one.prefetching.covered;
    outcome->prefetching.late = before.prefetching.late + one.prefetching.late;
  }
  outcome->translation = translate(m, p, address, address + (size - 1));
  outcome->stall += outcome->translation.cycles;
  if (!m->processors[p].requests) {
    naive_count(&m->processors[p].counts, kind, outcome);
    m->processors[p].clock += outcome->stall;
    return;
  }
  coh_outcome without_stall = *outcome;
  without_stall.stall = without_stall.translation.cycles = 0;
  naive_count(&m->processors[p].counts, kind, &without_stall);
  if (outcome->stall > 0 && (outcome->cause != COH_HIT || outcome->upgrade)) m->missed |= UINT64_C(1) << p;
  const bool several = (m->missed & (m->missed - 1)) != 0;
  naive_requests_complete(m->processors[p].requests, kind, outcome, address / 8, first, last, several);
  m->processors[p].clock = naive_requests_now(m->processors[p].requests);
}

uint64_t naive_now(const naive *m, unsigned p) { return m->processors[p].clock; }

void naive_set_now(naive *m, unsigned p, uint64_t now) {
  if (m->processors[p].requests) naive_requests_work(m->processors[p].requests, now - m->processors[p].clock);
  m->processors[p].clock = now;
}

void naive_drain(naive *m) {
  for (unsigned p = 0; p < m->config.processors; p++)
    if (m->processors[p].requests) {
      naive_requests_drain(m->processors[p].requests, &m->processors[p].counts);
      m->processors[p].clock = naive_requests_now(m->processors[p].requests);
    }
}

void naive_counts_zero(naive *m) {
  for (unsigned p = 0; p < m->config.processors; p++) m->processors[p].counts = (coh_counts){0};
  for (uint64_t i = 0; i < m->n_lines * m->config.processors; i++) m->past[i].undecided = false;
}

const coh_counts *naive_counts_of(const naive *m, unsigned p) { return &m->processors[p].counts; }

const char *naive_difference(const coh_counts *expected, const coh_counts *counted, uint64_t *e, uint64_t *c) {
  for (coh_count i = 0; i < COH_COUNTS; i++) {
    *e = coh_counts_get(expected, i);
    *c = coh_counts_get(counted, i);
    if (*e != *c) return coh_count_format_of(i)->name;
  }
  return NULL;
}
