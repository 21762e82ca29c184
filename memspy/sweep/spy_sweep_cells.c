/* spy_sweep_cells.c: see spy_sweep_cells.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/sweep/spy_sweep_cells.h"

#include "memspy/setup/spy_state.h"

enum { RECENT_BITS = 12 };

/* An entry of the cache of look-ups: the cell of a place and a bin. */
typedef struct {
  ULong key; /* bin_cell_key(); 0: none */
  UInt cell;
} recent_cell;

static UInt told_by;
static bin_sweep_cells cells;
static recent_cell recents[1 << RECENT_BITS]; /* indexed by a hash of the key; most look-ups hit an entry */

void spy_sweep_cells_begin(UInt by) { told_by = by; }

UInt spy_sweep_by(void) { return told_by; }

/* Returns the cell of a place and a bin; makes it if necessary. */
static UInt search(UInt place, bin_id bin) {
  const UInt segment = told_by & BIN_BY_FUNCTION ? bin_table_get_place(spy_table, place)->segment : 0;
  return bin_sweep_cells_find(&cells, segment, told_by & BIN_BY_BIN ? bin : 0);
}

UInt spy_sweep_cell(const bin_flow *flow, const bin_site *site, ULong address) {
  if (LIKELY(told_by == 0)) return 0;
  const bin_id bin = told_by & BIN_BY_BIN ? bin_account_find(spy_account, flow, address, site->place) : 0;
  const ULong key = bin_cell_key(site->place, bin);
  recent_cell *recent = &recents[key * 0x9e3779b97f4a7c15u >> (64 - RECENT_BITS)];
  if (UNLIKELY(recent->key != key)) *recent = (recent_cell){key, search(site->place, bin)};
  return recent->cell;
}

const bin_sweep_cells *spy_sweep_cells_counted(void) {
  if (told_by == 0) return NULL;
  const bin_cells *counted = bin_account_cells(spy_account);
  bin_sweep_cells_zero(&cells);
  for (UInt i = 0; i < counted->n; i++) {
    const bin_cell *from = bin_cells_get(counted, i);
    if (from->reads + from->writes == 0) continue;
    const UInt cell = search(from->place, from->bin);
    bin_sweep_cells_count(&cells, cell, COH_READ, from->reads);
    bin_sweep_cells_count(&cells, cell, COH_WRITE, from->writes);
  }
  return &cells;
}
