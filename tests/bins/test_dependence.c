/* test_dependence.c: the producers of addresses (bins/bin_dependence.h) against plain lists of all misses and of all
 * results of searches, with random misses.
 *
 *   test_dependence [--worlds N] [--seed S]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "bins/bin_dependence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/check.h"
#include "tests/coherence/dice.h"

enum { PROCESSORS = 3, CODES = 6, SITES = 10, STEPS = 600, LINE_BITS = 6, RECENT = 128, CANDIDATES = 8, SEARCHES = 14 };

typedef struct {
  uint64_t code, address, completion;
  unsigned processor;
} plain_miss;

typedef struct {
  unsigned n;
  bin_producer producers[BIN_PRODUCERS_MOST];
} plain_search;

typedef struct {
  plain_search searches[SEARCHES];
  unsigned n_searches, misses;
  bool due;
  plain_search producers; /* current producers */
} plain_load;

static bin_dependences *dependences;
static bin_site sites[SITES];
static unsigned code_of[SITES];
static plain_miss misses[STEPS];
static unsigned n_misses;
static plain_load loads[CODES];
static dice throws;

/* The search in progress, and the arguments of the callbacks so far. */
static struct {
  unsigned load;
  bool searched, changed;
  plain_search result; /* its `n` is BIN_PRODUCERS_UNKNOWN: no result */
} now;

static unsigned counts[5];
static const char *const names[5] = {"searches without an answer", "changes of producers", "waits for a producer",
                                     "lines found", "producers at a distance"};
enum { UNANSWERED, CHANGES, WAITS, LINES, FAR };

static uint64_t code(unsigned load) { return 0x400000 + 5 * load; }

static bool same(bin_producer a, bin_producer b) { return a.code == b.code && a.distance == b.distance; }

static unsigned search(void *closure, unsigned processor, const bin_site *site, uint64_t address, bin_producer *found) {
  CHECK(closure == &now && processor < PROCESSORS && address != 0 && code_of[site - sites] == now.load);
  now.searched = true;
  if (now.result.n == BIN_PRODUCERS_UNKNOWN) return now.result.n;
  memcpy(found, now.result.producers, sizeof now.result.producers);
  return now.result.n;
}

static void change(void *closure, uint64_t of, const bin_producer *producers, unsigned n) {
  CHECK(closure == &now && of == code(now.load));
  now.changed = true;
  loads[now.load].producers.n = n;
  for (unsigned i = 0; i < n; i++) loads[now.load].producers.producers[i] = producers[i];
}

/* ---- the plain model ---- */

/* Returns how many results of a load's searches contain an instruction, at any distance or at one distance. */
static unsigned votes(const plain_load *l, bin_producer p, bool any) {
  unsigned n = 0;
  for (unsigned i = 0; i < l->n_searches; i++)
    for (unsigned k = 0; k < l->searches[i].n; k++) {
      const bin_producer found = l->searches[i].producers[k];
      n += any ? found.code == p.code : same(found, p);
    }
  return n;
}

/* Returns whether the rules choose the producer. */
static bool is_elected(const plain_load *l, bin_producer p) {
  if (votes(l, p, true) * 4 < l->n_searches || votes(l, p, false) == 0) return false;
  for (unsigned distance = 0; distance < BIN_PRODUCER_DISTANCES; distance++) {
    const unsigned other = votes(l, (bin_producer){p.code, distance}, false), own = votes(l, p, false);
    if (other > own || (other == own && distance < p.distance)) return false;
  }
  return true;
}

static unsigned count_elected(const plain_load *l) {
  unsigned n = 0;
  for (unsigned load = 0; load < CODES; load++)
    for (unsigned distance = 0; distance < BIN_PRODUCER_DISTANCES; distance++)
      n += is_elected(l, (bin_producer){code(load), distance});
  return n;
}

static void check_elected(const plain_load *l) {
  for (unsigned i = 0; i < l->producers.n; i++) CHECK(is_elected(l, l->producers.producers[i]));
  const unsigned n = count_elected(l);
  CHECK(l->producers.n == (n < BIN_PRODUCERS_MOST ? n : BIN_PRODUCERS_MOST));
}

static uint64_t completion_of(unsigned processor, bin_producer p) {
  unsigned left = p.distance;
  for (unsigned i = n_misses; i-- > 0;)
    if (misses[i].processor == processor && misses[i].code == p.code && left-- == 0) return misses[i].completion;
  return 0;
}

static uint64_t wait_of(unsigned processor, const plain_search *producers) {
  uint64_t last = 0;
  for (unsigned i = 0; i < producers->n; i++) {
    const uint64_t completion = completion_of(processor, producers->producers[i]);
    if (completion > last) last = completion;
    counts[FAR] += completion != 0 && producers->producers[i].distance != 0;
  }
  return last;
}

static bool find(unsigned processor, uint64_t address, bin_producer *p) {
  unsigned seen = 0;
  for (unsigned i = n_misses; i-- > 0 && seen < RECENT;) {
    if (misses[i].processor != processor) continue;
    seen++;
    if (misses[i].address >> LINE_BITS != address >> LINE_BITS) continue;
    *p = (bin_producer){misses[i].code, 0};
    for (unsigned k = i + 1; k < n_misses; k++)
      p->distance += misses[k].processor == processor && misses[k].code == p->code;
    return p->distance < BIN_PRODUCER_DISTANCES;
  }
  return false;
}

/* ---- trials ---- */

/* Few different producers, so that bin_dependence.c has room for all candidates. */
static plain_search some_result(void) {
  plain_search result = {.n = dice_below(&throws, 3)};
  if (dice_chance(&throws, 15)) result.n = BIN_PRODUCERS_UNKNOWN;
  for (unsigned i = 0; result.n != BIN_PRODUCERS_UNKNOWN && i < result.n; i++)
    result.producers[i] = (bin_producer){code((now.load + i) % CODES), dice_below(&throws, 3) * 3};
  return result;
}

static void note_search(plain_load *l) {
  CHECK(now.searched == l->due);
  if (!now.searched) return;
  if (now.result.n == BIN_PRODUCERS_UNKNOWN) {
    counts[UNANSWERED]++;
    CHECK(!now.changed);
    return;
  }
  l->due = false;
  l->searches[l->n_searches++] = now.result;
  counts[CHANGES] += now.changed;
  check_elected(l);
}

static void miss(void) {
  const unsigned site = dice_below(&throws, SITES), processor = dice_below(&throws, PROCESSORS);
  const uint64_t address = 4096 + dice_below(&throws, 200) * 16, completion = n_misses + 1 + dice_below(&throws, 50);
  now.load = code_of[site];
  now.searched = now.changed = false;
  now.result = some_result();
  plain_load *l = &loads[now.load];
  l->misses++;
  for (unsigned power = 1; power <= 128; power *= 2)
    if (l->misses > 1 && (l->misses == power || l->misses == power / 2 * 3)) l->due = true;
  if (l->misses > 193) l->due = false;
  const uint64_t wanted = wait_of(processor, &l->producers);
  CHECK(bin_dependences_producer(dependences, processor, &sites[site], address) == wanted);
  counts[WAITS] += wanted != 0;
  note_search(l);
  bin_dependences_complete(dependences, processor, &sites[site], address, completion);
  misses[n_misses++] = (plain_miss){code(now.load), address, completion, processor};
}

static void look_up(void) {
  const unsigned processor = dice_below(&throws, PROCESSORS);
  const uint64_t address = 4096 + dice_below(&throws, 3200);
  bin_producer wanted, found;
  const bool there = find(processor, address, &wanted);
  CHECK(bin_dependences_find(dependences, processor, address, LINE_BITS, &found) == there);
  if (!there) return;
  counts[LINES]++;
  CHECK(same(found, wanted));
}

/* Callback: copies the producers to another machine, as in a replay. */
static void copy(void *closure, uint64_t of, const bin_producer *producers, unsigned n) {
  bin_dependences_clear(closure, of);
  for (unsigned i = 0; i < n; i++) {
    CHECK(same(producers[i], bin_producer_unpack(bin_producer_pack(producers[i]))));
    bin_dependences_add(closure, of, producers[i]);
  }
}

/* Callback: checks that a load of the other machine has the producers of the first machine. */
static void compare(void *closure, uint64_t of, const bin_producer *producers, unsigned n) {
  const plain_search *wanted = &loads[(of - code(0)) / 5].producers;
  ++*(unsigned *)closure;
  CHECK(n == wanted->n);
  for (unsigned i = 0; i < n; i++) CHECK(same(producers[i], wanted->producers[i]));
}

static void check_copy(void) {
  bin_dependences *other = bin_dependences_new(PROCESSORS);
  unsigned n = 0, wanted = 0;
  bin_dependences_add(other, code(0), (bin_producer){code(1), 1}); /* removed by the copy, if load 0 has producers */
  if (loads[0].producers.n == 0) bin_dependences_clear(other, code(0));
  bin_dependences_visit(dependences, copy, other);
  bin_dependences_visit(other, compare, &n);
  for (unsigned i = 0; i < CODES; i++) wanted += loads[i].producers.n != 0;
  CHECK(n == wanted);
  bin_dependences_free(other);
}

static void run_world(uint64_t seed) {
  throws = (dice){seed};
  memset(loads, 0, sizeof loads);
  n_misses = 0;
  dependences = bin_dependences_new(PROCESSORS);
  bin_dependences_learn(dependences, search, change, &now);
  for (unsigned i = 0; i < SITES; i++) {
    code_of[i] = dice_below(&throws, CODES);
    bin_dependences_set_code(dependences, &sites[i], code(code_of[i]));
  }
  for (unsigned i = 0; i < STEPS; i++) {
    miss();
    if (dice_chance(&throws, 30)) look_up();
  }
  const bin_site unknown = {0};
  CHECK(bin_dependences_producer(dependences, 0, &unknown, 4096) == 0);
  check_copy();
  bin_dependences_free(dependences);
}

int main(int argc, char **argv) {
  uint64_t worlds = 300, seed = 1;
  for (int i = 1; i + 1 < argc; i += 2)
    *(strcmp(argv[i], "--worlds") == 0 ? &worlds : &seed) = strtoull(argv[i + 1], NULL, 10);
  for (uint64_t i = 0; i < worlds && check_failures == 0; i++) {
    run_world(seed + i);
    if (check_failures != 0) printf("FAILED: seed %" PRIu64 "\n", seed + i);
  }
  for (unsigned i = 0; i < 5; i++) {
    printf("%10u %s\n", counts[i], names[i]);
    CHECK(counts[i] != 0);
  }
  return check_failures != 0;
}
