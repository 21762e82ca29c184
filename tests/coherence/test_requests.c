/* test_requests.c: tests requests of processors with windows for lines that several processors use
 * (coherence/coh_request.h). It compares the machine with the naive machine on random references, and tests the time of
 * false sharing.
 *
 *   test_requests [--machines N] [--seed N]     random machines; by default 240 from seed 1
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coherence/coh_access.h"
#include "coherence/coh_stall.h"
#include "tests/coherence/dice.h"
#include "tests/coherence/naive.h"
#include "tests/coherence/plat_test.h"
#include "tests/coherence/workload.h"

enum { REFERENCES = 700, FIRST = 1000 /* first line of the memory */, MOST_LINES = 80, CHECK_EVERY = 50 };

static void fail(const char *what, uint64_t seed, int at) {
  printf("FAILED: seed %" PRIu64 ": reference %d: %s\n", seed, at, what);
  exit(1);
}

/* ---- random machines and references ---- */

static mach_config make_machine(dice *d, uint64_t seed) {
  static const uint32_t steps[] = {125, 250, 500, 1000};
  workload_machine made;
  workload_machine_make(&made, seed);
  workload_machine_extend(&made, seed);
  mach_config c = made.config;
  c.processors = dice_between(d, 2, dice_chance(d, 70) ? 3 : 8);
  c.nodes = 1;
  c.placement = MACH_FIRST_TOUCH;
  c.fixed_node = 0;
  c.conflicts = c.traffic = c.contention = false;
  c.dtlb.n = c.stlb.n = 0;
  c.processor = MACH_WINDOW;
  c.window = dice_between(d, 1, dice_chance(d, 50) ? 20 : 256);
  c.outstanding_misses = dice_between(d, 1, 12);
  c.set_misses = dice_chance(d, 30) ? dice_between(d, 1, 3) : 0;
  c.store_buffer = dice_chance(d, 10) ? 0 : dice_between(d, 1, dice_chance(d, 50) ? 4 : 40);
  const uint32_t step = steps[dice_below(d, 4)];
  c.cpi = step / MACH_TICKS;
  c.cpi_thousandths = step % MACH_TICKS;
  return c;
}

typedef struct {
  unsigned processor;
  uint64_t address;
  uint32_t size, work;
  coh_kind kind;
  coh_blame blame;
} reference;

/* The references of a machine: their numbers of lines and words, and the share of stores, in per cent. */
typedef struct {
  const mach_config *machine;
  unsigned lines, words, reads, modifies, idle;
} mixture;

static mixture make_mixture(dice *d, const mach_config *machine) {
  return (mixture){.machine = machine,
                   .lines = dice_chance(d, 60) ? dice_between(d, 1, 3) : dice_between(d, 4, MOST_LINES),
                   .words = dice_between(d, 1, machine->d1.line / 8),
                   .reads = dice_below(d, 80),
                   .modifies = dice_chance(d, 50) ? dice_below(d, 60) : 0,
                   .idle = dice_below(d, 10)};
}

static reference make_reference(dice *d, const mixture *m, unsigned processor, uint32_t note) {
  const uint64_t line = FIRST + dice_below(d, m->lines);
  reference r = {.processor = processor,
                 .address = line * m->machine->d1.line + 8 * dice_below(d, m->words),
                 .size = dice_chance(d, 80) ? 8 : dice_between(d, 1, 8),
                 .work = dice_chance(d, m->idle) ? dice_below(d, 2000) : dice_below(d, 8),
                 .kind = dice_chance(d, m->reads)      ? COH_READ
                         : dice_chance(d, m->modifies) ? COH_MODIFY
                                                       : COH_WRITE,
                 .blame = {.filler = note % 7, .storer = note % 5, .note = note, .code = note % 11}};
  if (dice_chance(d, 3)) r.address += 4; /* a reference to two lines, or within two words */
  return r;
}

/* ---- against the naive machine ---- */

/* Events of the random references, so that the test notices when it does not test something. */
static struct {
  uint64_t misses, waits, served;
  uint64_t revised, stored_late;
} met;

typedef struct {
  uint64_t n, hash;
} revisions;

static void revise(void *closure, unsigned processor, uint64_t line, uint32_t note) {
  revisions *all = closure;
  all->n++;
  all->hash = (all->hash + line * MACH_MAX_PROCESSORS + processor + 1) * 0x9e3779b97f4a7c15 + note;
}

typedef struct {
  uint64_t seed;
  mach_config machine;
  naive *model;
  coh_system *system;
  revisions expected, told;
  int at;
} run;

static void compare_outcomes(const run *r, const coh_outcome *expected, const coh_outcome *got) {
  if (expected->cause != got->cause) fail("cause", r->seed, r->at);
  if (expected->source != got->source) fail("source", r->seed, r->at);
  if (expected->upgrade != got->upgrade) fail("upgrade", r->seed, r->at);
  if (expected->true_sharing != got->true_sharing) fail("true sharing", r->seed, r->at);
  if (expected->who != got->who) fail("requester", r->seed, r->at);
  if (expected->stall != got->stall) fail("latency", r->seed, r->at);
  if (expected->prefetching.issued != got->prefetching.issued) fail("prefetches", r->seed, r->at);
}

static void refer(run *r, const reference *ref) {
  coh_processor *const p = &r->system->processors[ref->processor];
  coh_outcome expected, got;
  naive_set_now(r->model, ref->processor, naive_now(r->model, ref->processor) + ref->work);
  coh_set_now(r->system, ref->processor, coh_now(r->system, ref->processor) + ref->work);
  naive_access(r->model, ref->processor, ref->address, ref->size, ref->kind, &ref->blame, &expected);
  coh_activate(r->system, ref->processor);
  const uint64_t before = p->flights->n, entered = p->window->misses;
  coh_access(r->system, ref->processor, ref->address, ref->size, ref->kind, &ref->blame, &got);
  coh_catch_up(p);
  compare_outcomes(r, &expected, &got);
  if (naive_now(r->model, ref->processor) != coh_now(r->system, ref->processor)) fail("clock", r->seed, r->at);
  if (r->expected.n != r->told.n || r->expected.hash != r->told.hash) fail("revised misses", r->seed, r->at);
  met.misses += expected.cause != COH_HIT;
  met.served += p->flights->n == before && p->window->misses > entered && got.cause == COH_HIT;
  met.waits += p->flights->n > before && p->flights->entries[(p->flights->n - 1) % COH_FLIGHTS].arrival >
                                             coh_window_time(p->window, coh_progress(p)) + 1000 * MACH_TICKS;
}

static unsigned first_clock(const run *r) {
  unsigned first = 0;
  for (unsigned p = 1; p < r->machine.processors; p++)
    if (naive_now(r->model, p) < naive_now(r->model, first)) first = p;
  return first;
}

static void compare_counts(const run *r) {
  for (unsigned p = 0; p < r->machine.processors; p++) {
    uint64_t expected, got;
    const char *name = naive_difference(naive_counts_of(r->model, p), coh_counts_of(r->system, p), &expected, &got);
    if (!name) continue;
    printf("%s of processor %u: naive %" PRIu64 ", machine %" PRIu64 "\n", name, p, expected, got);
    fail("counts", r->seed, r->at);
  }
}

static void test_machine(uint64_t seed) {
  dice d = {.state = seed};
  run r = {.seed = seed, .machine = make_machine(&d, seed)};
  const mixture m = make_mixture(&d, &r.machine);
  const naive_region memory = {0, FIRST + 2 * MOST_LINES + 4096 / MACH_MIN_LINE};
  r.model = naive_new(&r.machine, &memory, 1);
  r.system = coh_system_new(&r.machine);
  naive_on_true_sharing(r.model, revise, &r.expected);
  coh_system_on_true_sharing(r.system, revise, &r.told);
  for (r.at = 0; r.at < REFERENCES; r.at++) {
    const unsigned processor = dice_chance(&d, 80) ? first_clock(&r) : dice_below(&d, r.machine.processors);
    const reference ref = make_reference(&d, &m, processor, (uint32_t)r.at);
    refer(&r, &ref);
    if (r.at % CHECK_EVERY == 0) coh_check(r.system);
  }
  met.revised += r.told.n;
  met.stored_late += r.system->sharing.late;
  naive_drain(r.model);
  coh_system_drain(r.system);
  compare_counts(&r);
  coh_check(r.system);
  coh_system_free(r.system);
  naive_free(r.model);
}

/* ---- the time of false sharing ---- */

enum { TURNS = 2000, MOST_THREADS = 4 };

static mach_config make_usual(uint32_t step, uint32_t instructions, uint32_t stores) {
  mach_config c;
  mach_preset_find(MACH_PRESET_DEFAULT, &c);
  c.processor = MACH_WINDOW;
  c.cpi = step / MACH_TICKS;
  c.cpi_thousandths = step % MACH_TICKS;
  c.window = instructions;
  c.store_buffer = stores;
  return c;
}

/* A thread increments a word in a loop of `length` instructions: by a load and a store, or by one instruction. */
typedef struct {
  const mach_config *machine;
  unsigned threads, length;
  uint64_t distance; /* bytes from word to word */
  bool modifies;
} increments;

static void increment(coh_system *system, const increments *of, unsigned thread) {
  static const coh_blame blame;
  coh_processor *p = &system->processors[thread];
  const uint64_t address = FIRST * UINT64_C(64) + of->distance * thread;
  coh_outcome outcome;
  coh_execute(system, p, of->length - 1);
  if (of->modifies) {
    coh_access(system, thread, address, 8, COH_MODIFY, &blame, &outcome);
  } else {
    coh_access(system, thread, address, 8, COH_READ, &blame, &outcome);
    coh_access(system, thread, address, 8, COH_WRITE, &blame, &outcome);
  }
  coh_execute(system, p, 1);
  if (p->window) coh_catch_up(p);
}

/* Returns the largest clock at the end of the increments of all threads, in cycles. */
static uint64_t time_of(const increments *of) {
  coh_system *system = coh_system_new(of->machine);
  unsigned turns[MOST_THREADS] = {0};
  uint64_t last = 0;
  for (unsigned i = 0; i < of->threads; i++) coh_activate(system, i);
  for (unsigned left = of->threads * TURNS; left > 0; left--) {
    unsigned next = of->threads;
    for (unsigned i = 0; i < of->threads; i++)
      if (turns[i] < TURNS && (next == of->threads || coh_now(system, i) < coh_now(system, next))) next = i;
    increment(system, of, next);
    turns[next]++;
  }
  coh_system_drain(system);
  for (unsigned i = 0; i < of->threads; i++)
    if (coh_now(system, i) > last) last = coh_now(system, i);
  coh_system_free(system);
  return last;
}

static double slowdown(increments of) {
  of.distance = 8;
  const double near = (double)time_of(&of);
  of.distance = 256;
  return near / (double)time_of(&of);
}

/* Two threads that increment words of one line take 6 to 15 times as long as with words of different lines. */
static void test_false_sharing(void) {
  static const uint32_t steps[] = {167, 250, 500, 1000};
  for (unsigned i = 0; i < 4; i++)
    for (unsigned length = 3; length <= 9; length += 2)
      for (unsigned modifies = 0; modifies < 2; modifies++) {
        const mach_config c = make_usual(steps[i], 224, 56);
        const double times = slowdown((increments){&c, 2, length, 0, modifies});
        if (times >= 6 && times <= 15) continue;
        printf("%u ticks per instruction, %u instructions, %s: %.2f times as long\n", steps[i], length,
               modifies ? "modifies" : "stores", times);
        fail("false sharing takes 6 to 15 times as long", 0, 0);
      }
}

int main(int argc, char **argv) {
  uint64_t first = 1, n = 240;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (strcmp(argv[i], "--machines") == 0) n = strtoull(argv[i + 1], NULL, 10);
    if (strcmp(argv[i], "--seed") == 0) first = strtoull(argv[i + 1], NULL, 10);
  }
  test_false_sharing();
  for (uint64_t seed = first; seed < first + n; seed++) test_machine(seed);
  if (plat_test_outstanding() != 0) fail("a leak", 0, 0);
  printf("%" PRIu64 " machines: %" PRIu64 " misses, %" PRIu64 " long waits, %" PRIu64 " references served, %" PRIu64
         " misses revised, %" PRIu64 " machines with late stores\n",
         n, met.misses, met.waits, met.served, met.revised, met.stored_late);
  if (n >= 240 &&
      (met.misses < 10000 || met.waits < 100 || met.served < 1000 || met.revised < 100 || met.stored_late < 50))
    fail("hardly any event of a kind", 0, 0);
  return 0;
}
