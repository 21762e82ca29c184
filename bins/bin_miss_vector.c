/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_miss_vector.c: references that miss, compiled for hosts with vectors of 256 bits. */
#ifndef __clang__ /* Clang has no such pragma; it compiles this file for vectors of 128 bits. */
#pragma GCC target("avx2,bmi,bmi2")
#endif

#include "bins/bin_miss-inl.h"

/* Simulates a miss with the vector instance, and sets *slot to its slot of the D1. Returns false, without a change, if
 * the miss needs another instance, or if the cell's count of memory would overflow. */
COH_INLINE bool miss_by_vector(bin_account *account, coh_processor *p, const bin_site *site, uint64_t address,
                               coh_filter *entry, bin_cell *cell, uint32_t label, uint64_t *slot) {
  coh_miss_found found;
  if (!coh_miss_find(p, address >> p->line_bits, &found)) return false;
  *slot = found.slot;
  if (PLAT_LIKELY(found.ll_hits != 0)) { /* two calls, so that neither depends on a condition */
    bin_miss_inline(account, p, site, address, entry, &found, cell, label, COH_MISS_VECTOR);
    return true;
  }
  if (cell->memory == UINT32_MAX) return false;
  bin_miss_inline(account, p, site, address, entry, &found, cell, label, COH_MISS_VECTOR);
  return true;
}

__attribute__((noinline)) static uint64_t miss_by_another(bin_account *account, coh_processor *p, const bin_site *site,
                                                          uint64_t address, bin_cell *cell, uint32_t label) {
  return bin_miss_simply(account, p, site, address, cell, label);
}

uint64_t bin_miss_vector(bin_account *account, coh_processor *p, const bin_site *site, uint64_t address, bin_cell *cell,
                         uint32_t label) {
  coh_filter *const entry = coh_filter_entry(p, address >> p->line_bits);
  uint64_t slot;
  if (PLAT_LIKELY(miss_by_vector(account, p, site, address, entry, cell, label, &slot))) return slot;
  return miss_by_another(account, p, site, address, cell, label);
}

/* Passes unusual references to other functions before it changes anything, so that no register must be saved across a
 * call. */
bool bin_reference_vector(bin_account *account, coh_processor *p, bin_site *site, uint64_t address, coh_filter *entry,
                          uint64_t *slot) {
  const uint64_t line = address >> p->line_bits, first = coh_cache_set(&p->d1, line) * COH_VECTOR;
  *slot = coh_cache_find_among(&p->d1, first, line, COH_VECTOR);
  if (PLAT_UNLIKELY(*slot != COH_NO_SLOT)) return false;
  const uint32_t label = site->label;
  bin_cell *cell;
  if (PLAT_LIKELY(address != 0 && !account->full && label < BIN_LABELS &&
                  bin_is_plain_miss(account, p, site, address) &&
                  (cell = bin_cells_peek(&account->cells, site->place, label)) != NULL)) {
    account->paths.misses++;
    site->pending++;
    uint64_t taken;
    if (PLAT_LIKELY(miss_by_vector(account, p, site, address, entry, cell, label, &taken))) return true;
    miss_by_another(account, p, site, address, cell, label);
    return true;
  }
  coh_load_ahead(p, line); /* the host can load the data while the caller looks up the bin */
  return false;
}
