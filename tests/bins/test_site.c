/* test_site.c: tests the sites whose instructions are atomic. A translation can reuse the memory of earlier sites.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "bins/bin_account.h"
#include "bins/bin_miss.h"
#include "tests/check.h"

static bin_id unknown(void *closure, uint64_t address, uint64_t *low, uint64_t *high) {
  (void)closure, (void)address, (void)low, (void)high;
  return BIN_ID_UNKNOWN;
}

/* Makes a site. Its references are longer than a cache line, so that each of them takes the full path. */
static void make(bin_account *account, bin_site *site, bool atomic) {
  bin_site_init(site, account, 128, COH_MODIFY, 0);
  bin_account_set_atomic(account, site, atomic);
}

int main(void) {
  mach_config config;
  mach_preset_find(MACH_PRESET_DEFAULT, &config);
  config.processor = MACH_WINDOW;
  coh_system *system = coh_system_new(&config);
  bin_table *table = bin_table_new();
  bin_account *account = bin_account_new(system, table, unknown, NULL);
  bin_site sites[2];
  make(account, &sites[0], false);
  make(account, &sites[1], true);
  CHECK(!bin_site_is_atomic(account, &sites[0]) && bin_site_is_atomic(account, &sites[1]));
  make(account, &sites[0], true);
  make(account, &sites[1], false);
  CHECK(bin_site_is_atomic(account, &sites[0]) && !bin_site_is_atomic(account, &sites[1]));
  bin_account_free(account);
  bin_table_free(table);
  coh_system_free(system);
  return check_failures != 0;
}
