/* naive_dataflow.c: see naive_dataflow.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/memspy/naive_dataflow.h"

#include "bins/bin_dependence.h"
#include "coherence/coh_access.h"
#include "memspy/record/spy_summary.h"

enum { WORDS = NAIVE_INSTANCES / 64, RECENT = 128 };

typedef uint64_t set[WORDS];

static naive_instance instances[NAIVE_INSTANCES];
static unsigned n_instances;
static set registers[NAIVE_UNITS];
static unsigned misses[NAIVE_INSTANCES]; /* number of instances */
static unsigned n_misses;

static void add(set to, unsigned element) { to[element / 64] |= 1ULL << element % 64; }
static bool has(const uint64_t *s, unsigned element) { return s[element / 64] >> element % 64 & 1; }
static void add_all(set to, const uint64_t *more) {
  for (unsigned i = 0; i < WORDS; i++) to[i] |= more[i];
}

/* Adds the instances of the origins of a value in a run: the latest loads, then the lowest registers. */
static void add_origins(set to, naive_origins origins, unsigned first, set *entry) {
  unsigned kept = 0;
  for (unsigned site = NAIVE_SITES; site-- > 0 && kept < SPY_ORIGINS_MOST;)
    if (origins.loads >> site & 1) {
      add(to, first + site);
      kept++;
    }
  for (unsigned unit = 0; unit < NAIVE_UNITS && kept < SPY_ORIGINS_MOST; unit++)
    if (origins.units >> unit & 1) {
      add_all(to, entry[unit]);
      kept++;
    }
}

unsigned naive_execute(const naive_block *block, unsigned exit, const uint64_t *addresses, unsigned record) {
  const unsigned first = n_instances;
  set left[NAIVE_UNITS] = {{0}};
  for (unsigned i = 0; i < block->exits[exit].n; i++) {
    naive_instance *instance = &instances[n_instances++];
    *instance = (naive_instance){.record = record,
                                 .kind = block->sites[i].kind,
                                 .size = block->sites[i].size,
                                 .made = addresses[i] != 0 || !block->sites[i].guarded,
                                 .code = block->sites[i].code,
                                 .at = addresses[i]};
    add_origins(instance->address, block->sites[i].address, first, registers);
    add_origins(instance->value, block->sites[i].value, first, registers);
  }
  for (unsigned unit = 0; unit < NAIVE_UNITS; unit++)
    add_origins(left[unit], block->exits[exit].registers[unit], first, registers);
  for (unsigned unit = 0; unit < NAIVE_UNITS; unit++)
    for (unsigned i = 0; i < WORDS; i++) registers[unit][i] = left[unit][i];
  return first;
}

const naive_instance *naive_instance_of(unsigned number) { return &instances[number]; }

void naive_miss(unsigned number) { misses[n_misses++] = number; }

/* Finds the latest miss that brought a line. *distance: the number of misses of its instruction after it. */
static bool find_miss(uint64_t line, unsigned line_bits, uint64_t *code, unsigned *distance) {
  for (unsigned i = n_misses; i > 0 && n_misses - i < RECENT; i--) {
    const naive_instance *miss = &instances[misses[i - 1]];
    if (miss->at >> line_bits != line) continue;
    *code = miss->code;
    *distance = 0;
    for (unsigned k = i; k < n_misses; k++) *distance += instances[misses[k]].code == *code;
    return *distance < BIN_PRODUCER_DISTANCES;
  }
  return false;
}

static void add_producer(naive_producers *p, uint64_t code, unsigned distance) {
  for (unsigned i = 0; i < p->n; i++)
    if (p->producers[i].code == code && p->producers[i].distance == distance) return;
  if (p->n == sizeof p->producers / sizeof *p->producers) return;
  p->producers[p->n].code = code;
  p->producers[p->n++].distance = distance;
}

/* Adds the origins of the value of the latest store to a load's bytes. */
static void add_stored(set to, unsigned number, unsigned lowest) {
  const naive_instance *load = &instances[number];
  for (unsigned i = number; i-- > 0 && instances[i].record >= lowest;) {
    const naive_instance *store = &instances[i];
    if (!store->made || store->kind == COH_READ) continue;
    if (store->at + store->size <= load->at || load->at + load->size <= store->at) continue;
    add_all(to, store->value);
    return;
  }
}

naive_producers naive_find(unsigned number, unsigned lowest, unsigned line_bits) {
  naive_producers p = {0};
  set wanted = {0};
  add_all(wanted, instances[number].address);
  for (unsigned i = number; i-- > 0 && instances[i].record >= lowest;) {
    const naive_instance *load = &instances[i];
    if (!has(wanted, i) || !load->made) continue;
    uint64_t code;
    unsigned distance;
    if (find_miss(load->at >> line_bits, line_bits, &code, &distance)) {
      add_producer(&p, code, distance);
    } else {
      add_all(wanted, load->address);
    }
    p.loads++;
    add_stored(wanted, i, lowest);
  }
  return p;
}
