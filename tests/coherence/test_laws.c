/* test_laws.c: tests laws about runs of the simulator that must hold, whatever the right numbers are.
 *
 * Each law is tested on several random machines and references. It changes something, and checks which results change
 * and which do not.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coherence/coh_access.h"
#include "coherence/coh_traffic.h"
#include "tests/coherence/dice.h"
#include "tests/coherence/naive.h"
#include "tests/coherence/plat_test.h"
#include "tests/coherence/workload.h"

enum { SEEDS = 64, REFERENCES = 6000, CHECK_EVERY = 2000 };

/* The input of one law for one seed; a law may change it as it needs. */
typedef struct {
  workload_machine machine;
  workload_reference references[REFERENCES];
} material;

/* The results of a run. */
typedef struct {
  coh_outcome outcomes[REFERENCES];
  coh_counts counts[MACH_MAX_PROCESSORS];
  uint64_t revised[MACH_MAX_PROCESSORS]; /* misses that turned out to be true sharing */
} result;

static material given;
static result one, two;

static void revise(void *closure, unsigned processor, uint64_t line, uint32_t note) {
  result *to = closure;
  (void)line, (void)note;
  to->revised[processor]++;
}

static void step(coh_system *system, const workload_reference *r, coh_outcome *outcome) {
  coh_set_now(system, r->processor, coh_now(system, r->processor) + r->work);
  coh_access(system, r->processor, r->address, r->size, (coh_kind)r->kind, &r->blame, outcome);
}

static void take_counts(const coh_system *system, result *to) {
  memset(to->counts, 0, sizeof to->counts);
  for (unsigned p = 0; p < given.machine.config.processors; p++) to->counts[p] = *coh_counts_of(system, p);
}

static void run(result *to) {
  coh_system *system = coh_system_new(&given.machine.config);
  memset(to->revised, 0, sizeof to->revised);
  coh_system_on_true_sharing(system, revise, to);
  for (unsigned i = 0; i < REFERENCES; i++) {
    step(system, &given.references[i], &to->outcomes[i]);
    if (i % CHECK_EVERY == 0) coh_check(system);
  }
  take_counts(system, to);
  coh_check(system);
  coh_system_free(system);
}

/* The parts of an outcome that a law compares. */
enum { CAUSE = 1, SOURCE = 2, UPGRADE = 4, WHO = 8, STALL = 16, SHARING = 32, REMOTE = 64, CONFLICT = 128, ALL = 255 };

static bool same(const coh_outcome *a, const coh_outcome *b, unsigned parts) {
  return (!(parts & CAUSE) || a->cause == b->cause) && (!(parts & SOURCE) || a->source == b->source) &&
         (!(parts & UPGRADE) || a->upgrade == b->upgrade) && (!(parts & WHO) || a->who == b->who) &&
         (!(parts & STALL) || a->stall == b->stall) && (!(parts & SHARING) || a->true_sharing == b->true_sharing) &&
         (!(parts & REMOTE) || a->remote == b->remote) &&
         (!(parts & CONFLICT) || (a->conflict == b->conflict && a->capacity == b->capacity));
}

static bool all_same(unsigned parts) {
  for (unsigned i = 0; i < REFERENCES; i++)
    if (!same(&one.outcomes[i], &two.outcomes[i], parts)) return false;
  return true;
}

static uint64_t misses(const coh_counts *counts) { return counts->read_misses + counts->write_misses; }

static void keep_one_processor(void) {
  given.machine.config.processors = 1;
  for (unsigned i = 0; i < REFERENCES; i++) given.references[i].processor = 0;
}

/* Makes sure that no reference touches two lines. */
static void keep_single_lines(void) {
  for (unsigned i = 0; i < REFERENCES; i++) given.references[i].size = 1;
}

static uint64_t first_line(const workload_reference *r) { return r->address / given.machine.config.d1.line; }

/* ---- laws about one run -------------------------------------------------------------------------- */

static bool counts_add_up(void) {
  run(&one);
  coh_counts sums[MACH_MAX_PROCESSORS] = {{0}};
  for (unsigned i = 0; i < REFERENCES; i++) {
    const workload_reference *r = &given.references[i];
    const coh_outcome *o = &one.outcomes[i];
    coh_counts *sum = &sums[r->processor];
    naive_count(sum, r->kind, o);
    if (o->translation.walks > o->translation.misses || o->translation.cycles > o->stall) return false;
    if (o->cause == COH_HIT && o->source != COH_FROM_D1) return false;
    if (o->cause != COH_HIT && o->source == COH_FROM_D1) return false;
    if ((o->cause == COH_HIT || o->cause == COH_COLD) && o->who != 0) return false;
    if (o->upgrade && r->kind == COH_READ) return false;
    if (o->remote && o->source != COH_FROM_MEMORY && o->source != COH_FROM_CACHE) return false;
    if (o->true_sharing && o->cause != COH_INVALIDATED) return false;
    if (o->capacity + o->conflict != (given.machine.config.conflicts && o->cause == COH_REPLACED)) return false;
  }
  for (unsigned p = 0; p < given.machine.config.processors; p++) {
    coh_counts *c = &sums[p];
    if (c->cold + c->replacement + c->invalidation != misses(c)) return false;
    c->true_sharing += one.revised[p];
    c->false_sharing -= one.revised[p];
  }
  return memcmp(sums, one.counts, sizeof sums) == 0;
}

static bool one_processor_shares_with_none(void) {
  keep_one_processor();
  run(&one);
  const coh_counts *c = &one.counts[0];
  if (c->invalidation != 0) return false;
  for (unsigned i = 0; i < REFERENCES; i++)
    if (one.outcomes[i].source == COH_FROM_CACHE) return false;
  /* Under MSI, a single processor cannot know that it is alone. It sends one upgrade request for each line that it
   * fetched by a read. */
  return c->upgrades == 0 || given.machine.config.protocol == MACH_MSI;
}

static bool stores_alone_need_no_upgrade(void) {
  keep_one_processor();
  for (unsigned i = 0; i < REFERENCES; i++)
    given.references[i].kind = given.references[i].kind == COH_READ ? COH_MODIFY : COH_WRITE;
  run(&one);
  return one.counts[0].upgrades == 0;
}

static bool readers_do_not_disturb(void) {
  for (unsigned i = 0; i < REFERENCES; i++) given.references[i].kind = COH_READ;
  run(&one);
  for (unsigned i = 0; i < REFERENCES; i++)
    if (one.outcomes[i].cause == COH_INVALIDATED || one.outcomes[i].source == COH_FROM_CACHE) return false;
  return true;
}

static int compare_lines(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static bool cold_misses_are_distinct_lines(void) {
  keep_single_lines();
  run(&one);
  for (unsigned p = 0; p < given.machine.config.processors; p++) {
    uint64_t lines[REFERENCES], distinct = 0;
    unsigned n = 0;
    for (unsigned i = 0; i < REFERENCES; i++)
      if (given.references[i].processor == p) lines[n++] = first_line(&given.references[i]);
    qsort(lines, n, sizeof *lines, compare_lines);
    for (unsigned i = 0; i < n; i++) distinct += i == 0 || lines[i] != lines[i - 1];
    if (distinct != one.counts[p].cold) return false;
  }
  return true;
}

static bool nothing_is_replaced_where_all_fits(void) {
  mach_config *c = &given.machine.config;
  uint32_t lines = 1;
  for (unsigned r = 0; r < given.machine.regions; r++) lines += given.machine.region[r].lines;
  if (lines > MACH_MAX_WAYS) return true;
  while (lines & (lines - 1)) lines += lines & -lines; /* tree-PLRU requires a power of two */
  c->d1.ways = lines;
  c->d1.size = (uint64_t)lines * c->d1.line;
  c->l2.size = 0;
  run(&one);
  for (unsigned p = 0; p < c->processors; p++)
    if (one.counts[p].replacement != 0) return false;
  return true;
}

/* ---- laws about two runs ------------------------------------------------------------------------- */

static bool runs_repeat(void) {
  run(&one);
  run(&two);
  return all_same(ALL) && memcmp(one.counts, two.counts, sizeof one.counts) == 0;
}

static bool names_of_processors_do_not_matter(void) {
  const unsigned n = given.machine.config.processors;
  given.machine.config.nodes = 1;
  given.machine.config.fixed_node = 0;
  run(&one);
  for (unsigned i = 0; i < REFERENCES; i++)
    given.references[i].processor = (uint8_t)((given.references[i].processor + 1) % n);
  run(&two);
  for (unsigned p = 0; p < n; p++)
    if (memcmp(&one.counts[p], &two.counts[(p + 1) % n], sizeof one.counts[p]) != 0) return false;
  return all_same(ALL);
}

/* With LRU, a set with more ways contains all lines of a set with fewer. An L2 would violate that: it receives only the
 * misses of the D1. */
static bool more_ways_never_miss_more(void) {
  mach_config *c = &given.machine.config;
  c->replacement = MACH_LRU;
  c->l2.size = 0;
  run(&one);
  const uint64_t way_bytes = c->d1.size / c->d1.ways;
  c->d1.ways += 1 + c->d1.ways % 7;
  c->d1.size = way_bytes * c->d1.ways;
  run(&two);
  for (unsigned i = 0; i < REFERENCES; i++)
    if (one.outcomes[i].cause == COH_HIT && two.outcomes[i].cause != COH_HIT) return false;
  return true;
}

/* The exclusive state only saves upgrades: the lines of a cache, and the reasons why it lost lines, are the same under
 * MSI and MESI. */
static bool msi_and_mesi_differ_in_upgrades_only(void) {
  given.machine.config.protocol = MACH_MSI;
  run(&one);
  given.machine.config.protocol = MACH_MESI;
  run(&two);
  for (unsigned i = 0; i < REFERENCES; i++)
    if (two.outcomes[i].upgrade && !one.outcomes[i].upgrade) return false;
  return all_same(CAUSE | SOURCE | WHO | SHARING | REMOTE | CONFLICT);
}

/* The owned state only changes the supplier: caches supply lines that memory or the last level would supply under
 * MESI. */
static bool mesi_and_moesi_differ_in_sources_only(void) {
  given.machine.config.protocol = MACH_MESI;
  run(&one);
  given.machine.config.protocol = MACH_MOESI;
  run(&two);
  for (unsigned i = 0; i < REFERENCES; i++) {
    const coh_source mesi = one.outcomes[i].source, moesi = two.outcomes[i].source;
    if (mesi != moesi && (moesi != COH_FROM_CACHE || mesi < COH_FROM_LL)) return false;
  }
  return all_same(CAUSE | UPGRADE | WHO | SHARING | CONFLICT);
}

/* ---- laws about nodes, contention and conflicts ---------------------------------------------------- */

static bool one_node_has_nothing_remote(void) {
  given.machine.config.nodes = 1;
  given.machine.config.fixed_node = 0;
  run(&one);
  for (unsigned p = 0; p < given.machine.config.processors; p++)
    if (one.counts[p].remote != 0) return false;
  return true;
}

/* Without last levels, distance only increases stalls. */
static bool nodes_change_distances_only(void) {
  mach_config *c = &given.machine.config;
  c->ll.size = 0;
  c->remote_latency = c->memory_latency;
  c->remote_transfer_latency = c->transfer_latency;
  c->contention = false;
  run(&one);
  c->nodes = 1;
  c->fixed_node = 0;
  run(&two);
  return all_same(ALL & ~REMOTE);
}

/* All memory is on the node of the processors. */
static bool memory_of_the_own_node_is_local(void) {
  mach_config *c = &given.machine.config;
  c->placement = MACH_FIXED_NODE;
  for (unsigned i = 0; i < REFERENCES; i++)
    if (mach_node_of(c, given.references[i].processor) != c->fixed_node)
      given.references[i].processor = (uint8_t)((c->fixed_node * c->processors + c->nodes - 1) / c->nodes);
  run(&one);
  for (unsigned i = 0; i < REFERENCES; i++)
    if (one.outcomes[i].remote) return false;
  return true;
}

static bool contention_only_delays(void) {
  given.machine.config.contention = true;
  run(&one);
  given.machine.config.contention = false;
  run(&two);
  for (unsigned i = 0; i < REFERENCES; i++)
    if (one.outcomes[i].stall < two.outcomes[i].stall) return false;
  return all_same(ALL & ~STALL);
}

static bool bandwidth_only_delays(void) {
  mach_config *c = &given.machine.config;
  c->contention = false; /* a delayed transaction can meet a free bus */
  c->memory_bandwidth = 800;
  c->processor_bandwidth = 900;
  run(&one);
  c->memory_bandwidth = c->processor_bandwidth = 0;
  run(&two);
  for (unsigned i = 0; i < REFERENCES; i++)
    if (one.outcomes[i].stall < two.outcomes[i].stall) return false;
  return all_same(ALL & ~STALL);
}

/* Each reference has one line, so that the processor waits for each transaction before the next one. */
static bool who_is_alone_never_waits(void) {
  mach_config *c = &given.machine.config;
  keep_one_processor();
  keep_single_lines();
  c->nodes = 1;
  c->fixed_node = 0;
  c->contention = true;
  c->occupancy = 1;
  for (unsigned i = 0; i < REFERENCES; i++) given.references[i].work++;
  run(&one);
  c->contention = false;
  run(&two);
  return all_same(ALL);
}

static bool telling_conflicts_apart_changes_nothing(void) {
  given.machine.config.conflicts = true;
  run(&one);
  given.machine.config.conflicts = false;
  run(&two);
  for (unsigned p = 0; p < given.machine.config.processors; p++)
    if (two.counts[p].capacity + two.counts[p].conflict != 0 || one.revised[p] != two.revised[p]) return false;
  return all_same(ALL & ~CONFLICT);
}

static bool nothing_conflicts_where_all_ways_are_one_set(void) {
  mach_config *c = &given.machine.config;
  if (c->d1.size / c->d1.line > MACH_MAX_WAYS) return true;
  c->d1.ways = (uint32_t)(c->d1.size / c->d1.line);
  c->replacement = MACH_LRU;
  c->l2.size = 0;
  c->conflicts = true;
  run(&one);
  for (unsigned p = 0; p < c->processors; p++)
    if (one.counts[p].conflict != 0) return false;
  return true;
}

/* ---- laws about sharing --------------------------------------------------------------------------- */

/* Each processor uses its own bytes, all in the same lines. */
static void keep_to_own_bytes(uint64_t distance) {
  const mach_config *c = &given.machine.config;
  for (unsigned i = 0; i < REFERENCES; i++) {
    workload_reference *r = &given.references[i];
    r->size = 1;
    r->address = r->address / (c->d1.line * 64) * c->d1.line * 64 + r->processor * distance;
  }
}

static bool neighbours_share_falsely(void) {
  mach_config *c = &given.machine.config;
  const uint64_t granule = c->d1.line < 64 ? 1 : c->d1.line / 64;
  if (c->processors * granule > c->d1.line) return true;
  keep_to_own_bytes(granule);
  run(&one);
  for (unsigned p = 0; p < c->processors; p++)
    if (one.counts[p].true_sharing != 0) return false;
  return true;
}

static bool padding_removes_false_sharing(void) {
  const mach_config *c = &given.machine.config;
  keep_to_own_bytes(c->d1.line);
  run(&one);
  for (unsigned p = 0; p < c->processors; p++)
    if (one.counts[p].invalidation != 0) return false;
  return true;
}

/* A processor that returns to the only byte of the line finds it changed. */
static bool one_counter_is_shared_truly(void) {
  keep_to_own_bytes(0);
  run(&one);
  for (unsigned p = 0; p < given.machine.config.processors; p++)
    if (one.counts[p].false_sharing != 0 || one.revised[p] != 0) return false;
  return true;
}

/* Makes references in blocks that are not shared in part: whole lines. */
static bool whole_lines_are_shared_truly(void) {
  const mach_config *c = &given.machine.config;
  for (unsigned i = 0; i < REFERENCES; i++) {
    given.references[i].address -= given.references[i].address % c->d1.line;
    given.references[i].size = c->d1.line;
  }
  run(&one);
  for (unsigned p = 0; p < c->processors; p++)
    if (one.counts[p].false_sharing != 0) return false;
  return true;
}

static bool policies_agree_on_one_way(void) {
  mach_config *c = &given.machine.config;
  c->d1.size /= c->d1.ways;
  c->d1.ways = 1;
  c->l2.size = c->ll.size = 0;
  c->replacement = MACH_LRU;
  run(&one);
  for (c->replacement = MACH_FIFO; c->replacement < MACH_REPLACEMENTS; c->replacement++) {
    run(&two);
    if (!all_same(ALL)) return false;
  }
  return true;
}

static bool last_level_changes_sources_only(void) {
  run(&one);
  given.machine.config.ll.size = 0;
  run(&two);
  for (unsigned i = 0; i < REFERENCES; i++)
    if (one.outcomes[i].source == COH_FROM_LL) one.outcomes[i].source = COH_FROM_MEMORY;
  return all_same(CAUSE | SOURCE | UPGRADE | WHO);
}

/* An L2 of a single processor that never becomes full changes the suppliers of lines, but not the events of the D1. */
static bool roomy_l2_changes_sources_only(void) {
  mach_config *c = &given.machine.config;
  keep_one_processor();
  c->l2.size = 0;
  run(&one);
  c->l2 = (mach_geometry){.size = 16 * (uint64_t)c->d1.line << 12, .ways = 16, .line = c->d1.line};
  run(&two);
  return all_same(CAUSE | WHO);
}

/* TLBs change no cache. */
static bool tlbs_only_delay(void) {
  mach_config *c = &given.machine.config;
  c->contention = false;
  c->dtlb.n = 0;
  run(&one);
  c->dtlb = (mach_entries){8, 2};
  c->page = MACH_MIN_PAGE;
  c->walk_latency = 99;
  run(&two);
  for (unsigned i = 0; i < REFERENCES; i++)
    if (two.outcomes[i].stall != one.outcomes[i].stall + two.outcomes[i].translation.cycles) return false;
  return all_same(ALL & ~STALL);
}

/* A page of 4 KB and one of 16 MB; both have number 1. */
static bool pages_of_two_sizes_are_two_pages(void) {
  const mach_zone zone = {.start = 1 << 24, .bytes = 1 << 24, .placement = MACH_PLACEMENTS, .page = 1 << 24};
  const coh_blame blame = {0};
  mach_config c = given.machine.config;
  coh_outcome outcome;
  c.dtlb = (mach_entries){4, 4};
  c.stlb = (mach_entries){0};
  c.page = MACH_MIN_PAGE;
  coh_system *system = coh_system_new(&c);
  coh_system_place(system, &zone, 1);
  coh_access(system, 0, MACH_MIN_PAGE, 1, COH_READ, &blame, &outcome);
  coh_access(system, 0, zone.start, 1, COH_READ, &blame, &outcome);
  const bool good = coh_counts_of(system, 0)->tlb_misses == 2;
  coh_system_free(system);
  return good;
}

/* ---- laws about traffic ---------------------------------------------------------------------------- */

static bool traffic_changes_nothing_else(void) {
  run(&one);
  given.machine.config.traffic = true;
  run(&two);
  for (unsigned p = 0; p < given.machine.config.processors; p++) {
    for (unsigned i = 0; i < COH_MOVES; i++) *coh_counts_moved(&two.counts[p], i) = 0;
    if (memcmp(&one.counts[p], &two.counts[p], sizeof one.counts[p]) != 0) return false;
  }
  return all_same(ALL);
}

static bool bytes_read_are_those_of_misses(void) {
  keep_single_lines();
  given.machine.config.traffic = true;
  run(&one);
  for (unsigned p = 0; p < given.machine.config.processors; p++) {
    const coh_counts *c = &one.counts[p];
    const uint64_t line = given.machine.config.d1.line, outside = misses(c) - c->second_level;
    if (c->d1_bytes_read != misses(c) * line || c->memory_bytes_read != c->memory * line) return false;
    if (c->transferred_bytes != c->transfers * line) return false;
    if (c->l2_bytes_read != (given.machine.config.l2.size != 0 ? outside * line : 0)) return false;
  }
  return true;
}

/* Counts the lines that all processors moved, by kind of move. The last element is the number of modified lines that
 * remain in the end. */
static void count_lines(uint64_t lines[COH_MOVES + 1]) {
  coh_system *system = coh_system_new(&given.machine.config);
  coh_outcome ignored;
  for (unsigned i = 0; i < REFERENCES; i++) step(system, &given.references[i], &ignored);
  memset(lines, 0, (COH_MOVES + 1) * sizeof *lines);
  for (unsigned p = 0; p < given.machine.config.processors; p++)
    for (unsigned i = 0; i < COH_MOVES; i++)
      lines[i] += coh_counts_get(coh_counts_of(system, p), COH_COUNT_D1_BYTES_READ + i) / given.machine.config.d1.line;
  lines[COH_MOVES] = coh_modified_lines(system);
  coh_system_free(system);
}

static int by_number(const void *a, const void *b) {
  const uint64_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

/* Each line that was stored to is finally written to memory, or remains in a cache; but no level writes more lines than
 * there were stores. */
static bool lines_are_written_once_for_a_store(void) {
  static uint64_t stored[REFERENCES];
  uint64_t lines[COH_MOVES + 1], stores = 0, distinct = 0;
  keep_single_lines();
  given.machine.config.traffic = true;
  count_lines(lines);
  for (unsigned i = 0; i < REFERENCES; i++)
    if (given.references[i].kind != COH_READ) stored[stores++] = first_line(&given.references[i]);
  qsort(stored, stores, sizeof *stored, by_number);
  for (uint64_t i = 0; i < stores; i++) distinct += i == 0 || stored[i] != stored[i - 1];
  const uint64_t in_the_end = lines[COH_MEMORY_WRITTEN] + lines[COH_MOVES];
  return in_the_end >= distinct && in_the_end <= stores && lines[COH_D1_WRITTEN] <= stores &&
         lines[COH_L2_WRITTEN] <= lines[COH_D1_WRITTEN];
}

/* One processor stores once to each of several consecutive lines: each line leaves each level once, or remains
 * there. */
static bool a_stream_of_stores_is_written(void) {
  uint64_t lines[COH_MOVES + 1];
  mach_config *c = &given.machine.config;
  keep_one_processor();
  c->traffic = true;
  c->nodes = 1;
  c->placement = MACH_FIRST_TOUCH;
  given.machine.zones = 0;
  for (unsigned i = 0; i < REFERENCES; i++) {
    given.references[i].address = (uint64_t)i * c->d1.line;
    given.references[i].size = 1;
    given.references[i].kind = COH_WRITE;
  }
  count_lines(lines);
  const uint64_t kept = (c->d1.size + c->l2.size + c->ll.size) / c->d1.line;
  return lines[COH_D1_READ] == REFERENCES && lines[COH_MEMORY_READ] == REFERENCES &&
         lines[COH_MEMORY_WRITTEN] + lines[COH_MOVES] == REFERENCES && lines[COH_MOVES] <= kept &&
         lines[COH_D1_WRITTEN] + c->d1.size / c->d1.line >= REFERENCES;
}

/* ---- laws about prefetchers ------------------------------------------------------------------------ */

/* One instruction of one processor walks through memory again and again, in equal steps of at most one line. */
static void walk(uint64_t step, uint64_t bytes) {
  keep_one_processor();
  keep_single_lines();
  given.machine.config.replacement = MACH_LRU;
  for (unsigned i = 0; i < REFERENCES; i++) {
    given.references[i].address = (UINT64_C(1) << 40) + i * step % bytes;
    given.references[i].blame.code = 1;
  }
}

/* Each miss that occurs without prefetchers is a miss with them, or was covered. */
static bool misses_are_covered_or_left(uint32_t prefetchers) {
  mach_config *c = &given.machine.config;
  run(&one);
  c->prefetch = prefetchers;
  c->prefetch_degree = c->prefetch_distance = 1;
  run(&two);
  const coh_counts *without = one.counts, *with = two.counts;
  return misses(without) == misses(with) + with->covered && with->covered > misses(without) / 3;
}

static bool a_sweep_upwards_is_covered(void) {
  const mach_config *c = &given.machine.config;
  if (c->d1.size == c->d1.line) return true; /* the next line would evict the one in use */
  walk(c->d1.line / 4, 2 * c->d1.size);
  return misses_are_covered_or_left(MACH_NEXT_LINE);
}

static bool only_the_first_line_of_a_page_is_left(void) {
  const mach_config *c = &given.machine.config;
  walk(c->d1.line, UINT64_MAX);
  return misses_are_covered_or_left(MACH_NEXT_LINE) &&
         misses(&two.counts[0]) == (REFERENCES - 1) / (MACH_MIN_PAGE / c->d1.line) + 1;
}

/* Not covered are the first three references, which confirm the stride, and the first one of each page. */
static bool a_strided_walk_is_covered(void) {
  const mach_config *c = &given.machine.config;
  const uint64_t step = 2 * c->d1.line + 8;
  walk(step, UINT64_MAX);
  return misses_are_covered_or_left(MACH_STRIDE) &&
         misses(&two.counts[0]) == (REFERENCES - 1) * step / MACH_MIN_PAGE + 3;
}

static bool streams_go_down_too(void) {
  const mach_config *c = &given.machine.config;
  walk(-(uint64_t)c->d1.line, UINT64_MAX);
  return misses_are_covered_or_left(MACH_STREAM);
}

static bool latencies_are_stalls_only(void) {
  mach_config *c = &given.machine.config;
  run(&one);
  c->l2_latency = c->ll_latency = c->memory_latency = c->transfer_latency = c->upgrade_latency = 0;
  c->remote_latency = c->remote_transfer_latency = c->tlb_latency = c->walk_latency = 0;
  c->contention = false;
  run(&two);
  for (unsigned p = 0; p < c->processors; p++)
    if (two.counts[p].stall_cycles != 0) return false;
  return all_same(ALL & ~STALL);
}

/* Every cache has the same sets, with other tags. */
static bool memory_can_be_moved(void) {
  if (given.machine.config.placement == MACH_ROUND_ROBIN) given.machine.config.placement = MACH_FIRST_TOUCH;
  run(&one);
  for (unsigned i = 0; i < REFERENCES; i++) given.references[i].address ^= UINT64_C(1) << 62 | UINT64_C(1) << 50;
  run(&two);
  return all_same(ALL);
}

/* But the pages are different. */
static bool everything_can_be_twice_as_large(void) {
  mach_config *c = &given.machine.config;
  if (c->placement != MACH_FIXED_NODE) c->nodes = 1;
  run(&one);
  c->d1.size *= 2, c->d1.line *= 2;
  c->l2.size *= 2, c->l2.line *= 2;
  c->ll.size *= 2, c->ll.line *= 2;
  c->page *= 2;
  for (unsigned i = 0; i < REFERENCES; i++) given.references[i].address *= 2, given.references[i].size *= 2;
  run(&two);
  return all_same(ALL);
}

static bool modify_is_a_write_that_counts_as_read(void) {
  run(&one);
  for (unsigned i = 0; i < REFERENCES; i++)
    if (given.references[i].kind == COH_MODIFY) given.references[i].kind = COH_WRITE;
  run(&two);
  for (unsigned p = 0; p < given.machine.config.processors; p++) {
    const coh_counts *a = &one.counts[p], *b = &two.counts[p];
    if (a->reads + a->writes != b->reads + b->writes || misses(a) != misses(b)) return false;
  }
  return all_same(ALL);
}

static bool who_is_only_passed_on(void) {
  run(&one);
  for (unsigned i = 0; i < REFERENCES; i++) {
    coh_blame *blame = &given.references[i].blame;
    blame->filler = COH_WHO_MAX - blame->filler, blame->storer = COH_WHO_MAX - blame->storer,
    blame->note = ~blame->note;
  }
  run(&two);
  for (unsigned i = 0; i < REFERENCES; i++) {
    coh_outcome *o = &two.outcomes[i];
    if (o->cause == COH_REPLACED || o->cause == COH_INVALIDATED) o->who = COH_WHO_MAX - o->who;
  }
  return all_same(ALL);
}

/* Each processor uses memory of its own, and there is no shared last level: each processor gives the same results as if
 * it were alone. */
static bool strangers_do_not_meet(void) {
  const unsigned n = given.machine.config.processors;
  given.machine.config.ll.size = 0;
  given.machine.config.contention = false;
  for (unsigned i = 0; i < REFERENCES; i++)
    given.references[i].address ^= (uint64_t)given.references[i].processor << 50;
  run(&one);
  for (unsigned p = 0; p < n; p++) {
    coh_system *system = coh_system_new(&given.machine.config);
    for (unsigned i = 0; i < REFERENCES; i++)
      if (given.references[i].processor == p) step(system, &given.references[i], &two.outcomes[i]);
    const bool alike = memcmp(coh_counts_of(system, p), &one.counts[p], sizeof one.counts[p]) == 0;
    coh_system_free(system);
    if (!alike) return false;
  }
  return all_same(ALL);
}

static bool two_systems_do_not_disturb_each_other(void) {
  run(&one);
  coh_system *system = coh_system_new(&given.machine.config);
  coh_system *other = coh_system_new(&given.machine.config);
  coh_outcome ignored;
  for (unsigned i = 0; i < REFERENCES; i++) {
    step(other, &given.references[REFERENCES - 1 - i], &ignored);
    step(system, &given.references[i], &two.outcomes[i]);
  }
  take_counts(system, &two);
  coh_system_free(other);
  coh_check(system);
  coh_system_free(system);
  return all_same(ALL) && memcmp(one.counts, two.counts, sizeof one.counts) == 0;
}

static bool zeroing_keeps_the_caches(void) {
  run(&one);
  coh_counts before[MACH_MAX_PROCESSORS] = {{0}};
  const unsigned n = given.machine.config.processors;
  coh_system *system = coh_system_new(&given.machine.config);
  for (unsigned i = 0; i < REFERENCES; i++) {
    if (i == REFERENCES / 3) {
      for (unsigned p = 0; p < n; p++) before[p] = *coh_counts_of(system, p);
      coh_counts_zero(system);
      const coh_counts zero = {0};
      for (unsigned p = 0; p < n; p++)
        if (memcmp(coh_counts_of(system, p), &zero, sizeof zero) != 0) return false;
      coh_check(system);
    }
    step(system, &given.references[i], &two.outcomes[i]);
  }
  take_counts(system, &two);
  coh_system_free(system);
  for (unsigned p = 0; p < n; p++) {
    const coh_counts *all = &one.counts[p], *after = &two.counts[p];
    if (all->reads != before[p].reads + after->reads || misses(all) != misses(&before[p]) + misses(after) ||
        all->upgrades != before[p].upgrades + after->upgrades ||
        all->stall_cycles != before[p].stall_cycles + after->stall_cycles)
      return false;
  }
  return all_same(ALL);
}

/* ---- all of them --------------------------------------------------------------------------------- */

/* clang-format off */
#define LAW(function) {#function, function}
/* clang-format on */
static const struct {
  const char *name;
  bool (*holds)(void);
} laws[] = {
    LAW(counts_add_up),
    LAW(one_processor_shares_with_none),
    LAW(stores_alone_need_no_upgrade),
    LAW(readers_do_not_disturb),
    LAW(cold_misses_are_distinct_lines),
    LAW(nothing_is_replaced_where_all_fits),
    LAW(runs_repeat),
    LAW(names_of_processors_do_not_matter),
    LAW(more_ways_never_miss_more),
    LAW(msi_and_mesi_differ_in_upgrades_only),
    LAW(mesi_and_moesi_differ_in_sources_only),
    LAW(one_node_has_nothing_remote),
    LAW(nodes_change_distances_only),
    LAW(memory_of_the_own_node_is_local),
    LAW(contention_only_delays),
    LAW(bandwidth_only_delays),
    LAW(who_is_alone_never_waits),
    LAW(telling_conflicts_apart_changes_nothing),
    LAW(nothing_conflicts_where_all_ways_are_one_set),
    LAW(neighbours_share_falsely),
    LAW(padding_removes_false_sharing),
    LAW(one_counter_is_shared_truly),
    LAW(whole_lines_are_shared_truly),
    LAW(policies_agree_on_one_way),
    LAW(last_level_changes_sources_only),
    LAW(roomy_l2_changes_sources_only),
    LAW(tlbs_only_delay),
    LAW(a_sweep_upwards_is_covered),
    LAW(only_the_first_line_of_a_page_is_left),
    LAW(a_strided_walk_is_covered),
    LAW(streams_go_down_too),
    LAW(pages_of_two_sizes_are_two_pages),
    LAW(traffic_changes_nothing_else),
    LAW(bytes_read_are_those_of_misses),
    LAW(lines_are_written_once_for_a_store),
    LAW(a_stream_of_stores_is_written),
    LAW(latencies_are_stalls_only),
    LAW(memory_can_be_moved),
    LAW(everything_can_be_twice_as_large),
    LAW(modify_is_a_write_that_counts_as_read),
    LAW(who_is_only_passed_on),
    LAW(strangers_do_not_meet),
    LAW(two_systems_do_not_disturb_each_other),
    LAW(zeroing_keeps_the_caches),
};

int main(void) {
  unsigned failed = 0;
  for (unsigned l = 0; l < sizeof laws / sizeof laws[0]; l++) {
    uint64_t seed = 1;
    for (; seed <= SEEDS; seed++) {
      workload_machine_make(&given.machine, seed);
      given.machine.config.prefetch = 0;    /* a law sets it */
      given.machine.config.traffic = false; /* a law sets it */
      workload_references_make(&given.machine, seed, given.references, REFERENCES);
      if (!laws[l].holds()) break;
    }
    if (seed > SEEDS) continue;
    printf("FAILED: %s, seed %" PRIu64 "\n", laws[l].name, seed);
    workload_machine_make(&given.machine, seed);
    workload_machine_print(&given.machine, stdout);
    failed++;
  }
  if (failed == 0 && plat_test_outstanding() != 0) {
    printf("FAILED: %" PRIu64 " blocks not freed\n", plat_test_outstanding());
    failed++;
  }
  printf("%zu laws, %u broken\n", sizeof laws / sizeof laws[0], failed);
  return failed != 0;
}
