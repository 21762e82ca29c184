/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_stall.c: see coh_stall.h.
 *
 * The rules
 *  - A load enters the window as a load if it misses, if its page needs a translation, or if it hits a line that a
 *    prefetcher has requested and that has not arrived. A modify that misses also enters as a load, because it needs
 *    the line before it can store.
 *  - A store that misses or upgrades enters the window as a store. So does a modify that only upgrades.
 *  - An atomic instruction or fence waits for all earlier references, whether it misses or not.
 *  - A covered miss is a miss with no stall. The overlapped cycles of a reference are its latency minus its stall. If
 *    the page of a reference needs a translation, the first cycles of its stall belong to the translation. */
#include "coherence/coh_stall.h"

uint64_t coh_stall(coh_processor *p, const coh_wait *wait) {
  if (wait->latency == 0 && wait->kind != COH_WINDOW_ATOMIC) { /* the level that supplied the line has latency 0 */
    coh_system_charge(p, wait->note | (wait->misses ? COH_NOTE_MISSES : 0), 0, 0, 0);
    return 0;
  }
  const coh_window_miss miss = {.progress = coh_progress(p),
                                .producer = wait->producer,
                                .word = wait->address / 8,
                                .latency = wait->latency,
                                .note = wait->note | (wait->misses ? COH_NOTE_MISSES : 0),
                                .part = wait->translation,
                                .kind = wait->kind};
  const coh_window_answer answer = coh_window_enter(p->window, &miss);
  p->now += answer.stall;
  return answer.completion;
}
