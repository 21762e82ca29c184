/* naive_trace.c: simulates the references of a trace on the naive machine (tests/coherence/naive.h).
 *
 *   memspy trace cat TRACE | naive_trace [OPTIONS]
 *
 * The options are those that describe a machine. The program ignores everything but references: the machine has no
 * contention, since its waits would depend on the time. It prints a line for each processor, with the names and values
 * of its counts.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/mach_options.h"
#include "tests/coherence/naive.h"
#include "tests/e2e/cat_line.h"
#include "trace/trace_format.h"

enum { LINE = 1 << 16, PAGE = 4096, MOST_REGIONS = 4096 };

typedef struct {
  cat_event *of;
  size_t n, room;
} references;

static void add(references *all, const cat_event *event) {
  if (all->n == all->room) {
    all->room = all->room ? 2 * all->room : 1 << 16;
    all->of = realloc(all->of, all->room * sizeof *all->of);
    if (!all->of) abort();
  }
  all->of[all->n++] = *event;
}

/* Returns false if the input is not a trace, or is truncated. */
static bool read_all(references *all) {
  static char line[LINE];
  cat_event event;
  for (uint64_t number, n = 0; fgets(line, LINE, stdin); n++) {
    if (!cat_line_parse(line, &event, &number) || number != n) return false;
    if (event.kind <= TRACE_MODIFY) add(all, &event);
  }
  return all->n > 0;
}

static int compare(const void *a, const void *b) {
  const uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
  return (one > other) - (one < other);
}

/* Finds runs of pages that are referred to. Returns how many. */
static unsigned find_regions(const references *all, uint32_t line, naive_region *regions) {
  uint64_t *pages = calloc(2 * all->n, sizeof *pages), end = 0;
  unsigned n = 0;
  if (!pages) abort();
  for (size_t i = 0; i < all->n; i++) {
    pages[2 * i] = all->of[i].value / PAGE;
    pages[2 * i + 1] = (all->of[i].value + all->of[i].size - 1) / PAGE;
  }
  qsort(pages, 2 * all->n, sizeof *pages, compare);
  for (size_t i = 0; i < 2 * all->n; i++) {
    if (i > 0 && pages[i] < end) continue;
    if (i == 0 || pages[i] > end) {
      if (n == MOST_REGIONS) abort();
      regions[n++] = (naive_region){.first = pages[i] * (PAGE / line)};
    }
    regions[n - 1].lines += PAGE / line;
    end = pages[i] + 1;
  }
  free(pages);
  return n;
}

static void refer(naive *machine, const cat_event *event) {
  static const coh_kind kinds[] = {[TRACE_READ] = COH_READ, [TRACE_WRITE] = COH_WRITE, [TRACE_MODIFY] = COH_MODIFY};
  static const coh_blame nobody;
  coh_outcome outcome;
  naive_access(machine, (unsigned)event->processor, event->value, (uint32_t)event->size, kinds[event->kind], &nobody,
               &outcome);
}

static void print(const coh_counts *c) {
  printf("reads %" PRIu64 " writes %" PRIu64 " read_misses %" PRIu64 " write_misses %" PRIu64 " cold %" PRIu64
         " replacement %" PRIu64 " invalidation %" PRIu64 " true_sharing %" PRIu64 " false_sharing %" PRIu64
         " local %" PRIu64 " remote %" PRIu64 " upgrades %" PRIu64 " stall_cycles %" PRIu64 " last_level %" PRIu64
         " second_level %" PRIu64 " transfers %" PRIu64 "\n",
         c->reads, c->writes, c->read_misses, c->write_misses, c->cold, c->replacement, c->invalidation,
         c->true_sharing, c->false_sharing, c->local, c->remote, c->upgrades, c->stall_cycles, c->last_level,
         c->second_level, c->transfers);
}

/* Returns false if the options describe no valid machine. */
static bool machine_of(int argc, char **argv, mach_config *config) {
  static mach_options options = {.blocking = true}; /* the machine refers to their texts */
  mach_option_error error;
  for (int i = 1; i < argc; i++)
    if (!mach_options_take(&options, argv[i])) return false;
  return mach_options_settle(&options, NULL, config, &error) && !config->contention;
}

int main(int argc, char **argv) {
  static naive_region regions[MOST_REGIONS];
  mach_config config;
  references all = {0};
  if (!machine_of(argc, argv, &config)) {
    fputs("usage: naive_trace OPTIONS <LINES\n", stderr);
    return 2;
  }
  if (!read_all(&all)) return 1;
  naive *machine = naive_new(&config, regions, find_regions(&all, config.d1.line, regions));
  for (size_t i = 0; i < all.n; i++) refer(machine, &all.of[i]);
  for (unsigned p = 0; p < config.processors; p++) print(naive_counts_of(machine, p));
  naive_free(machine);
  free(all.of);
  return 0;
}
