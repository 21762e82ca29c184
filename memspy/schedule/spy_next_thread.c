/* spy_next_thread.c: see spy_next_thread.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/schedule/spy_next_thread.h"

#include "coherence/coh_order-inl.h"
#include "memspy/record/spy_lane.h"
#include "memspy/schedule/spy_thread-inl.h"
#include "memspy/setup/spy_state.h"

ThreadId spy_next_thread(UInt number) {
  const spy_processor *p = &spy_threads.processors[number];
  const Bool goes_on = p->current && spy_threads.of[p->current].runnable;
  if (goes_on && (!p->first || *spy_clock_of(number) < p->until)) return p->current;
  return p->first ? p->first : goes_on ? p->current : VG_INVALID_THREADID;
}

ULong spy_next_thread_start(UInt number, ThreadId tid) {
  const spy_processor *p = &spy_threads.processors[number];
  const ULong now = *spy_clock_of(number);
  const ULong start = spy_threads.of[tid].ready_at > now ? spy_threads.of[tid].ready_at : now;
  return start + spy_threads.of[tid].delay + (p->last && p->last != tid ? spy_system->config.context_switch : 0);
}

ULong spy_next_thread_key(UInt number) {
  const ThreadId tid = spy_next_thread(number);
  const ULong key = tid ? coh_order_key(spy_next_thread_start(number, tid), number) : COH_ORDER_NEVER;
  const ULong alarm = spy_threads.processors[number].alarm, now = *spy_clock_of(number);
  if (LIKELY(alarm == 0)) return key;
  const ULong rings = coh_order_key(alarm > now ? alarm : now, number);
  return rings < key ? rings : key;
}

ULong spy_first_clock(void) {
  ULong first = COH_ORDER_NEVER, passed = 0, latest = 0;
  for (UInt i = 0; i < spy_system->config.processors; i++) {
    if (*spy_clock_of(i) > latest) latest = *spy_clock_of(i);
    if (!spy_lane_is_empty(i)) {
      if (*spy_clock_of(i) > passed) passed = *spy_clock_of(i);
    } else if (spy_next_thread_key(i) < first) {
      first = spy_next_thread_key(i);
    }
  }
  if (first == COH_ORDER_NEVER) return latest;
  return coh_order_clock(first) > passed ? coh_order_clock(first) : passed;
}

ThreadId spy_only_thread(void) {
  for (ThreadId tid = 1; tid <= spy_threads.most; tid++)
    if (spy_threads.of[tid].alive && spy_threads.of[tid].runnable) return tid;
  return VG_INVALID_THREADID;
}

Bool spy_alarm_rings(ULong key) {
  const ULong alarm = spy_threads.processors[coh_order_processor(key)].alarm;
  return alarm != 0 && alarm <= coh_order_clock(key);
}
