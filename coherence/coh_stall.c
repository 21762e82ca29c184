/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_stall.c: see coh_stall.h.
 *
 * The rules
 *  - A load that misses, that hits a line which a prefetcher has requested and that has not arrived, or whose page needs
 *    a translation, is a load of the window. So is a modify that misses: it needs the line before it can store.
 *  - A store that misses or upgrades is a store of the window, and so is the store of a modify that only upgrades.
 *  - An atomic instruction or fence waits for all earlier references, whether it misses or not.
 *  - A covered miss is a miss with no stall. The overlapped cycles of a reference are its latency without its stall. The
 *    stall of a reference whose page needs a translation is first that of the translation. */
#include "coherence/coh_stall.h"

/* In a note of the window: the reference is a miss. */
#define NOTE_MISSES (COH_NOTE_MAX + 1)

/* A coh_window_report. */
static void report(void *closure, uint32_t note, uint32_t translation, uint32_t stall, uint32_t overlapped) {
  coh_processor *p = closure;
  const coh_system *const system = p->system;
  const coh_charge charge = {.stall = stall,
                             .overlapped = overlapped,
                             .translation = translation < stall ? translation : stall,
                             .covered = (note & NOTE_MISSES) && stall == 0};
  p->counts.stall_cycles += stall;
  p->counts.overlapped_cycles += overlapped;
  p->counts.overlapped_misses += charge.covered;
  p->counts.translation_cycles += charge.translation;
  if (system->charger) system->charger(system->charger_closure, note & COH_NOTE_MAX, &charge);
}

void coh_stall_start(coh_system *system, coh_processor *p) {
  const mach_config *const machine = &system->config;
  const coh_window_config config = {.instructions = machine->window,
                                    .outstanding = machine->outstanding_misses,
                                    .stores = machine->store_buffer,
                                    .step = mach_step(machine)};
  p->system = system;
  p->window = coh_window_new(&config, report, p);
}

uint64_t coh_stall(coh_processor *p, const coh_wait *wait) {
  if (wait->latency == 0 && wait->kind != COH_WINDOW_ATOMIC) { /* a level whose latency is 0 */
    report(p, wait->note | (wait->misses ? NOTE_MISSES : 0), 0, 0, 0);
    return 0;
  }
  const coh_window_miss miss = {.progress = coh_progress(p),
                                .producer = wait->producer,
                                .word = wait->address / 8,
                                .latency = wait->latency,
                                .note = wait->note | (wait->misses ? NOTE_MISSES : 0),
                                .part = wait->translation,
                                .kind = wait->kind};
  const coh_window_answer answer = coh_window_enter(p->window, &miss);
  p->now += answer.stall;
  return answer.completion;
}

void coh_drain(coh_processor *p) { p->now += coh_window_drain(p->window, coh_progress(p)); }
