/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_miss.c: the misses of an account, on any machine; bin_miss_vector.c has the most frequent ones. */
#include "bins/bin_miss-inl.h"
#include "coherence/coh_stall.h"

void bin_count_event(bin_account *account, const coh_processor *p, uint64_t line, uint64_t address,
                     const bin_cell *cell, coh_kind kind, unsigned event) {
  if (account->aside || bin_is_uncounted(account, cell->place)) return;
  const uint64_t start = line << p->line_bits;
  const uint64_t touched = address > start ? address : start;
  const uint32_t code = bin_table_get_place(account->table, cell->place)->code; /* a line is shared across stages */
  const bin_user user = bin_user_of(code, cell->bin, touched - start, coh_number(p));
  bin_use *added = bin_sharing_event(account->sharing, start, user, kind, event);
  if (added) added->start = bin_memory_start(&account->memory, cell->bin, touched);
}

void bin_count_outcome(bin_account *account, coh_processor *p, const bin_site *site, uint64_t address, bin_cell *cell,
                       const coh_outcome *outcome) {
  bin_count_inline(account, p, site, address, cell, outcome, true);
}

void bin_count_in_context(bin_account *account, const coh_processor *p, const bin_cell *cell, coh_kind kind,
                          bool misses, bool memory) {
  if (!misses || !account->contexts || bin_is_uncounted(account, cell->place)) return;
  const bin_context_cell counts = {.read_misses = kind != COH_WRITE,
                                   .write_misses = kind == COH_WRITE,
                                   .memory = memory};
  const uint32_t context = bin_contexts_current(account->contexts)[coh_number(p)];
  bin_contexts_add(account->contexts, bin_contexts_note(account->contexts, context, cell->number), &counts, 1);
}

/* Returns the note to which charge() (bin_account.c) attributes a wait for a reference of the cell. For uncounted
 * references, it is a note of the root context, whose counts are not in the profile. */
static uint32_t note_of_wait(bin_account *account, const coh_processor *p, const bin_cell *cell) {
  if (!account->contexts) return cell->number;
  const uint32_t context = bin_is_uncounted(account, cell->place)
                               ? BIN_CONTEXT_ROOT
                               : bin_contexts_current(account->contexts)[coh_number(p)];
  return bin_contexts_note(account->contexts, context, cell->number);
}

/* Counts cycles of a reference as overlapped. If `miss` is true, also counts an overlapped miss. */
static inline void overlap(bin_account *account, const coh_processor *p, const bin_cell *cell, uint32_t cycles,
                           bool miss) {
  bin_cells_overlap(&account->cells, cell, cycles, miss);
  coh_counts *const uncounted = bin_uncounted_counts(account, coh_number(p), cell->place);
  if (PLAT_LIKELY(!uncounted)) return;
  uncounted->overlapped_misses += miss;
  uncounted->overlapped_cycles += cycles;
}

/* Enters a reference into the window if coh_stall_load() does not. `producer`: the producer of a load's address.
 * Returns the completion of the reference. */
__attribute__((noinline)) static uint64_t enter_any(bin_account *account, coh_processor *p, const bin_site *site,
                                                    uint64_t address, const bin_cell *cell, coh_wait *wait) {
  const coh_kind kind = (coh_kind)(site->flags & BIN_SITE_KIND);
  wait->address = address;
  wait->last = site->last;
  wait->own = coh_kind_owns(kind);
  const coh_entered entered = coh_stall(p, wait);
  overlap(account, p, cell, entered.latency, wait->misses);
  return entered.completion;
}

void bin_enter_window(bin_account *account, coh_processor *p, const bin_site *site, uint64_t address,
                      const bin_cell *cell, uint32_t stall, uint32_t translation, bool misses, bool upgrades) {
  const bool atomic = bin_site_is_atomic(account, site);
  if (stall == 0 && !misses && !atomic && p->flights->since == 0) return;
  const coh_window_kind kind = atomic ? COH_WINDOW_ATOMIC
                                      : coh_window_kind_of((coh_kind)(site->flags & BIN_SITE_KIND), misses);
  const bool loads = kind == COH_WINDOW_LOAD || kind == COH_WINDOW_MODIFY;
  const unsigned processor = coh_number(p);
  const uint64_t producer = loads ? bin_dependences_producer(account->dependences, processor, site, address) : 0;
  const uint32_t note = note_of_wait(account, p, cell);
  uint64_t completion;
  if (PLAT_LIKELY(kind == COH_WINDOW_LOAD && misses && translation == 0) &&
      PLAT_LIKELY(coh_stall_load(p, address, producer, stall, note, &completion)))
    overlap(account, p, cell, stall, true);
  else
    completion = enter_any(account, p, site, address, cell,
                           &(coh_wait){.producer = producer,
                                       .note = note,
                                       .latency = stall,
                                       .translation = translation,
                                       .kind = kind,
                                       .misses = misses,
                                       .requests = misses || upgrades});
  if (loads) bin_dependences_complete(account->dependences, processor, site, address, completion);
}

/* As bin_miss(), but with the general instance. */
__attribute__((noinline)) static uint64_t miss_generally(bin_account *account, coh_processor *p, const bin_site *site,
                                                         uint64_t address, bin_cell *cell, uint32_t label) {
  const uint64_t line = address >> p->line_bits;
  const coh_blame blame = bin_blame_of(account, site, cell);
  const bool own = coh_kind_owns((coh_kind)(site->flags & BIN_SITE_KIND));
  coh_outcome outcome;
  const uint64_t slot = coh_line_use(account->system, coh_number(p), line, own,
                                     coh_granules_within(p, address, address + site->last), &blame, COH_NO_SLOT,
                                     &outcome);
  if (label != COH_NO_LABEL && slot != COH_NO_SLOT) coh_label_line(p, slot, label);
  bin_count_outcome(account, p, site, address, cell, &outcome);
  return slot;
}

uint64_t bin_miss(bin_account *account, coh_processor *p, const bin_site *site, uint64_t address, bin_cell *cell,
                  uint32_t label) {
  if (PLAT_UNLIKELY(account->full || p->misses == COH_MISS_GENERAL))
    return miss_generally(account, p, site, address, cell, label);
  return bin_miss_simply(account, p, site, address, cell, label);
}
