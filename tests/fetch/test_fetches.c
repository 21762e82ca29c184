/* test_fetches.c: compares every technique for instruction caches with a naive model, on random programs and caches.
 *
 *   test_fetches [--machines N] [--fetches N] [--seed S]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fetch/fetch_system.h"
#include "tests/coherence/plat_test.h"
#include "tests/fetch/code_world.h"
#include "tests/fetch/naive_fetch.h"

enum { CHECK_EVERY = 997 }; /* in steps */

typedef struct {
  uint32_t step; /* in which it happened */
  unsigned processor;
  uint64_t address; /* of the instruction */
  fetch_fate fate;
  uint32_t who;
} logged;

/* The results of the naive model. */
typedef struct {
  logged *misses;
  uint32_t n, room;
  fetch_counts counts[64];     /* by processor */
  uint64_t calls[FETCH_C + 1]; /* by technique, A to C: the number of calls without context switches */
  uint64_t behind[64];         /* by processor: the address after its last fetch */
} naive_log;

/* The run of one technique. */
typedef struct {
  const code_world *world;
  const naive_log *log;
  fetch_technique technique;
  fetch_system *system;
  uint32_t step, next; /* next: the next miss of the log */
  bool good;
} trial;

/* What happened in all machines. */
static struct {
  uint64_t fates[4], switches, fetches;
  uint64_t calls[FETCH_TECHNIQUES];
} seen;

/* ---- the naive model ---- */

static void log_miss(naive_log *log, uint32_t step, unsigned processor, const fetch_miss *miss) {
  if (log->n == log->room) {
    log->room = log->room ? 2 * log->room : 4096;
    log->misses = realloc(log->misses, log->room * sizeof *log->misses);
  }
  log->misses[log->n++] = (logged){step, processor, miss->instruction->address, miss->fate, miss->who};
  seen.fates[miss->fate]++;
}

static void run_naively(const code_world *world, naive_fetch *naive, uint32_t number, naive_log *log) {
  const world_step *step = &world->steps[number];
  const world_block *block = &world->blocks[step->block];
  for (uint32_t i = 0; i < block->lengths[step->exit]; i++) {
    const fetch_instruction *instruction = &block->instructions[i];
    fetch_miss miss;
    log->calls[FETCH_A]++;
    log->calls[FETCH_B] += i == 0 || block->instructions[i - 1].flow != FETCH_GOES_ON;
    log->calls[FETCH_C] += log->behind[step->processor] != instruction->address;
    log->behind[step->processor] = instruction->address + instruction->bytes;
    if (naive_fetch_one(naive, instruction, &miss)) log_miss(log, number, step->processor, &miss);
  }
}

static void find_naively(const code_world *world, naive_log *log) {
  naive_fetch *naive[64];
  for (unsigned p = 0; p < world->processors; p++)
    naive[p] = naive_fetch_new(&world->config, world->code_bytes / world->config.geometry.line + 4);
  for (uint32_t i = 0; i < world->n_steps; i++) {
    const world_step *step = &world->steps[i];
    if (step->kind == WORLD_RUN) run_naively(world, naive[step->processor], i, log);
    for (unsigned p = 0; p < world->processors; p++) {
      if (step->kind == WORLD_CHANGE) naive_fetch_changed(naive[p], step->start, step->bytes);
      if (step->kind == WORLD_ZERO) naive_fetch_zero(naive[p]);
    }
    if (step->kind == WORLD_ZERO) memset(log->calls, 0, sizeof log->calls);
  }
  for (unsigned p = 0; p < world->processors; p++) {
    log->counts[p] = *naive_fetch_counts(naive[p]);
    naive_fetch_free(naive[p]);
  }
}

/* ---- a technique ---- */

static void print_machine(const code_world *world) {
  printf("  %" PRIu64 " bytes, %u ways, lines of %u, %u processors, a context switch after %u\n",
         world->config.geometry.size, world->config.geometry.ways, world->config.geometry.line, world->processors,
         world->config.switch_interval);
}

static void disagree(trial *t, const char *what) {
  if (!t->good) return;
  printf("technique %s, step %u: %s\n", fetch_technique_name(t->technique), t->step, what);
  print_machine(t->world);
  t->good = false;
}

/* Checks a miss that the technique reports: a fetch_missed. */
static void on_miss(void *closure, unsigned processor, const fetch_miss *miss) {
  trial *t = closure;
  if (t->next == t->log->n || t->log->misses[t->next].step != t->step) {
    disagree(t, "a miss too many");
    return;
  }
  const logged *expected = &t->log->misses[t->next++];
  if (expected->processor != processor || expected->address != miss->instruction->address)
    disagree(t, "another instruction missed");
  if (expected->fate != miss->fate || expected->who != miss->who) disagree(t, "it missed for another reason");
}

static void take_step(trial *t, const world_step *step) {
  const world_block *block = &t->world->blocks[step->block];
  switch (step->kind) {
    case WORLD_ENTER:
      fetch_enter(t->system, block->instructions, block->n, block->numbers, block->lengths, block->n_exits);
      break;
    case WORLD_LEAVE:
      for (uint32_t i = 0; i < block->n_exits; i++) fetch_leave(t->system, block->numbers[i]);
      break;
    case WORLD_RUN: fetch_system_run(t->system, step->processor, block->numbers[step->exit]); break;
    case WORLD_CHANGE: fetch_code_changed(t->system, step->start, step->bytes); break;
    case WORLD_ZERO: fetch_system_zero(t->system); break;
  }
  if (t->next < t->log->n && t->log->misses[t->next].step == t->step) disagree(t, "a miss too few");
}

static void compare_calls(trial *t, uint64_t calls) {
  if (t->technique <= FETCH_C && t->world->config.switch_interval == 0 && calls != t->log->calls[t->technique])
    disagree(t, "so many calls are wrong");
  seen.calls[t->technique] += calls;
}

static void compare_counts(trial *t) {
  uint64_t calls = 0;
  for (unsigned p = 0; p < t->world->processors; p++) {
    fetch_counts counts = *fetch_counts_of(t->system, p);
    calls += counts.calls;
    seen.switches += counts.switches;
    seen.fetches += t->technique == FETCH_A ? counts.fetches : 0;
    counts.calls = counts.runs = 0;
    if (memcmp(&counts, &t->log->counts[p], sizeof counts) != 0) disagree(t, "the counts differ");
  }
  compare_calls(t, calls);
}

static bool technique_agrees(const code_world *world, const naive_log *log, fetch_technique technique) {
  trial t = {.world = world, .log = log, .technique = technique, .good = true};
  fetch_config config = world->config;
  config.technique = technique;
  t.system = fetch_system_new(&config, world->processors, on_miss, &t);
  for (t.step = 0; t.good && t.step < world->n_steps; t.step++) {
    take_step(&t, &world->steps[t.step]);
    if (t.step % CHECK_EVERY == 0) fetch_system_check(t.system);
  }
  if (t.good) compare_counts(&t);
  fetch_system_free(t.system);
  return t.good;
}

static bool test_machine(uint64_t seed, uint64_t fetches) {
  code_world world;
  naive_log log = {0};
  const uint64_t before = plat_test_outstanding();
  code_world_make(&world, seed, fetches);
  find_naively(&world, &log);
  bool good = true;
  for (unsigned i = 0; good && i < FETCH_TECHNIQUES; i++) good = technique_agrees(&world, &log, (fetch_technique)i);
  free(log.misses);
  code_world_clear(&world);
  if (good && plat_test_outstanding() != before) {
    printf("memory was not given back\n");
    good = false;
  }
  if (!good) printf("FAILED: seed %" PRIu64 "\n", seed);
  return good;
}

/* ---- the command ---- */

/* Returns false when an event that is possible did not occur, or a technique is not called less often than a simpler
 * one. */
static bool all_was_seen(void) {
  static const char *const names[] = {"cold", "replacement", "invalidation", "switched"};
  bool all = seen.switches > 0;
  for (unsigned i = 0; i < 4; i++) {
    printf("  %-12s %12" PRIu64 "\n", names[i], seen.fates[i]);
    all = all && seen.fates[i] > 0;
  }
  for (unsigned i = 0; i < FETCH_TECHNIQUES; i++)
    printf("  calls of %-6s %12" PRIu64 "\n", fetch_technique_name((fetch_technique)i), seen.calls[i]);
  return all && seen.calls[FETCH_A] == seen.fetches && seen.calls[FETCH_B] < seen.calls[FETCH_A] &&
         seen.calls[FETCH_C] < seen.calls[FETCH_B] && seen.calls[FETCH_D] < seen.calls[FETCH_C] &&
         seen.calls[FETCH_E] < seen.calls[FETCH_D] && seen.calls[FETCH_F] < seen.calls[FETCH_D] &&
         seen.calls[FETCH_G] < seen.calls[FETCH_F] && seen.calls[FETCH_MARKER] < seen.calls[FETCH_G];
}

int main(int argc, char **argv) {
  uint64_t machines = 240, fetches = 100000, seed = 1;
  for (int i = 1; i + 1 < argc; i += 2) {
    uint64_t *value = !strcmp(argv[i], "--machines") ? &machines : !strcmp(argv[i], "--fetches") ? &fetches : &seed;
    *value = strtoull(argv[i + 1], NULL, 0);
  }
  for (uint64_t m = 0; m < machines; m++) {
    if (test_machine(seed + m, fetches)) continue;
    fflush(stdout);
    _exit(1); /* a failed run loses memory: print no leak report in addition */
  }
  printf("%" PRIu64 " machines x %" PRIu64 " fetches, %u techniques: all misses and counts equal\n", machines, fetches,
         FETCH_TECHNIQUES);
  if (all_was_seen() || machines < 24) return 0;
  printf("FAILED: not everything happened\n");
  return 1;
}
