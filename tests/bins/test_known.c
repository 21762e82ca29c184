/* test_known.c: tests sites at constant addresses. They remember the bin of a variable that shares eight bytes with
 * another variable, and must forget it when the memory gets another use. They must never remember the bin of a heap
 * block.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

#include "bins/bin_account.h"
#include "tests/coherence/plat_test.h"

enum { A = 0x10000, B = 0x20000 }; /* two variables of four bytes; later two heap blocks */

static bin_id resolve(void *closure, uint64_t address, uint64_t *low, uint64_t *high) {
  const bin_id *variables = closure;
  const unsigned which = (address - A) / 4 % 2;
  *low = A + 4 * which;
  *high = *low + 4;
  return variables[which];
}

static uint64_t reads_of(bin_account *account, bin_id bin) {
  uint64_t reads = 0;
  const bin_cells *cells = bin_account_cells(account);
  for (uint32_t i = 0; i < cells->n; i++)
    if (bin_cells_get(cells, i)->bin == bin) reads += bin_cells_get(cells, i)->reads;
  return reads;
}

/* One sequence of events, whose steps depend on each other. NOLINTNEXTLINE(readability-function-size) */
int main(void) {
  mach_config config;
  mach_preset_find(MACH_PRESET_DEFAULT, &config);
  coh_system *system = coh_system_new(&config);
  bin_table *table = bin_table_new();
  const uint32_t segment = bin_table_segment(table, "f", bin_table_object(table, "o"), bin_table_file(table, "c"), 1);
  const uint32_t place = bin_table_place(table, segment, 0, 2, 0);
  bin_id variables[2] = {bin_table_bin(table, BIN_STATIC, "first", NULL, 0, NULL, 0),
                         bin_table_bin(table, BIN_STATIC, "second", NULL, 0, NULL, 0)};
  const bin_id range = bin_table_bin(table, BIN_RANGE, "range", NULL, 0, NULL, 0);
  bin_account *account = bin_account_new(system, table, resolve, variables);
  bin_account_map_lazy(account, A, 4096);
  bin_flow flow = {0};
  bin_site first, second;
  bin_site_init(&first, account, 4, COH_READ | BIN_SITE_FIXED, place);
  bin_site_init(&second, account, 4, COH_READ | BIN_SITE_FIXED, place);

  for (int i = 0; i < 10; i++) {
    bin_account_reference(account, &flow, &first, A);
    bin_account_reference(account, &flow, &second, A + 4);
  }
  bin_account_name(account, A, 4, range);
  for (int i = 0; i < 5; i++) {
    bin_account_reference(account, &flow, &second, A + 4);
    bin_account_reference(account, &flow, &first, A);
  }
  bin_account_unname(account, A);
  for (int i = 0; i < 3; i++) {
    bin_account_reference(account, &flow, &second, A + 4);
    bin_account_reference(account, &flow, &first, A);
  }
  bin_site_flush(account, &first);
  bin_site_flush(account, &second);

  const bin_id blocks[3] = {bin_table_bin(table, BIN_HEAP, "0", NULL, 0, NULL, 0),
                            bin_table_bin(table, BIN_HEAP, "1", NULL, 0, NULL, 0),
                            bin_table_bin(table, BIN_HEAP, "2", NULL, 0, NULL, 0)};
  bin_account_map_lazy(account, B, 4096);
  bin_account_allocate(account, B, 4, blocks[0]);
  bin_account_allocate(account, B + 4, 4, blocks[1]);
  bin_site_init(&first, account, 4, COH_READ | BIN_SITE_FIXED, place);
  bin_site_init(&second, account, 4, COH_READ | BIN_SITE_FIXED, place);
  for (int i = 0; i < 4; i++) {
    bin_account_reference(account, &flow, &first, B);
    bin_account_reference(account, &flow, &second, B + 4);
  }
  bin_account_release(account, B + 4);
  bin_account_allocate(account, B + 4, 4, blocks[2]);
  bin_account_reference(account, &flow, &first, B);
  bin_account_reference(account, &flow, &second, B + 4);
  bin_site_flush(account, &first);
  bin_site_flush(account, &second);
  const struct {
    const char *what;
    bin_id bin;
    uint64_t expected;
  } expected[] = {{"first", variables[0], 13}, {"second", variables[1], 18}, {"range", range, 5},
                  {"block 0", blocks[0], 5},   {"block 1", blocks[1], 4},    {"block 2", blocks[2], 1}};
  bool good = true;
  for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++) {
    const uint64_t reads = reads_of(account, expected[i].bin);
    if (reads != expected[i].expected) {
      printf("%s: %d reads, expected %d\n", expected[i].what, (int)reads, (int)expected[i].expected);
      good = false;
    }
  }
  bin_account_free(account);
  bin_table_free(table);
  coh_system_free(system);
  return !good || plat_test_outstanding() != 0;
}
