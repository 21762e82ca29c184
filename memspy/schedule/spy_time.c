/* spy_time.c: see spy_time.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/schedule/spy_time.h"

#include "coherence/coh_order-inl.h"
#include "memspy/record/spy_lane.h"
#include "memspy/record/spy_queue.h"
#include "memspy/sample/spy_sample.h"
#include "memspy/schedule/spy_thread.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"

/* The program starts at 2026-01-01 00:00:00 UTC, a thousand seconds after boot. */
enum { START_OF_DAY = 1767225600, START_UP = 1000 };
#define SECOND 1000000000ULL

/* The number of cycles by which two calls differ at least, while the simulated clocks do not advance. */
enum { STEP = 100 };

Bool spy_time_is_simulated(void) { return spy_options_get()->simulated_time; }

static ULong megahertz(void) {
  const ULong given = spy_options_get()->machine.megahertz;
  return given != 0 ? given : 1000;
}

static ULong host_ns(Int clock) {
  struct vki_timespec now;
  VG_(clock_gettime)(&now, clock);
  return (ULong)now.tv_sec * SECOND + (ULong)now.tv_nsec;
}

ULong spy_time_host_ns(void) { return host_ns(VKI_CLOCK_MONOTONIC); }

/* Returns the cycle up to the current block, as far as it is known: the stalls of this slice are not simulated yet. */
static ULong cycle_of(ThreadId tid) {
  static ULong stopped_at;
  const spy_queue *q = spy_queue_of(tid);
  const ULong now = spy_schedule_now(tid);
  if (spy_stopped()) {
    if (stopped_at == 0) stopped_at = spy_time_host_ns();
    return now + (spy_time_host_ns() - stopped_at) / 1000 * megahertz();
  }
  if (q && q->started) spy_sample_settle(tid);
  return now + (q && q->started ? spy_recorded_cycles(q->begin, spy_queue_cursor(tid)) : 0);
}

ULong spy_time_cycles(ThreadId tid) {
  static ULong latest;
  const ULong now = cycle_of(tid);
  return latest = now > latest ? now : latest + STEP;
}

static ULong ns_of(ULong cycles) {
  const ULong mhz = megahertz();
  return cycles / mhz * 1000 + cycles % mhz * 1000 / mhz;
}

static ULong idle_cycles(ThreadId tid, ULong most) {
  const ULong idle = bin_account_idle_cycles(spy_account, spy_schedule_processor(tid));
  return idle < most ? idle : most;
}

ULong spy_time_ns(ThreadId tid, Int clock) {
  if (!spy_time_is_simulated()) return host_ns(clock);
  const ULong cycles = spy_time_cycles(tid), ns = ns_of(cycles);
  switch (clock) {
    case VKI_CLOCK_REALTIME:
    case 5 /* coarse clock of the real time */:
    case 11 /* international atomic time (TAI) */: return START_OF_DAY * SECOND + ns;
    case VKI_CLOCK_MONOTONIC:
    case 4 /* raw monotonic clock */:
    case 6 /* coarse monotonic clock */:
    case 7 /* time since boot */: return START_UP * SECOND + ns;
    default: return ns_of(cycles - idle_cycles(tid, cycles)); /* processor time of a thread or a process */
  }
}

ULong spy_time_cycle_at(ULong ns) {
  const ULong since = ns > START_UP * SECOND ? ns - START_UP * SECOND : 0, mhz = megahertz();
  const ULong cycle = since / 1000 * mhz + (since % 1000 * mhz + 999) / 1000;
  return cycle < COH_ORDER_LATEST ? cycle : COH_ORDER_LATEST - 1;
}
