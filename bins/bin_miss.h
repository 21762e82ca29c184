/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_miss.h: counts the miss of one line in an account. */
#pragma once

#include "bins/bin_account_state.h"

/* Simulates and counts the miss of a reference to one line, on any machine. `cell`: the cell of the reference; `label`:
 * the label of the whole line, or COH_NO_LABEL. Returns the slot of the D1 that holds the line, or COH_NO_SLOT if a
 * prefetch has already evicted it. */
uint64_t bin_miss(bin_account *account, coh_processor *p, const bin_site *site, uint64_t address, bin_cell *cell,
                  uint32_t label);

/* As bin_miss(), compiled for vectors of 256 bits; only if p->vector, and not all references take the full path. */
uint64_t bin_miss_vector(bin_account *account, coh_processor *p, const bin_site *site, uint64_t address, bin_cell *cell,
                         uint32_t label);

/* Makes a reference to a line that is not in the filter, if it is a plain miss. `entry`: the filter entry of the line.
 * Requires p->vector. Returns whether it made the reference; if not, sets *slot to the slot of the D1 that holds the
 * line, or COH_NO_SLOT. */
bool bin_reference_vector(bin_account *account, coh_processor *p, bin_site *site, uint64_t address, coh_filter *entry,
                          uint64_t *slot);

/* Counts the outcome of a reference at `address` in the processor, in its cell, and in the shared line. */
void bin_count_outcome(bin_account *account, coh_processor *p, const bin_site *site, uint64_t address, bin_cell *cell,
                       const coh_outcome *outcome);

/* For bin_miss-inl.h: on a processor with a window, counts a reference of a cell in the current context, if there are
 * contexts. `misses`: the reference missed; `memory`: memory served the miss. */
void bin_count_in_context(bin_account *account, const coh_processor *p, const bin_cell *cell, coh_kind kind,
                          bool misses, bool memory);

/* Enters a reference into the window of its processor, if the processor can have to wait for the reference. The
 * processor must have a window. `stall` and `translation` are those of the reference's outcome; `misses`: the reference
 * is a miss; `upgrades`: the reference is an upgrade. */
void bin_enter_window(bin_account *account, coh_processor *p, const bin_site *site, uint64_t address,
                      const bin_cell *cell, uint32_t stall, uint32_t translation, bool misses, bool upgrades);

/* Returns whether the instruction of a site is atomic (bin_account_set_atomic()). */
static inline bool bin_site_is_atomic(const bin_account *account, const bin_site *site) {
  if (PLAT_LIKELY(site->label != BIN_LABEL_NEVER)) return false;
  const uint32_t *atomic = plat_map_find(&account->atomics, (uint64_t)(uintptr_t)site);
  return atomic && *atomic != 0;
}

/* For bin_miss-inl.h: counts an event (bin_sharing.h) of a line that a reference at `address` caused. */
void bin_count_event(bin_account *account, const coh_processor *p, uint64_t line, uint64_t address,
                     const bin_cell *cell, coh_kind kind, unsigned event);

/* Returns whether the machine needs the addresses of instructions (coh_blame.code). */
static inline bool bin_account_has_codes(const bin_account *account) {
  return (account->system->config.prefetch & MACH_STRIDE) != 0;
}

/* Returns the requester of a reference of a cell, on a machine that needs no addresses of instructions. */
static inline coh_blame bin_blame_without_code(const bin_cell *cell) {
  return (coh_blame){.filler = cell->bin, .storer = cell->segment, .note = cell->number};
}

/* Returns the requester of a reference of a cell. */
static inline coh_blame bin_blame_of(const bin_account *account, const bin_site *site, const bin_cell *cell) {
  coh_blame blame = bin_blame_without_code(cell);
  if (PLAT_LIKELY(!bin_account_has_codes(account))) return blame;
  const uint32_t *code = plat_map_find(&account->codes, (uint64_t)(uintptr_t)site);
  blame.code = code ? *code : 0;
  return blame;
}

/* Returns whether all bytes of a reference are in one line. */
static inline bool bin_is_in_line(const coh_processor *p, const bin_site *site, uint64_t address) {
  return (address ^ (address + site->last)) >> p->line_bits == 0;
}

/* Returns whether a reference is within one line, all of which has the label of the site, so that its bin is known. */
static inline bool bin_is_plain_miss(const bin_account *account, const coh_processor *p, const bin_site *site,
                                     uint64_t address) {
  const bin_answer *kept = bin_memory_kept_line(&account->memory, address, p->line_bits);
  return kept && kept->label == site->label && bin_is_in_line(p, site, address);
}
