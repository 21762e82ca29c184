/* test_fetches.c: tests misses of instruction fetches and their costs, in examples that can be worked out by hand:
 * places, evictors, the L2 and the last level that code and data share, and clocks.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "bins/bin_account.h"
#include "coherence/coh_line-inl.h"
#include "coherence/coh_system-inl.h"
#include "tests/check.h"
#include "tests/coherence/plat_test.h"

enum { FIRST, SECOND, PATHS }; /* two functions of two instructions; their lines are in one set */

typedef struct {
  coh_system *system;
  bin_table *table;
  bin_account *account;
  fetch_system *caches;
  uint32_t places[PATHS], segments[PATHS];
} world;

static bin_id resolve(void *closure, uint64_t address, uint64_t *low, uint64_t *high) {
  (void)closure;
  *low = address;
  *high = address + 1;
  return BIN_ID_UNKNOWN;
}

/* Makes a machine of two processors, which counts traffic if it has all levels. The instruction cache has four sets of
 * lines of 16 bytes; other lines have 64 bytes. */
static world make_world(bool has_l2, bool has_ll) {
  mach_config config;
  mach_preset_find(MACH_PRESET_DEFAULT, &config);
  config.processors = 2;
  if (has_l2) config.l2 = (mach_geometry){64 * 1024, 8, 64};
  if (!has_ll) config.ll = (mach_geometry){0};
  config.traffic = has_l2 && has_ll;
  world w = {.system = coh_system_new(&config), .table = bin_table_new()};
  w.account = bin_account_new(w.system, w.table, resolve, NULL);
  bin_account_tell_fetches(w.account, &(fetch_config){{64, 1, 16}, FETCH_MARKER, 0});
  w.caches = bin_fetches_system(bin_account_fetches(w.account));
  const uint32_t object = bin_table_object(w.table, "o"), file = bin_table_file(w.table, "c");
  for (uint32_t i = 0; i < PATHS; i++) {
    w.segments[i] = bin_table_segment(w.table, i == FIRST ? "first" : "second", object, file, i + 1);
    w.places[i] = bin_table_place(w.table, w.segments[i], file, i + 1, 0);
    const uint64_t address = 0x1000 + 0x40 * i;
    const fetch_instruction code[] = {{address, w.places[i], 8, FETCH_GOES_ON},
                                      {address + 8, w.places[i], 8, FETCH_ENDS}};
    fetch_enter(w.caches, code, 2, &i, &(uint32_t){2}, 1);
  }
  return w;
}

static void free_world(world *w) {
  bin_account_free(w->account);
  bin_table_free(w->table);
  coh_system_free(w->system);
}

static bool are(bin_fetch_counts found, const uint64_t expected[9]) {
  const uint64_t numbers[] = {found.misses,       found.cold,     found.replacement,
                              found.invalidation, found.switched, found.second_level,
                              found.last_level,   found.memory,   found.stall_cycles};
  bool same = true;
  for (unsigned i = 0; i < 9; i++) same = same && numbers[i] == expected[i];
  return same;
}

/* Each line evicts the other one; the last level keeps both. */
static void test_last_level(void) {
  world w = make_world(false, true);
  const bin_fetches *fetches = bin_account_fetches(w.account);
  for (unsigned i = 0; i < 6; i++) fetch_system_run(w.caches, 0, i % 2 ? SECOND : FIRST);
  fetch_system_run(w.caches, 1, FIRST);
  CHECK(are(bin_fetches_at(fetches, w.places[FIRST]), (uint64_t[]){4, 2, 2, 0, 0, 0, 3, 1, 200 + 3 * 40}));
  CHECK(are(bin_fetches_at(fetches, w.places[SECOND]), (uint64_t[]){3, 1, 2, 0, 0, 0, 2, 1, 200 + 2 * 40}));
  CHECK(are(*bin_fetches_of(fetches, 0), (uint64_t[]){6, 2, 4, 0, 0, 0, 4, 2, 2 * 200 + 4 * 40}));
  CHECK(are(*bin_fetches_of(fetches, 1), (uint64_t[]){1, 1, 0, 0, 0, 0, 1, 0, 40}));
  CHECK(bin_account_cycles(w.account, 0) == 2 * 200 + 4 * 40 && coh_now(w.system, 0) == 2 * 200 + 4 * 40);
  const bin_tally *evictors = bin_fetches_evictors(bin_account_fetches(w.account));
  CHECK(evictors->n == 2);
  for (uint32_t i = 0; i < evictors->n; i++) {
    const uint32_t lost = evictors->entries[i].cell == w.places[FIRST] ? FIRST : SECOND;
    CHECK(evictors->entries[i].who == w.segments[lost == FIRST ? SECOND : FIRST] && evictors->entries[i].count == 2);
  }
  coh_check(w.system);
  free_world(&w);
}

/* The L2 receives code. A fetch finds data in it, and a reference finds code in it. */
static void test_second_level(void) {
  world w = make_world(true, false);
  const bin_fetches *fetches = bin_account_fetches(w.account);
  coh_blame blame = {0};
  coh_outcome outcome;
  fetch_system_run(w.caches, 0, FIRST);
  coh_line_use(w.system, 0, 0x1000 / 64, false, 1, &blame, COH_NO_SLOT, &outcome);
  CHECK(outcome.source == COH_FROM_L2);
  coh_line_use(w.system, 0, 0x1040 / 64, false, 1, &blame, COH_NO_SLOT, &outcome);
  CHECK(outcome.source == COH_FROM_MEMORY);
  fetch_system_run(w.caches, 0, SECOND);
  CHECK(are(bin_fetches_at(fetches, w.places[FIRST]), (uint64_t[]){1, 1, 0, 0, 0, 0, 0, 1, 200}));
  CHECK(are(bin_fetches_at(fetches, w.places[SECOND]), (uint64_t[]){1, 1, 0, 0, 0, 1, 0, 0, 12}));
  coh_check(w.system);
  free_world(&w);
}

/* Code that evicts modified data from the L2 causes their write-back; the code itself is not counted. */
static void test_traffic(void) {
  enum { WAYS = 8, SETS = 128, LINE = 64 };
  world w = make_world(true, true);
  bin_cells *cells = bin_account_cells_to_set(w.account);
  const bin_cell *stores = bin_cells_find(cells, w.places[FIRST], BIN_ID_UNKNOWN);
  const coh_blame blame = {.filler = stores->bin, .note = stores->number};
  coh_outcome outcome;
  coh_activate(w.system, 0);
  for (uint64_t way = 1; way <= WAYS; way++)
    coh_line_use(w.system, 0, 0x1040 / LINE + way * SETS, true, 1, &blame, COH_NO_SLOT, &outcome);
  fetch_system_run(w.caches, 0, SECOND);
  const coh_counts first = bin_cells_counts(cells, stores);
  const coh_counts second = bin_cells_counts(cells, bin_cells_find(cells, w.places[SECOND], BIN_ID_UNKNOWN));
  CHECK(first.d1_bytes_read == WAYS * LINE && first.l2_bytes_read == WAYS * LINE && first.l2_bytes_written == 0);
  CHECK(second.d1_bytes_written == LINE && second.l2_bytes_written == LINE && second.memory_bytes_written == 0);
  CHECK(second.d1_bytes_read == 0 && second.l2_bytes_read == 0 && second.memory_bytes_read == 0);
  free_world(&w);
}

/* An instruction in two lines counts once, for the farther level in which a line was found. */
static void test_two_lines(void) {
  world w = make_world(false, true);
  coh_outcome outcome;
  const fetch_instruction code = {0x103c, w.places[FIRST], 8, FETCH_ENDS};
  fetch_enter(w.caches, &code, 1, &(uint32_t){PATHS}, &(uint32_t){1}, 1);
  coh_activate(w.system, 0);
  coh_line_use(w.system, 0, 0x1000 / 64, false, 1, &(coh_blame){0}, COH_NO_SLOT, &outcome);
  fetch_system_run(w.caches, 0, PATHS);
  CHECK(are(*bin_fetches_of(bin_account_fetches(w.account), 0), (uint64_t[]){1, 1, 0, 0, 0, 0, 0, 1, 200}));
  free_world(&w);
}

/* Without an L2 and a last level, all lines come from memory. Resetting the counts does not change the caches. */
static void test_memory_and_zero(void) {
  world w = make_world(false, false);
  const bin_fetches *fetches = bin_account_fetches(w.account);
  fetch_system_run(w.caches, 0, FIRST);
  CHECK(are(bin_fetches_at(fetches, w.places[FIRST]), (uint64_t[]){1, 1, 0, 0, 0, 0, 0, 1, 200}));
  bin_account_zero(w.account);
  fetch_system_run(w.caches, 0, FIRST);
  CHECK(are(bin_fetches_at(fetches, w.places[FIRST]), (uint64_t[9]){0}) && fetch_counts_of(w.caches, 0)->fetches == 2);
  fetch_code_changed(w.caches, 0x1008, 1);
  fetch_system_run(w.caches, 0, FIRST);
  CHECK(are(bin_fetches_at(fetches, w.places[FIRST]), (uint64_t[]){1, 0, 0, 1, 0, 0, 0, 1, 200}));
  free_world(&w);
}

int main(void) {
  const uint64_t before = plat_test_outstanding();
  test_last_level();
  test_second_level();
  test_traffic();
  test_two_lines();
  test_memory_and_zero();
  CHECK(plat_test_outstanding() == before);
  printf("%s\n", check_failures == 0 ? "all checks hold" : "FAILED");
  return check_failures != 0;
}
