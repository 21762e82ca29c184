/* test_code_lines.c: tests lines that contain both data and code, which a JIT compiler patches, on machines with an L2,
 * and on machines with two nodes and no L2. The specialised miss routines and the full path must give the same counts
 * and leave the same, valid state.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "bins/bin_profile.h"
#include "coherence/coh_line-inl.h"
#include "tests/check.h"
#include "tests/coherence/dice.h"

enum { WORLDS = 100, STEPS = 600, SITES = 6, LINES = 5, LINE = 64, PAGE = 0x10000, MOST_PROCESSORS = 3 };

typedef struct {
  coh_system *system;
  bin_table *table;
  bin_account *account;
  bin_site sites[SITES];
  bin_flow flows[MOST_PROCESSORS];
} machine;

typedef struct {
  char *bytes;
  size_t n, room;
} store;

static bool keep(void *closure, const char *bytes, size_t n) {
  store *s = closure;
  if (s->n + n > s->room) s->bytes = realloc(s->bytes, s->room = 2 * (s->n + n));
  memcpy(s->bytes + s->n, bytes, n);
  s->n += n;
  return true;
}

static bin_id resolve(void *closure, uint64_t address, uint64_t *low, uint64_t *high) {
  (void)closure;
  *low = address;
  *high = address + 1;
  return BIN_ID_UNKNOWN;
}

/* The first half of the sites reads, the other half stores. Each site is in a function of its own; each line is in a
 * bin. */
static void make(machine *m, unsigned processors, bool nodes, bool full) {
  mach_config config;
  CHECK(mach_preset_find(MACH_PRESET_DEFAULT, &config));
  config.processors = processors;
  config.d1 = (mach_geometry){.size = 4 * LINE, .ways = 2, .line = LINE};
  config.l2 = nodes ? (mach_geometry){0} : (mach_geometry){.size = 16 * LINE, .ways = 4, .line = LINE};
  config.nodes = 1 + nodes;
  *m = (machine){.system = coh_system_new(&config), .table = bin_table_new()};
  m->account = bin_account_new(m->system, m->table, resolve, NULL);
  if (full) bin_account_take_full_path(m->account);
  const uint32_t object = bin_table_object(m->table, "/bin/jit"), file = bin_table_file(m->table, "jit.c");
  for (unsigned i = 0; i < SITES; i++) {
    const char name[] = {(char)('a' + i), '\0'};
    const uint32_t segment = bin_table_segment(m->table, name, object, file, i);
    bin_site_init(&m->sites[i], m->account, 4, i < SITES / 2 ? COH_READ : COH_WRITE,
                  bin_table_place(m->table, segment, file, i, 0));
  }
  for (uint64_t i = 1; i <= LINES; i++)
    bin_account_allocate(m->account, PAGE + i * LINE, LINE, bin_table_bin(m->table, BIN_HEAP, "", &i, 1, NULL, 0));
  for (unsigned p = 0; p < processors; p++) {
    m->flows[p].processor = p;
    coh_activate(m->system, p);
  }
}

static void step(machine *m, unsigned processor, unsigned what, uint64_t address) {
  coh_outcome outcome;
  if (what >= SITES) {
    coh_line_fetch_code(m->system, processor, address / LINE, 0, &outcome);
    return;
  }
  bin_account_executed(m->account, processor, 1, what < SITES / 2, what >= SITES / 2);
  bin_account_reference(m->account, &m->flows[processor], &m->sites[what], address);
}

static store profile_of(machine *m) {
  static const char *const argv[] = {"jit", NULL}, *const options[] = {NULL};
  const bin_profile_info info =
      {.creator = "test", .argv = argv, .label = "", .reason = "end", .interleaving = "exact", .options = options};
  store s = {NULL, 0, 0};
  for (unsigned i = 0; i < SITES; i++) bin_site_flush(m->account, &m->sites[i]);
  CHECK(bin_profile_write(m->account, &info, keep, &s));
  return s;
}

static void free_machine(machine *m) {
  bin_account_free(m->account);
  bin_table_free(m->table);
  coh_system_free(m->system);
}

static void test_world(uint64_t seed, uint64_t *invalidations) {
  dice d = {seed};
  const unsigned processors = dice_between(&d, 2, MOST_PROCESSORS);
  machine full, special;
  make(&full, processors, seed % 2 != 0, true);
  make(&special, processors, seed % 2 != 0, false);
  for (unsigned i = 0; i < STEPS; i++) {
    const unsigned processor = dice_below(&d, processors), what = dice_below(&d, 2 * SITES);
    const uint64_t address = PAGE + LINE + dice_below(&d, LINES * LINE / 4) * 4;
    step(&full, processor, what, address);
    step(&special, processor, what, address);
  }
  store expected = profile_of(&full), got = profile_of(&special);
  CHECK(got.n == expected.n && memcmp(got.bytes, expected.bytes, got.n) == 0);
  for (unsigned p = 0; p < processors; p++) {
    CHECK(memcmp(coh_counts_of(full.system, p), coh_counts_of(special.system, p), sizeof(coh_counts)) == 0);
    *invalidations += coh_counts_of(full.system, p)->invalidation;
  }
  coh_check(full.system);
  coh_check(special.system);
  CHECK(special.system->sharing.n <= LINES * processors + 1); /* no processor is awaited twice */
  free(expected.bytes);
  free(got.bytes);
  free_machine(&full);
  free_machine(&special);
}

int main(void) {
  uint64_t invalidations = 0;
  for (uint64_t seed = 1; seed <= WORLDS; seed++) test_world(seed, &invalidations);
  CHECK(invalidations > STEPS);
  return check_failures != 0;
}
