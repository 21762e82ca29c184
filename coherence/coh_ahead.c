/* coh_ahead.c: see coh_ahead.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_ahead.h"

#include "coherence/coh_system-inl.h"

void coh_ahead_start(coh_system *system) {
  if (system->pending) return;
  const unsigned processors = system->config.processors;
  system->pending = coh_pending_new(processors);
  coh_pages_start(system);
  for (unsigned i = 0; i < processors; i++) system->processors[i].pending = system->pending;
  coh_settle_brevity(system);
  if (system->config.prefetch == 0) return;
  for (unsigned i = 0; i < processors; i++)
    if (system->processors[i].active) coh_filter_empty(&system->processors[i]);
}

/* Takes from the others' filters what may not be there any more. */
static void restrict_others(coh_system *system, unsigned processor, uint64_t line, bool store) {
  const coh_holding *holding = system->directory ? coh_directory_find(system->directory, line) : NULL;
  if (!holding) return;
  for (uint64_t others = holding->holders & ~((uint64_t)1 << processor); others != 0; others &= others - 1)
    coh_filter_forget(&system->processors[__builtin_ctzll(others)], line, store);
}

void coh_ahead_load(const coh_system *system, uint64_t line) {
  __builtin_prefetch(&system->pending->lines[coh_pending_hash(system->pending, line)], 1);
  if (system->directory) coh_directory_load(system->directory, line);
}

void coh_ahead_add(coh_system *system, unsigned processor, uint64_t line, bool store) {
  if (coh_claim(system, processor, line)) return;
  coh_pending_note(system->pending, processor, line, store);
  restrict_others(system, processor, line, store);
}
