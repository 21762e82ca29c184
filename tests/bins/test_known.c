/* test_known.c: sites at constant addresses, which remember the bin of a variable that shares eight bytes with
 * another, and must forget it when the memory there is something else.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <stdio.h>

#include "bins/bin_account.h"
#include "tests/coherence/plat_test.h"

enum { A = 0x10000 }; /* two variables of four bytes */

static bin_id resolve(void *closure, uint64_t address, uint64_t *low, uint64_t *high) {
  const bin_id *variables = closure;
  const unsigned which = (address - A) / 4 % 2;
  *low = A + 4 * which;
  *high = *low + 4;
  return variables[which];
}

static uint64_t reads_of(bin_account *account, bin_id bin) {
  uint64_t reads = 0;
  for (uint32_t i = 0; i < bin_account_cells(account); i++)
    if (bin_account_cell(account, i)->bin == bin) reads += bin_account_cell(account, i)->counts.reads;
  return reads;
}

int main(void) {
  coh_config config;
  coh_preset_find(COH_PRESET_DEFAULT, &config);
  coh_system *system = coh_system_new(&config);
  bin_table *table = bin_table_new();
  const uint32_t segment = bin_table_segment(table, "f", bin_table_object(table, "o"), bin_table_file(table, "c"), 1);
  const uint32_t place = bin_table_place(table, segment, 0, 2);
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
  const bool good =
      reads_of(account, variables[0]) == 13 && reads_of(account, variables[1]) == 18 && reads_of(account, range) == 5;
  if (!good)
    printf("first %d, second %d, range %d; expected 13, 18, 5\n", (int)reads_of(account, variables[0]),
           (int)reads_of(account, variables[1]), (int)reads_of(account, range));
  bin_account_free(account);
  bin_table_free(table);
  coh_system_free(system);
  return !good || plat_test_outstanding() != 0;
}
