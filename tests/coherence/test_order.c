/* test_order.c: compares the processor whose turn it is with the result of a plain search, and tests that hits that are
 * simulated before their turn change nothing.
 *
 * In the second test, two machines get the same references in rounds. In each round, every processor gets some
 * references, with the cycles between them. All are simulated in the order of the clocks, which include the stalls. One
 * machine does strictly that. The other machine knows the pending references (coh_early.h), and lets a processor
 * continue through its plain hits, and through silent hits of lines that no other processor touches.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coherence/coh_access.h"
#include "coherence/coh_early.h"
#include "coherence/coh_line-inl.h"
#include "coherence/coh_order-inl.h"

enum { MOST_PROCESSORS = 8, WINDOW = 60, ROUNDS = 300, MACHINES = 60, LINE = 64 };

static uint64_t state;

static uint32_t choose(uint32_t n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((state >> 33) % n);
}

static void fail(const char *what, unsigned seed) {
  printf("FAILED: %s, seed %u\n", what, seed);
  exit(1);
}

static void test_keys(unsigned seed) {
  state = seed;
  const unsigned processors = 1 + choose(MACH_MAX_PROCESSORS);
  uint64_t keys[MACH_MAX_PROCESSORS];
  coh_order order;
  coh_order_init(&order, processors);
  for (unsigned i = 0; i < processors; i++) keys[i] = COH_ORDER_NEVER;
  for (unsigned step = 0; step < 500; step++) {
    const unsigned changed = choose(processors), asked = choose(processors);
    keys[changed] = choose(8) == 0 ? COH_ORDER_NEVER : coh_order_key(choose(50), changed);
    coh_order_set(&order, changed, keys[changed]);
    uint64_t first = COH_ORDER_NEVER, limit = COH_ORDER_NEVER;
    for (unsigned i = 0; i < processors; i++) {
      if (keys[i] < first) first = keys[i];
      if (i != asked && keys[i] < limit) limit = keys[i];
    }
    if (coh_order_first(&order) != first) fail("the smallest key", seed);
    if (coh_order_limit(&order, asked) != limit) fail("the limit", seed);
  }
}

/* Neighbouring lines whose numbers differ in many bits. */
static void test_neighbours(void) {
  for (uint64_t line = 4095; line < UINT64_C(4095) << 12; line += 4096)
    for (uint64_t mask = 1; mask <= 8191; mask = 2 * mask + 1)
      if (coh_filter_index(line, mask, COH_FOLDED) == coh_filter_index(line + 1, mask, COH_FOLDED))
        fail("neighbours share an entry", (unsigned)(line >> 12));
}

typedef struct {
  uint64_t address;
  uint32_t gap; /* cycles before the reference */
  uint32_t size;
  coh_kind kind;
} reference;

typedef struct {
  reference references[WINDOW];
  unsigned next;
  uint64_t key;
} lane;

/* A few lines that all processors use; in every second round only one processor stores to them. Each processor also has
 * lines of its own. A third group is in between: for some rounds none of them is used, so that pages belong to one
 * processor for a while; then other lines are in use. */
static reference make_reference(unsigned processor, unsigned round) {
  enum { AGE = 8 };
  static const coh_kind kinds[] = {COH_READ, COH_READ, COH_READ, COH_WRITE, COH_MODIFY};
  const bool common = choose(3) == 0, stores = round % 2 == 0 || processor == round / 2 % 3;
  const bool between = round % AGE >= AGE / 2 && choose(4) == 0;
  const uint64_t page = 1 + round / AGE * MOST_PROCESSORS + processor;
  const uint64_t line = common ? choose(6) : 64 * page + choose(between ? 80 : 12);
  const uint32_t size = 1u << choose(4);
  return (reference){line * LINE + choose(LINE), 1 + choose(5), size, common && !stores ? COH_READ : kinds[choose(5)]};
}

static uint64_t time_of_next(const lane *l, uint64_t clock, unsigned processor) {
  return l->next < WINDOW ? coh_order_key(clock + l->references[l->next].gap, processor) : COH_ORDER_NEVER;
}

/* Does what a caller does inline: see bins/bin_account-inl.h. */
static bool hits_plainly(coh_processor *p, const reference *r) {
  const uint64_t line = r->address >> p->line_bits;
  const coh_filter *entry = coh_filter_entry(p, line);
  if ((r->address + r->size - 1) >> p->line_bits != line) return false;
  if ((entry->key | (r->kind == COH_READ)) != coh_filter_key(line, true)) return false;
  p->counts.reads += r->kind != COH_WRITE;
  p->counts.writes += r->kind == COH_WRITE;
  p->d1.uses[entry->slot] = ++p->d1.clock;
  return true;
}

static void simulate(coh_system *system, unsigned processor, const reference *r, bool ahead) {
  const coh_blame blame = {processor, processor, processor, (uint32_t)r->size};
  coh_outcome outcome;
  if (!ahead || !hits_plainly(&system->processors[processor], r))
    coh_access(system, processor, r->address, r->size, r->kind, &blame, &outcome);
}

/* Whether the reference may be made before its turn though it is not a plain hit. */
static bool is_silent(const coh_system *system, unsigned processor, const reference *r) {
  const coh_processor *p = &system->processors[processor];
  const uint64_t line = r->address >> p->line_bits, last = r->address + r->size - 1;
  const uint64_t slot = coh_cache_find(&p->d1, line);
  return slot != COH_NO_SLOT && last >> p->line_bits == line && coh_line_is_for_one(p, line) &&
         coh_line_is_silent(system, p, slot, r->kind != COH_READ, r->address, last);
}

static bool is_plain(const coh_system *system, unsigned processor, const reference *r) {
  coh_processor copy = system->processors[processor];
  uint64_t *const uses = copy.d1.uses;
  const uint64_t line = r->address >> copy.line_bits;
  const uint64_t slot = coh_filter_entry(&copy, line)->slot;
  const uint64_t used = uses[slot];
  const bool plain = hits_plainly(&copy, r);
  uses[slot] = used;
  return plain;
}

static void note_pending(coh_system *system, unsigned processor, const lane *l) {
  coh_activate(system, processor);
  enum { PAGES = 2 + ROUNDS + MOST_PROCESSORS };
  bool by_line[PAGES] = {false};
  coh_lookahead_clear(system->pending, processor);
  for (unsigned i = 0; i < WINDOW; i++) {
    const reference *r = &l->references[i];
    for (uint64_t line = r->address / LINE; line <= (r->address + r->size - 1) / LINE; line++) {
      bool *const noted = &by_line[line >> system->pages->shift];
      if (!*noted) *noted = coh_early_page(system, processor, line, r->kind != COH_READ) == COH_EARLY_BY_LINE;
      if (*noted) coh_early_line(system, processor, line, r->kind != COH_READ);
    }
  }
}

/* Simulates a round. With `ahead`, makes references before their turn where that is allowed, and returns how many. All
 * references of a processor may be made before any of them is noted, or not. */
static unsigned merge(coh_system *system, unsigned processors, lane *lanes, bool ahead) {
  coh_order order;
  unsigned early = 0;
  coh_order_init(&order, processors);
  const bool together = ahead && choose(2);
  for (unsigned i = 0; together && i < processors; i++) coh_lookahead_clear(system->pending, i);
  for (unsigned i = 0; i < processors; i++) {
    lanes[i].next = 0;
    if (ahead) note_pending(system, i, &lanes[i]);
    coh_order_set(&order, i, lanes[i].key = time_of_next(&lanes[i], coh_now(system, i), i));
  }
  while (coh_order_first(&order) != COH_ORDER_NEVER) {
    const unsigned processor = coh_order_processor(coh_order_first(&order));
    const uint64_t limit = coh_order_limit(&order, processor);
    lane *l = &lanes[processor];
    while (l->key != COH_ORDER_NEVER) {
      const reference *r = &l->references[l->next];
      if (l->key > limit && !(ahead && (is_plain(system, processor, r) || is_silent(system, processor, r)))) break;
      early += l->key > limit;
      coh_set_now(system, processor, coh_order_clock(l->key));
      simulate(system, processor, r, ahead);
      l->next++;
      l->key = time_of_next(l, coh_now(system, processor), processor);
    }
    coh_order_set(&order, processor, l->key);
  }
  return early;
}

static mach_config make_machine(void) {
  mach_config c;
  if (!mach_preset_find(MACH_PRESET_DEFAULT, &c)) abort();
  c.processors = 2 + choose(MOST_PROCESSORS - 1);
  c.protocol = (mach_protocol)choose(MACH_PROTOCOLS);
  c.replacement = choose(2) ? MACH_LRU : MACH_FIFO;
  c.nodes = 1;
  if (choose(5) == 0) c.prefetch = 1 + choose((1u << MACH_PREFETCHERS) - 1);
  c.d1 = (mach_geometry){.size = 16 * 2 * LINE, .ways = 2, .line = LINE};
  if (choose(2)) c.l2 = (mach_geometry){.size = 64 * 2 * LINE, .ways = 2, .line = LINE};
  c.traffic = state % 4 == 0;
  return c;
}

static unsigned test_machine(unsigned seed) {
  static lane lanes[MOST_PROCESSORS];
  state = seed;
  const mach_config c = make_machine();
  coh_system *strict = coh_system_new(&c), *early = coh_system_new(&c);
  unsigned n_early = 0;
  coh_early_start(early, choose(3) != 0);
  for (unsigned round = 0; round < ROUNDS; round++) {
    for (unsigned i = 0; i < c.processors; i++)
      for (unsigned j = 0; j < WINDOW; j++) lanes[i].references[j] = make_reference(i, round);
    merge(strict, c.processors, lanes, false);
    n_early += merge(early, c.processors, lanes, true);
    for (unsigned i = 0; i < c.processors; i++) {
      if (memcmp(coh_counts_of(strict, i), coh_counts_of(early, i), sizeof(coh_counts)) != 0) fail("counts", seed);
      if (coh_now(strict, i) != coh_now(early, i)) fail("clocks", seed);
    }
  }
  coh_check(strict);
  coh_check(early);
  coh_system_free(strict);
  coh_system_free(early);
  return n_early;
}

/* The page is noted line by line: the processor may store to some of its lines. */
static void test_answers(void) {
  const mach_config c = make_machine();
  coh_system *system = coh_system_new(&c);
  coh_early_start(system, true);
  for (unsigned i = 0; i < 2; i++) coh_activate(system, i);
  if (coh_early_page(system, 0, 0, false) != COH_EARLY_WHOLE) fail("an own page", 0);
  if (coh_early_page(system, 1, 0, false) != COH_EARLY_BY_LINE) fail("a page that was own", 0);
  coh_lookahead_clear(system->pending, 0);
  coh_early_line(system, 1, 0, true);
  if (coh_early_page(system, 0, 0, false) != COH_EARLY_BY_LINE) fail("a page that is noted by line", 0);
  coh_lookahead_clear(system->pending, 1);
  if (coh_early_page(system, 0, 0, true) != COH_EARLY_WHOLE) fail("a page that nobody else touches now", 0);
  coh_lookahead_clear(system->pending, 0);
  for (unsigned i = 0; i < 2; i++)
    if (coh_early_page(system, i, 0, false) != COH_EARLY_READ_WHOLE) fail("a page that all read", i);
  coh_system_free(system);
}

int main(void) {
  unsigned n_early = 0;
  test_neighbours();
  test_answers();
  for (unsigned seed = 1; seed <= 100; seed++) test_keys(seed);
  for (unsigned seed = 1; seed <= MACHINES; seed++) n_early += test_machine(seed);
  printf("%d machines, %u references before their turn\n", MACHINES, n_early);
  if (n_early < 10000) fail("hardly any reference was early", 0);
  return 0;
}
