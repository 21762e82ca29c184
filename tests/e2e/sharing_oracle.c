/* sharing_oracle.c: computes which misses programs/sharing.c has when its references are simulated one at a time.
 *
 * usage: sharing_oracle PROTOCOL OCCUPANCY WAY ROUNDS [START...]
 *
 * The machine is the preset "default" with four processors and that protocol; with contention when OCCUPANCY, of the
 * bus in cycles, is not 0. All processors start at once, or each at the clock START. Each executes the instructions of
 * its loop, one per cycle; a reference happens at the end of its instruction's cycle. The next reference is always the
 * earliest of all processors. Its stall is added to the processor's clock before the next reference is chosen. Prints
 * the invalidation misses, how many of them are true and false sharing, all misses, upgrades, and the cycles that a
 * processor takes, on average.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coherence/coh_access.h"

enum { PROCESSORS = 4, WORD = 8, MOST = 2 };

/* A reference of the loop, and the number of instructions up to and including the one that makes it. */
typedef struct {
  coh_kind kind;
  unsigned gap;
} reference;

typedef struct {
  const char *name;
  unsigned spread; /* bytes between the words of two processors */
  unsigned references;
  reference loop[MOST];
  unsigned tail; /* instructions after the last reference */
} way;

static const way ways[] = {
    {"neighbours", WORD, 2, {{COH_READ, 1}, {COH_WRITE, 2}}, 2},
    {"apart", 128, 2, {{COH_READ, 1}, {COH_WRITE, 2}}, 2},
    {"one", 0, 1, {{COH_MODIFY, 1}}, 2},
};

typedef struct {
  uint64_t due; /* when the next reference happens */
  long rounds;  /* rounds that are left */
  unsigned at;  /* index of the next reference of the loop */
} processor;

static unsigned first_of(const processor *processors) {
  unsigned first = 0;
  for (unsigned i = 1; i < PROCESSORS; i++)
    if (processors[first].rounds == 0 || (processors[i].rounds != 0 && processors[i].due < processors[first].due))
      first = i;
  return first;
}

static void step(coh_system *machine, unsigned number, processor *p, const way *w) {
  static const coh_blame blame;
  coh_outcome outcome;
  coh_set_now(machine, number, p->due);
  coh_access(machine, number, 0x10000 + (uint64_t)number * w->spread, WORD, w->loop[p->at].kind, &blame, &outcome);
  p->due = coh_now(machine, number);
  if (++p->at == w->references) {
    p->at = 0;
    p->rounds--;
    p->due += w->tail;
  }
  p->due += w->loop[p->at].gap;
}

static void print(const coh_system *machine, uint64_t starts /* their sum */) {
  coh_counts sum = {0};
  uint64_t ends = 0;
  for (unsigned i = 0; i < PROCESSORS; i++) {
    const coh_counts *counts = coh_counts_of(machine, i);
    sum.invalidation += counts->invalidation;
    sum.true_sharing += counts->true_sharing;
    sum.false_sharing += counts->false_sharing;
    sum.read_misses += counts->read_misses + counts->write_misses;
    sum.upgrades += counts->upgrades;
    ends += coh_now(machine, i);
  }
  printf("%lu %lu %lu %lu %lu %lu\n", sum.invalidation, sum.true_sharing, sum.false_sharing, sum.read_misses,
         sum.upgrades, (ends - starts) / PROCESSORS);
}

static const way *find_way(const char *name) {
  for (unsigned i = 0; i < sizeof ways / sizeof ways[0]; i++)
    if (strcmp(ways[i].name, name) == 0) return &ways[i];
  return NULL;
}

int main(int argc, char **argv) {
  mach_config config;
  const way *w = argc == 5 || argc == 5 + PROCESSORS ? find_way(argv[3]) : NULL;
  if (!w || !mach_preset_find("default", &config)) {
    fputs("usage: sharing_oracle PROTOCOL OCCUPANCY neighbours|apart|one ROUNDS [START...]\n", stderr);
    return 2;
  }
  config.processors = PROCESSORS;
  config.protocol = strcmp(argv[1], "msi") == 0 ? MACH_MSI : strcmp(argv[1], "mesi") == 0 ? MACH_MESI : MACH_MOESI;
  config.occupancy = (uint32_t)atoi(argv[2]);
  config.contention = config.occupancy != 0;
  coh_system *machine = coh_system_new(&config);
  processor processors[PROCESSORS];
  uint64_t starts = 0;
  for (unsigned i = 0; i < PROCESSORS; i++) {
    const uint64_t start = argc > 5 ? strtoul(argv[5 + i], NULL, 10) : 0;
    starts += start;
    processors[i] = (processor){start + w->loop[0].gap, atol(argv[4]), 0};
  }
  for (unsigned i; processors[i = first_of(processors)].rounds != 0;) step(machine, i, &processors[i], w);
  print(machine, starts);
  coh_system_free(machine);
  return 0;
}
