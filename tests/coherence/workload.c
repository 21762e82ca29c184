/* workload.c: see workload.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/coherence/workload.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/coherence/dice.h"

/* ---- machines ----------------------------------------------------------------------------------- */

static unsigned random_ways(dice *d, mach_replacement replacement) {
  static const unsigned many[] = {16, 17, 17, 20, 24, 32, 64, 130};
  static const unsigned many_power_of_two[] = {16, 32, 64, 128};
  const bool power_of_two = replacement == MACH_PLRU;
  if (dice_chance(d, 20)) return 1;
  if (dice_chance(d, 20)) return power_of_two ? many_power_of_two[dice_below(d, 4)] : many[dice_below(d, 8)];
  return power_of_two ? 2u << dice_below(d, 3) : dice_between(d, 2, 16);
}

static mach_geometry random_geometry(dice *d, mach_replacement replacement, uint32_t line, unsigned max_sets) {
  const unsigned ways = random_ways(d, replacement);
  unsigned sets = 1;
  /* With many ways and many sets, a short run would not fill the cache. */
  while (sets * 2 <= max_sets && sets * ways < 256 && !dice_chance(d, 25)) sets *= 2;
  return (mach_geometry){.size = (uint64_t)sets * ways * line, .ways = ways, .line = line};
}

static uint32_t random_latency(dice *d) { return dice_chance(d, 10) ? 0 : dice_between(d, 1, 300); }

static void make_nodes(dice *d, mach_config *c) {
  c->nodes = dice_chance(d, 40) ? 1 : dice_between(d, 1, c->processors < 4 ? c->processors : 4);
  c->placement = (mach_placement)dice_below(d, MACH_PLACEMENTS);
  c->fixed_node = c->placement == MACH_FIXED_NODE ? dice_below(d, c->nodes) : 0;
  c->remote_latency = random_latency(d);
  c->remote_transfer_latency = random_latency(d);
  c->contention = dice_chance(d, 40);
  c->occupancy = dice_chance(d, 10) ? MACH_MAX_OCCUPANCY : dice_below(d, 100);
}

/* TLBs with few entries, since a run has few pages. */
static void make_tlbs(dice *d, mach_config *c) {
  c->dtlb.ways = dice_chance(d, 20) ? dice_between(d, 16, 20) : dice_between(d, 1, 4);
  c->dtlb.n = c->dtlb.ways << dice_below(d, 3);
  c->page = MACH_MIN_PAGE << (dice_chance(d, 80) ? dice_below(d, 2) : dice_below(d, 19));
  c->tlb_latency = random_latency(d);
  c->walk_latency = random_latency(d);
  if (dice_chance(d, 30)) return;
  c->stlb.ways = dice_between(d, 1, 6);
  c->stlb.n = c->stlb.ways << dice_below(d, 4);
}

static void make_prefetchers(dice *d, mach_config *c) {
  c->prefetch = dice_chance(d, 60) ? 1u << dice_below(d, MACH_PREFETCHERS)
                                   : dice_between(d, 1, (1u << MACH_PREFETCHERS) - 1);
  c->prefetch_degree = dice_chance(d, 10) ? MACH_MAX_DEGREE : dice_between(d, 1, 3);
  c->prefetch_distance = dice_chance(d, 10) ? MACH_MAX_DISTANCE : dice_between(d, 1, 4);
}

static void make_l2_prefetchers(dice *d, mach_config *c) {
  c->l2_prefetch = dice_chance(d, 60)   ? MACH_STREAM
                   : dice_chance(d, 50) ? MACH_NEXT_LINE
                                        : MACH_NEXT_LINE | MACH_STREAM;
  c->l2_prefetch_degree = dice_chance(d, 10) ? MACH_MAX_DEGREE : dice_between(d, 1, 3);
  c->l2_prefetch_distance = dice_chance(d, 10) ? MACH_MAX_DISTANCE : dice_between(d, 1, 8);
}

/* Chooses prefetchers of the L2, and whether those of the D1 cross pages: on most machines with models. */
static void make_more_prefetchers(mach_config *c, uint64_t seed) {
  dice d = {seed ^ 0x6c3270726566};
  if (!mach_config_observes_misses(c) && !dice_chance(&d, 5)) return;
  c->prefetch_next_page = c->prefetch != 0 && dice_chance(&d, 40);
  if (c->prefetch_next_page && dice_chance(&d, 60)) { /* further than a page */
    c->prefetch_distance = MACH_MAX_DISTANCE;
    c->prefetch_degree = MACH_MAX_DEGREE;
  }
  if (c->l2.size != 0 && dice_chance(&d, 60)) make_l2_prefetchers(&d, c);
}

/* Chooses models that most machines do not have, and whose misses are simulated in full. Their random numbers are
 * separate, so that the other results of a seed do not depend on them. */
static void make_models(mach_config *c, uint64_t seed) {
  dice d = {seed ^ 0x6d6f64656c73};
  if (!dice_chance(&d, 35)) return;
  const unsigned which = dice_between(&d, 1, 5);
  if (which != 1) make_prefetchers(&d, c);
  if (which <= 3) make_tlbs(&d, c);
}

/* Chooses whether bytes are counted: on half of the machines with models, and on some others. */
static void make_traffic(mach_config *c, uint64_t seed) {
  dice d = {seed ^ 0x74726166666963};
  c->traffic = dice_chance(&d, mach_config_has_models(c) ? 50 : 8);
}

/* Chooses whether the last level is hashed. */
static void make_hash(mach_config *c, uint64_t seed) {
  dice d = {seed ^ 0x68617368};
  c->ll_hash = c->ll.size != 0 && dice_chance(&d, 30);
}

/* Chooses a policy for an L2 or a last level. */
static mach_level_policy level_policy(dice *d, const mach_geometry *level) {
  if (level->size == 0 || !dice_chance(d, 40)) return MACH_LEVEL_SAME;
  const mach_level_policy policy = (mach_level_policy)dice_below(d, MACH_LEVEL_POLICIES);
  const bool power_of_two = (level->ways & (level->ways - 1)) == 0;
  return dice_chance(d, 30) || (policy == MACH_LEVEL_PLRU && !power_of_two) ? MACH_LEVEL_RRIP : policy;
}

/* Chooses replacement policies of the L2 and the last level. */
static void make_level_policies(mach_config *c, uint64_t seed) {
  dice d = {seed ^ 0x72726970};
  c->l2_replacement = level_policy(&d, &c->l2);
  c->ll_replacement = level_policy(&d, &c->ll);
}

/* Chooses limits of the bandwidth. */
static void make_bandwidth(mach_config *c, uint64_t seed) {
  dice d = {seed ^ 0x62616e64};
  if (!dice_chance(&d, 25)) return;
  if (dice_chance(&d, 80)) c->memory_bandwidth = dice_chance(&d, 10) ? 1 : 1 + dice_below(&d, 20000);
  if (dice_chance(&d, 50)) c->processor_bandwidth = 1 + dice_below(&d, 20000);
}

void workload_machine_extend(workload_machine *machine, uint64_t seed) {
  mach_config *c = &machine->config;
  make_more_prefetchers(c, seed);
  make_bandwidth(c, seed);
  make_hash(c, seed);
  make_level_policies(c, seed);
}

void workload_machine_make(workload_machine *machine, uint64_t seed) {
  dice d = {seed * 0x2545f4914f6cdd1d + 1};
  mach_config *c = &machine->config;
  *c = (mach_config){.cpi = dice_between(&d, 1, 4)};
  c->protocol = (mach_protocol)(seed % MACH_PROTOCOLS);
  c->replacement = (mach_replacement)(seed / MACH_PROTOCOLS % MACH_REPLACEMENTS);
  c->processors = dice_chance(&d, 10) ? 1 : dice_between(&d, 2, 8);
  if (dice_chance(&d, 3)) c->processors = MACH_MAX_PROCESSORS;
  const uint32_t line = 16u << dice_below(&d, 4);
  c->d1 = random_geometry(&d, c->replacement, line, dice_chance(&d, 15) ? 128 : 16);
  const uint64_t levels = seed / (MACH_PROTOCOLS * MACH_REPLACEMENTS);
  if (levels % 2) do
      c->l2 = random_geometry(&d, c->replacement, line, 64);
    while (c->l2.size < c->d1.size);
  if (levels / 2 % 2) c->ll = random_geometry(&d, c->replacement, line, 128);
  c->l2_latency = random_latency(&d);
  c->ll_latency = random_latency(&d);
  c->memory_latency = random_latency(&d);
  c->transfer_latency = random_latency(&d);
  c->upgrade_latency = random_latency(&d);
  make_nodes(&d, c);
  c->conflicts = dice_chance(&d, 25);
  make_models(c, seed);
  make_traffic(c, seed);
  workload_regions_make(machine, seed);
}

/* Places the pages from the first page of a region on other nodes than the machine would. The regions must have been
 * chosen before. */
static void zones_make(workload_machine *machine, uint64_t seed) {
  dice d = {seed ^ 0x7a6f6e65};
  const unsigned nodes = machine->config.nodes == 0 ? 1 : machine->config.nodes;
  machine->zones = dice_below(&d, WORKLOAD_ZONES + 1);
  if (machine->zones > machine->regions) machine->zones = machine->regions;
  for (unsigned i = 0; i < machine->zones; i++)
    machine->zone[i] = (mach_zone){.start = machine->region[i].first * machine->config.d1.line,
                                   .bytes = dice_between(&d, 1, 3) * UINT64_C(4096),
                                   .placement = (mach_placement)dice_below(&d, MACH_PLACEMENTS),
                                   .node = dice_below(&d, nodes)};
  for (unsigned i = 0; i < machine->zones; i++) {
    if (dice_chance(&d, 50)) machine->zone[i].page = MACH_MIN_PAGE << dice_below(&d, 19);
    if (dice_chance(&d, 20)) machine->zone[i].placement = MACH_PLACEMENTS;
  }
}

/* Chooses memory that fits into one of the caches, or does not fit. Regions are far apart, and the low bits of their
 * addresses are equal: code that drops high bits confuses the regions. */
void workload_regions_make(workload_machine *machine, uint64_t seed) {
  enum { APART = 1 << 23 /* in bytes: the distance of the nearest two regions, and the largest size of a region */ };
  static const uint64_t bases[] = {
      UINT64_C(5) << 40,  /* the low halves of its line numbers start at 0 */
      0,                  /* line 0 is a line like others */
      APART,              /* can be directly after the first region */
      UINT64_C(1) << 32,  /* bit 32 */
      0x7fff00000000,     /* the addresses of stacks */
      0x7ffffffff000,     /* the end of user space is in its middle */
      0xffffffffff600000, /* the vsyscall page */
  };
  enum { BASES = sizeof bases / sizeof bases[0] };
  dice d = {seed ^ 0x7265676e};
  const mach_config *c = &machine->config;
  const mach_geometry *const caches[] = {&c->d1, &c->d1, &c->l2, &c->ll};
  const mach_geometry *cache = caches[dice_below(&d, 4)];
  const uint64_t lines_of_cache = (cache->size ? cache : &c->d1)->size / c->d1.line;
  const bool wide = c->processors <= 8 && dice_chance(&d, 10); /* so that tables grow */
  const unsigned first = dice_below(&d, BASES);
  machine->regions = dice_between(&d, 1, WORKLOAD_REGIONS);
  for (unsigned r = 0; r < machine->regions; r++) {
    uint64_t lines = dice_between(&d, 8, 8 + 3 * (uint32_t)lines_of_cache);
    if (wide) lines = 1u << 16;
    const uint64_t most = APART / c->d1.line;
    machine->region[r].first = bases[(first + r) % BASES] / c->d1.line;
    machine->region[r].lines = (uint32_t)(lines < most ? lines : most);
  }
  zones_make(machine, seed);
}

/* ---- references --------------------------------------------------------------------------------- */

/* How the references behave for a while. Values are percentages, unless a comment states something else. */
typedef struct {
  unsigned stay;   /* the processor of the previous reference makes this one, too */
  unsigned active; /* not a percentage: processors 0 .. active - 1 make references */
  unsigned repeat; /* the address of this processor's last reference, or a neighbour */
  unsigned stride; /* else the next address of this processor's walk */
  unsigned own;    /* else an address in this processor's part of a region */
  unsigned hot;    /* else one of the hot lines; else anywhere */
  unsigned store, modify;
  unsigned large; /* reference of a size that touches several lines */
  naive_region hot_lines;
} habits;

/* The state of a processor. */
typedef struct {
  uint64_t last;
  const naive_region *walk;
  uint64_t offset, step; /* in bytes, in the region of the walk */
  bool walks;            /* the last reference was part of the walk */
} walker;

typedef struct {
  dice d;
  const workload_machine *machine;
  habits now;
  walker walkers[MACH_MAX_PROCESSORS];
  unsigned processor;
} generator;

static const naive_region *random_region(generator *g) {
  return &g->machine->region[dice_below(&g->d, g->machine->regions)];
}

static uint64_t bytes_of(const generator *g, const naive_region *region) {
  return (uint64_t)region->lines * g->machine->config.d1.line;
}

static uint64_t address_in(generator *g, const naive_region *region) {
  return region->first * g->machine->config.d1.line + dice_below(&g->d, (uint32_t)bytes_of(g, region));
}

/* Returns a random stretch of at most `lines` lines. */
static naive_region part_of(generator *g, const naive_region *region, uint32_t lines) {
  if (lines > region->lines) lines = region->lines;
  return (naive_region){region->first + dice_below(&g->d, region->lines - lines + 1), lines};
}

static void change_habits(generator *g) {
  static const unsigned rates[] = {0, 5, 20, 50, 80};
  static const unsigned store_rates[] = {0, 2, 10, 30, 60, 100};
  dice *d = &g->d;
  const mach_config *c = &g->machine->config;
  habits *now = &g->now;
  now->stay = rates[dice_below(d, 5)];
  now->active = dice_between(d, 1, c->processors);
  now->repeat = rates[dice_below(d, 4)];
  now->stride = rates[dice_below(d, 4)];
  now->own = rates[dice_below(d, 4)];
  now->hot = rates[dice_below(d, 5)];
  now->store = store_rates[dice_below(d, 6)];
  now->modify = store_rates[dice_below(d, 4)];
  now->large = rates[dice_below(d, 3)];
  const uint32_t lines_of_cache = (uint32_t)(c->d1.size / c->d1.line);
  now->hot_lines = part_of(g, random_region(g), dice_between(d, 1, 2 + lines_of_cache * 3 / 2));
  for (unsigned p = 0; p < c->processors; p++) {
    walker *w = &g->walkers[p];
    w->walk = random_region(g);
    w->offset = dice_below(d, (uint32_t)bytes_of(g, w->walk));
    /* Chooses small steps, or steps of whole lines that are in few sets. */
    w->step = dice_chance(d, 50) ? dice_between(d, 1, 2 * c->d1.line)
                                 : (uint64_t)c->d1.line * dice_between(d, 1, 2 * lines_of_cache / c->d1.ways);
  }
}

static uint64_t next_of_walk(generator *g, walker *w) {
  w->walks = true;
  w->offset = (w->offset + w->step) % bytes_of(g, w->walk);
  return w->walk->first * g->machine->config.d1.line + w->offset;
}

static uint64_t in_own_part(generator *g) {
  const naive_region *region = random_region(g);
  const uint32_t share = region->lines / g->machine->config.processors;
  const naive_region own = {region->first + (uint64_t)share * g->processor, share ? share : 1};
  return address_in(g, &own);
}

static uint64_t next_address(generator *g, walker *w) {
  dice *d = &g->d;
  if (dice_chance(d, g->now.repeat)) return w->last + dice_below(d, 8);
  if (dice_chance(d, g->now.stride)) return next_of_walk(g, w);
  if (dice_chance(d, g->now.own)) return in_own_part(g);
  if (dice_chance(d, g->now.hot)) return address_in(g, &g->now.hot_lines);
  return address_in(g, random_region(g));
}

static uint32_t next_size(generator *g) {
  if (dice_chance(&g->d, g->now.large)) return dice_between(&g->d, 1, 4 * g->machine->config.d1.line);
  return 1u << dice_below(&g->d, 6);
}

static coh_who next_who(generator *g) {
  if (dice_chance(&g->d, 5)) return dice_chance(&g->d, 50) ? COH_WHO_MAX : 0;
  return dice_chance(&g->d, 50) ? dice_below(&g->d, 16) : dice_below(&g->d, COH_WHO_MAX);
}

/* Shortens and moves the reference until it is in its region. */
static void fit_in_region(const generator *g, workload_reference *reference) {
  const uint64_t line = g->machine->config.d1.line;
  for (unsigned r = 0; r < g->machine->regions; r++) {
    const naive_region *region = &g->machine->region[r];
    const uint64_t first = region->first * line;
    const uint64_t bytes = bytes_of(g, region);
    /* A repeated reference may have left its region by a few bytes. */
    if (reference->address < first || reference->address - first >= bytes + 8) continue;
    if (reference->size > bytes) reference->size = (uint32_t)bytes;
    if (reference->address - first + reference->size > bytes) reference->address = first + (bytes - reference->size);
    return;
  }
}

/* Returns the instruction: one for each walk, and more other instructions than a stride prefetcher can remember. */
static uint32_t code_of(const walker *w) { return (uint32_t)(w->walks ? w->step : w->last % 90) << 1 | w->walks; }

static void next_reference(generator *g, workload_reference *reference) {
  dice *d = &g->d;
  if (!dice_chance(d, g->now.stay)) g->processor = dice_below(d, g->now.active);
  walker *w = &g->walkers[g->processor];
  reference->processor = (uint8_t)g->processor;
  w->walks = false;
  reference->address = next_address(g, w);
  reference->size = next_size(g);
  if (dice_chance(d, 70) && reference->size <= 32) reference->address &= ~(uint64_t)(reference->size - 1);
  fit_in_region(g, reference);
  w->last = reference->address;
  reference->kind = COH_READ;
  if (dice_chance(d, g->now.store)) reference->kind = dice_chance(d, g->now.modify) ? COH_MODIFY : COH_WRITE;
  reference->work = dice_chance(d, 50) ? 1 : dice_below(d, 100);
  reference->blame = (coh_blame){next_who(g), next_who(g), dice_below(d, 16), code_of(w)};
}

void workload_references_make(const workload_machine *machine, uint64_t seed, workload_reference *references,
                              size_t n) {
  generator g = {.d = {seed ^ 0x72656673}, .machine = machine};
  for (unsigned p = 0; p < machine->config.processors; p++) g.walkers[p].last = address_in(&g, random_region(&g));
  size_t until = 0;
  for (size_t i = 0; i < n; i++) {
    if (i == until) {
      change_habits(&g);
      until += dice_between(&g.d, 100, 3000);
    }
    next_reference(&g, &references[i]);
  }
}

/* ---- the order of clocks ------------------------------------------------------------------------ */

/* A copy of the references, and how far each processor has made them. */
typedef struct {
  const workload_reference *references;
  size_t n, next[MACH_MAX_PROCESSORS];
} reordering;

static void skip_to_own(reordering *o, unsigned p) {
  while (o->next[p] < o->n && o->references[o->next[p]].processor != p) o->next[p]++;
}

/* Returns the processor whose turn it is; at least one has references left. */
static unsigned next_in_time(const reordering *o, const naive *model, unsigned processors) {
  unsigned first = processors;
  for (unsigned p = 0; p < processors; p++)
    if (o->next[p] < o->n && (first == processors || naive_now(model, p) < naive_now(model, first))) first = p;
  assert(first < processors);
  return first;
}

void workload_order_by_clock(const workload_machine *machine, workload_reference *references, size_t n) {
  const unsigned processors = machine->config.processors;
  workload_reference *before = malloc(n * sizeof *before);
  assert(before);
  memcpy(before, references, n * sizeof *before);
  reordering o = {.references = before, .n = n};
  for (unsigned p = 0; p < processors; p++) skip_to_own(&o, p);
  naive *model = naive_new(&machine->config, machine->region, machine->regions);
  naive_place(model, machine->zone, machine->zones);
  for (size_t i = 0; i < n; i++) {
    const unsigned p = next_in_time(&o, model, processors);
    const workload_reference *r = &before[o.next[p]++];
    skip_to_own(&o, p);
    coh_outcome outcome;
    naive_set_now(model, p, naive_now(model, p) + r->work);
    naive_access(model, p, r->address, r->size, (coh_kind)r->kind, &r->blame, &outcome);
    references[i] = *r;
  }
  naive_free(model);
  free(before);
}

/* ---- printing ----------------------------------------------------------------------------------- */

static void print_geometry(const char *name, const mach_geometry *geometry, FILE *out) {
  const uint64_t sets = geometry->size ? geometry->size / geometry->ways / geometry->line : 0;
  fprintf(out, "  .%s = {.size = %" PRIu64 ", .ways = %" PRIu32 ", .line = %" PRIu32 "}, ", name, geometry->size,
          geometry->ways, geometry->line);
  fprintf(out, "/* %" PRIu64 " sets */\n", sets);
}

#define SYMBOL(symbol, name) "MACH_" #symbol,
#define LEVEL_SYMBOL(symbol, name) "MACH_LEVEL_" #symbol,

void workload_machine_print(const workload_machine *machine, FILE *out) {
  static const char *const protocols[] = {MACH_PROTOCOL_LIST(SYMBOL)};
  static const char *const replacements[] = {MACH_REPLACEMENT_LIST(SYMBOL)};
  static const char *const levels[] = {MACH_LEVEL_POLICY_LIST(LEVEL_SYMBOL)};
  static const char *const placements[] = {"MACH_FIRST_TOUCH", "MACH_ROUND_ROBIN", "MACH_FIXED_NODE",
                                           "MACH_PLACEMENTS"};
  const mach_config *c = &machine->config;
  fprintf(out, "mach_config config = {\n  .processors = %" PRIu32 ", .protocol = %s, .replacement = %s,\n",
          c->processors, protocols[c->protocol], replacements[c->replacement]);
  print_geometry("d1", &c->d1, out);
  print_geometry("l2", &c->l2, out);
  print_geometry("ll", &c->ll, out);
  fprintf(out,
          "  .nodes = %" PRIu32 ", .placement = %s, .fixed_node = %" PRIu32 ", .contention = %d, .occupancy = %" PRIu32
          ", .conflicts = %d,\n",
          c->nodes, placements[c->placement], c->fixed_node, c->contention, c->occupancy, c->conflicts);
  fprintf(out, "  .remote_latency = %" PRIu32 ", .remote_transfer_latency = %" PRIu32 ",\n", c->remote_latency,
          c->remote_transfer_latency);
  fprintf(out,
          "  .l2_latency = %" PRIu32 ", .ll_latency = %" PRIu32 ", .memory_latency = %" PRIu32
          ", .transfer_latency = %" PRIu32 ",\n  .upgrade_latency = %" PRIu32 ", .cpi = %" PRIu32 "};\n",
          c->l2_latency, c->ll_latency, c->memory_latency, c->transfer_latency, c->upgrade_latency, c->cpi);
  if (c->dtlb.n != 0)
    fprintf(out,
            "config.dtlb = (mach_entries){%" PRIu32 ", %" PRIu32 "}, config.stlb = (mach_entries){%" PRIu32 ", %" PRIu32
            "};\nconfig.page = %" PRIu64 ", config.tlb_latency = %" PRIu32 ", config.walk_latency = %" PRIu32 ";\n",
            c->dtlb.n, c->dtlb.ways, c->stlb.n, c->stlb.ways, c->page, c->tlb_latency, c->walk_latency);
  if (c->prefetch != 0)
    fprintf(out,
            "config.prefetch = %" PRIu32 ", config.prefetch_degree = %" PRIu32 ", config.prefetch_distance = %" PRIu32
            ", config.prefetch_next_page = %d;\n",
            c->prefetch, c->prefetch_degree, c->prefetch_distance, c->prefetch_next_page);
  if (c->l2_prefetch != 0)
    fprintf(out,
            "config.l2_prefetch = %" PRIu32 ", config.l2_prefetch_degree = %" PRIu32
            ", config.l2_prefetch_distance = %" PRIu32 ";\n",
            c->l2_prefetch, c->l2_prefetch_degree, c->l2_prefetch_distance);
  if (mach_config_limits_bandwidth(c))
    fprintf(out, "config.memory_bandwidth = %" PRIu32 ", config.processor_bandwidth = %" PRIu32 ";\n",
            c->memory_bandwidth, c->processor_bandwidth);
  if (c->l2_replacement != MACH_LEVEL_SAME || c->ll_replacement != MACH_LEVEL_SAME)
    fprintf(out, "config.l2_replacement = %s, config.ll_replacement = %s;\n", levels[c->l2_replacement],
            levels[c->ll_replacement]);
  if (c->ll_hash) fprintf(out, "config.ll_hash = true;\n");
  for (unsigned i = 0; i < machine->zones; i++)
    fprintf(out, "mach_zone zone_%u = {0x%" PRIx64 ", %" PRIu64 ", %s, %" PRIu32 "};\n", i, machine->zone[i].start,
            machine->zone[i].bytes, placements[machine->zone[i].placement], machine->zone[i].node);
}

void workload_reference_print(const workload_reference *reference, FILE *out) {
  static const char *const kinds[] = {[COH_READ] = "COH_READ", [COH_WRITE] = "COH_WRITE", [COH_MODIFY] = "COH_MODIFY"};
  const unsigned p = reference->processor;
  fprintf(out, "coh_set_now(system, %u, coh_now(system, %u) + %" PRIu32 "); ", p, p, reference->work);
  fprintf(out,
          "coh_access(system, %u, 0x%" PRIx64 ", %" PRIu32 ", %s, &(coh_blame){%" PRIu32 ", %" PRIu32 ", %" PRIu32
          ", %" PRIu32 "}, &outcome);",
          (unsigned)reference->processor, reference->address, reference->size, kinds[reference->kind],
          reference->blame.filler, reference->blame.storer, reference->blame.note, reference->blame.code);
}
