/* test_sweep_counts.c: compares the counts that a sweep gives each machine with the counts of a simulation of the
 * trace's events on that machine one by one. The sweep uses one thread, or several.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bins/bin_format.h"
#include "coherence/coh_access.h"
#include "tests/coherence/dice.h"
#include "trace/trace_compress.h"
#include "ui/replay/replay_sweep.h"
#include "ui/replay/replay_sweep_plan.h"

enum { SEEDS = 36, EVENTS = 30000, SOURCES = 48, ARRAYS = 4, DEEPEST = 5 };

typedef struct {
  uint64_t value;
  uint32_t source, processor;
} event;

static trace_source sources[SOURCES];
static event events[EVENTS];
static uint32_t n_events;

/* ---- traces ------------------------------------------------------------------------------------------------------ */

typedef struct {
  dice d;
  trace_compressor *compressor;
  unsigned processors, processor;
  bool plain; /* only references and times */
} generator;

static void add(generator *g, uint32_t source, uint64_t value) {
  if (n_events == EVENTS) return;
  events[n_events++] = (event){value, source, g->processor};
  trace_compressor_event(g->compressor, source, value);
}

/* Sources 0 .. 31 are references; then come one of each other kind, and some that take additional time. */
static void make_sources(generator *g) {
  static const uint64_t others[] = {TRACE_RUN,      TRACE_ENTER, TRACE_EXIT, TRACE_WORD,
                                    TRACE_ALLOCATE, TRACE_IDLE,  TRACE_ZERO, TRACE_COLLECT};
  for (uint32_t i = 0; i < SOURCES; i++) {
    trace_source *s = &sources[i];
    *s = (trace_source){.kind = others[i % 8]};
    if (i < 32) {
      s->kind = dice_below(&g->d, 3);
      s->gap = dice_below(&g->d, 6);
      s->size = dice_chance(&g->d, 10) ? dice_between(&g->d, 1, 200) : 1u << dice_below(&g->d, 4);
    } else if (i >= 40) {
      s->gap = dice_below(&g->d, 3);
    }
    trace_compressor_source(g->compressor, s);
  }
}

static uint64_t array_address(generator *g) {
  return UINT64_C(0x10000) * dice_below(&g->d, ARRAYS) + dice_below(&g->d, 0x3000);
}

static void add_other(generator *g) {
  const uint32_t kind = g->plain ? 0 : dice_chance(&g->d, 90) ? dice_below(&g->d, 6) : dice_between(&g->d, 6, 7);
  uint64_t value = dice_below(&g->d, 50);
  if (kind == 7) value = dice_chance(&g->d, 75);
  add(g, 32 + 8 * dice_below(&g->d, 2) + kind, value);
}

/* A loop of a few events, with strides, and sometimes with another event in it. */
static void add_loop(generator *g) {
  struct {
    uint32_t source;
    uint64_t value, stride;
  } body[DEEPEST];
  const unsigned n = dice_between(&g->d, 1, DEEPEST);
  static const uint64_t strides[] = {0, 4, 8, 8, 16, 64, 512, 4096, -(uint64_t)8, 100};
  for (unsigned i = 0; i < n; i++) {
    body[i].source = dice_chance(&g->d, 10) && !g->plain ? 32 + 8 * dice_below(&g->d, 2) + dice_below(&g->d, 6)
                                                         : dice_below(&g->d, 32);
    body[i].value = body[i].source < 32 ? array_address(g) + 0x2000 : dice_below(&g->d, 9);
    body[i].stride = body[i].source < 32 ? strides[dice_below(&g->d, 10)] : dice_below(&g->d, 2);
  }
  const unsigned repeats = dice_between(&g->d, 1, 200);
  for (unsigned r = 0; r < repeats; r++)
    for (unsigned i = 0; i < n; i++) add(g, body[i].source, body[i].value + r * body[i].stride);
}

static bool put(void *closure, const uint8_t *bytes, uint64_t n) { return fwrite(bytes, 1, n, closure) == n; }

static void make_trace(generator *g, const char *path) {
  FILE *file = fopen(path, "wb");
  g->compressor = trace_compressor_new(&(trace_output){.sink = put, .sink_closure = file}, NULL);
  make_sources(g);
  n_events = 0;
  while (n_events < EVENTS) {
    g->processor = dice_below(&g->d, g->processors);
    trace_compressor_select(g->compressor, g->processor);
    if (dice_chance(&g->d, 40)) add_loop(g);
    for (unsigned i = dice_below(&g->d, 20); i > 0; i--) add(g, dice_below(&g->d, 32), array_address(g));
    add_other(g);
    if (dice_chance(&g->d, 2)) trace_compressor_check(g->compressor);
  }
  trace_compressor_finish(g->compressor);
  fclose(file);
}

/* ---- one by one -------------------------------------------------------------------------------------------------- */

typedef struct {
  coh_system *system;
  ReplaySweepResult result;
  uint64_t instructions[MACH_MAX_PROCESSORS], idle[MACH_MAX_PROCESSORS];
  bool silent[MACH_MAX_PROCESSORS];
} naive;

static void refer(naive *n, const event *e, const trace_source *s) {
  static const coh_kind kinds[] = {[TRACE_READ] = COH_READ, [TRACE_WRITE] = COH_WRITE, [TRACE_MODIFY] = COH_MODIFY};
  static const coh_blame nobody;
  coh_outcome outcome;
  coh_access(n->system, e->processor, e->value, (uint32_t)s->size, kinds[s->kind], &nobody, &outcome);
  if (outcome.cause != COH_HIT) n->result.from[outcome.source]++;
}

static void step(naive *n, const mach_config *config, const event *e) {
  const trace_source *s = &sources[e->source];
  const uint64_t instructions = s->kind <= TRACE_MODIFY ? s->gap : s->kind == TRACE_RUN ? e->value : 0;
  const bool counts = !n->silent[e->processor];
  const uint64_t cycles = instructions * config->cpi + (s->kind == TRACE_IDLE ? e->value : 0);
  coh_set_now(n->system, e->processor, coh_now(n->system, e->processor) + cycles);
  if (counts) n->instructions[e->processor] += instructions;
  if (counts && s->kind == TRACE_IDLE) n->idle[e->processor] += e->value;
  if (s->kind == TRACE_COLLECT) n->silent[e->processor] = e->value == 0;
  if (s->kind <= TRACE_MODIFY && counts) refer(n, e, s);
  if (s->kind != TRACE_ZERO) return;
  coh_counts_zero(n->system);
  memset(&n->result, 0, sizeof n->result);
  memset(n->instructions, 0, sizeof n->instructions);
  memset(n->idle, 0, sizeof n->idle);
}

static ReplaySweepResult simulate(const mach_config *config) {
  naive n = {.system = coh_system_new(config)};
  for (uint32_t i = 0; i < n_events; i++) step(&n, config, &events[i]);
  const coh_counts all = coh_counts_of_all(n.system);
  n.result.counts = profile_counts_of(&all);
  for (unsigned p = 0; p < config->processors; p++) {
    const coh_counts *counts = coh_counts_of(n.system, p);
    const uint64_t cycles = n.instructions[p] * config->cpi + n.idle[p] + counts->stall_cycles;
    if (cycles > n.result.cycles) n.result.cycles = cycles;
  }
  coh_system_free(n.system);
  return n.result;
}

/* ---- sweeps ------------------------------------------------------------------------------------------------------ */

typedef struct {
  const char *options[4], *terms[4];
} sweep;

static const sweep sweeps[] = {
    {{"--processors=4", "--LL=none"}, {"D1=512..16K:x2", "ways=1,2,4", "line=32,64"}},
    {{"--processors=3", "--L2=none", "--LL=32K,4,64"}, {"D1=1K..4K:+1K", "ways=1,2,3", "protocol=msi,mesi,moesi"}},
    {{"--machine=sgi-4d340"}, {"D1=1K..8K:x2", "replacement=lru,fifo,random,plru", "ways=2"}},
    {{"--processors=4", "--LL=64K,8,64"}, {"L2=none,8K", "L2-ways=2", "D1=2K", "ways=2,4"}},
    {{"--LL=none", "--D1=2K,2,64", "--upgrade-latency=7"},
     {"contention=yes,no", "conflicts=yes,no", "nodes=1,2", "cpi=1,3"}},
    {{"--D1=1K,2,16", "--LL=none"}, {"LL=8K,16K,32K", "LL-ways=2,4", "memory-latency=10,100"}},
};

static bool run(const EventsTraceFile *trace, const sweep_plan *plan, ReplaySweepWork work, ReplaySweepCounts *counts) {
  g_autoptr(GError) error = NULL;
  if (replay_sweep(trace, plan, &work, NULL, counts, &error)) return true;
  printf("FAILED: %s\n", error->message);
  return false;
}

static bool compare(uint64_t seed, const sweep_plan *plan, const ReplaySweepResult *one,
                    const ReplaySweepResult *several) {
  for (unsigned i = 0; i < plan->n_machines; i++) {
    const ReplaySweepResult right = simulate(&plan->machines[i].config);
    const bool good = memcmp(&right, &one[i], sizeof right) == 0;
    if (good && memcmp(&one[i], &several[i], sizeof right) == 0) continue;
    printf("FAILED: seed %" PRIu64 ", %s, machine %u:", seed, good ? "several threads" : "one thread", i);
    for (unsigned p = 0; p < plan->n_parameters; p++)
      printf(" %s=%s", plan->parameters[p].name, plan->machines[i].values[p]);
    for (unsigned c = 0; c < PROFILE_COUNTS; c++)
      printf("\n  %-14s %" PRIu64 " %" PRIu64 " %" PRIu64, profile_counts_name(c), profile_counts_get(&right.counts, c),
             profile_counts_get(&one[i].counts, c), profile_counts_get(&several[i].counts, c));
    printf("\n  cycles         %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", right.cycles, one[i].cycles, several[i].cycles);
    return false;
  }
  return true;
}

/* Each machine is in one share. The shares together count what a sweep of all machines counts, except for machines that
 * are already known. */
static bool check_shares(uint64_t seed, const EventsTraceFile *trace, const sweep_plan *plan,
                         const ReplaySweepResult *right) {
  const unsigned of = 2 + (unsigned)(seed % 4);
  g_autofree unsigned *times = g_new0(unsigned, plan->n_machines);
  g_autofree bool *beside = g_new0(bool, plan->n_machines);
  bool good = true;
  beside[seed % plan->n_machines] = true;
  for (unsigned number = 1; number <= of && good; number++) {
    ReplaySweepCounts counts;
    good = run(trace, plan, (ReplaySweepWork){1, {number, of}, beside}, &counts);
    for (unsigned i = 0; i < plan->n_machines && good; i++) {
      times[i] += counts.simulated[i];
      good = !counts.simulated[i] || memcmp(&right[i], &counts.results[i], sizeof *right) == 0;
      if (!good) printf("FAILED: seed %" PRIu64 ", share %u of %u, machine %u\n", seed, number, of, i);
    }
    replay_sweep_counts_clear(&counts);
  }
  for (unsigned i = 0; i < plan->n_machines && good; i++) {
    good = times[i] == !beside[i];
    if (!good) printf("FAILED: seed %" PRIu64 ", machine %u is in %u shares of %u\n", seed, i, times[i], of);
  }
  return good;
}

static bool test_sweep(uint64_t seed, const EventsTraceFile *trace, const sweep *s) {
  g_autoptr(GError) error = NULL;
  unsigned n = 0;
  while (n < 4 && s->terms[n] != NULL) n++;
  sweep_plan *plan = replay_sweep_plan(&(sweep_plan_base){.options = s->options, .processors = 1}, s->terms, n, &error);
  if (plan == NULL) {
    printf("FAILED: %s\n", error->message);
    return false;
  }
  ReplaySweepCounts one = {0}, several = {0};
  const bool good = run(trace, plan, (ReplaySweepWork){1, {1, 1}, NULL}, &one) &&
                    run(trace, plan, (ReplaySweepWork){3, {1, 1}, NULL}, &several) &&
                    compare(seed, plan, one.results, several.results) && check_shares(seed, trace, plan, one.results);
  replay_sweep_counts_clear(&one);
  replay_sweep_counts_clear(&several);
  sweep_plan_free(plan);
  return good;
}

int main(void) {
  char path[] = "/tmp/memspy-test-sweep-XXXXXX";
  close(mkstemp(path));
  bool good = true;
  for (uint64_t seed = 1; seed <= SEEDS && good; seed++) {
    generator g = {.d = {seed}, .processors = seed % 3 == 0 ? 3 : 1, .plain = seed % 4 == 0};
    make_trace(&g, path);
    g_autoptr(GError) error = NULL;
    EventsTraceFile *trace = events_trace_file_open(path, &error);
    if (trace == NULL) return printf("FAILED: %s\n", error->message), 1;
    good = test_sweep(seed, trace, &sweeps[seed % G_N_ELEMENTS(sweeps)]);
    events_trace_file_close(trace);
  }
  unlink(path);
  if (good) printf("%d traces, all counts equal\n", SEEDS);
  return !good;
}
