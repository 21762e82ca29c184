/* spy_counted.c: see spy_counted.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/drain/spy_counted.h"

#include "memspy/setup/spy_state.h"

static const spy_exit *began_to_wait; /* the current run, if a sample became pending in it; else NULL */

UInt spy_counted_slowly(bin_account *account, bin_flow *flow, bin_site *site, ULong address, ULong clock,
                        const spy_exit *e) {
  const coh_processor *p = &spy_system->processors[flow->processor];
  const ULong before = spy_counter_events(p);
  bin_reference_slowly(account, flow, site, address, clock);
  if (LIKELY(spy_counter_events(p) == before)) return False;
  const UInt due = spy_counter.due;
  spy_counter_event(spy_queue_around(flow), e, site);
  if (LIKELY(spy_counter.due == due)) return False;
  began_to_wait = e;
  return True;
}

void spy_counted_call(const bin_account *account, bin_flow *flow, const bin_site *site, ULong address,
                      const spy_exit *e) {
  spy_queue *q = spy_queue_around(flow);
  spy_counter_call(q, e, site);
  bin_site_follow_call(account, flow, site, address);
  spy_counter_called(q, e, site, address);
}

void spy_counted_end(bin_flow *flow, const spy_exit *e, const ULong *last) {
  spy_queue *q = spy_queue_around(flow);
  spy_counter_end_run(q, e);
  spy_exit_follow(flow, e, last);
  spy_counter_ended_run(q, e, last);
}

void spy_counted_leave(const spy_queue *q) {
  const spy_exit *e = began_to_wait;
  began_to_wait = NULL;
  if (e && e->end == SPY_END_PLAIN) spy_counter_end_run(q, e); /* other ends were reported by spy_counted_end() */
}

void spy_counted_run(bin_flow *flow, const bin_lane *lane, const spy_exit *e, const ULong *at, ULong clock) {
  bin_site *site = e->sites;
  for (const ULong *const last = at + e->n_references; at < last; at++, site++) {
    clock += COH_CLOCK_STEP;
    if (UNLIKELY(!bin_reference_plainly(flow, lane, lane->line_bits, site, *at, clock)))
      spy_counted_slowly(spy_account, flow, site, *at, clock, e);
    if (UNLIKELY(site->flags & BIN_SITE_CALL)) spy_counted_call(spy_account, flow, site, *at, e);
  }
  began_to_wait = NULL;
  spy_counted_end(flow, e, at - 1);
}

void spy_counted_skip(spy_queue *q, const spy_exit *e, const ULong *addresses) {
  const bin_site *site = e->sites;
  for (const ULong *at = addresses; e->calls && at < addresses + e->n_references; at++, site++)
    if (site->flags & BIN_SITE_CALL) spy_counted_call(spy_account, &q->flow, site, *at, e);
  spy_counted_end(&q->flow, e, addresses + e->n_references - 1);
}
