/* spy_timed.c: see spy_timed.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/drain/spy_timed.h"

#include "coherence/coh_stall.h"
#include "memspy/setup/spy_state.h"

static struct {
  coh_processor *p;
  const ULong *packed; /* packed counts of generated code */
  ULong executed;      /* number of the drain's instructions that the clock already includes */
} now;

void spy_timed_begin(coh_processor *p, const ULong *packed) {
  now.p = p;
  now.packed = packed;
  now.executed = 0;
}

/* Advances the clock to `instructions` instructions after the begin of the drain. */
static void advance(ULong instructions) {
  coh_execute(spy_system, now.p, instructions - now.executed);
  now.executed = instructions;
}

void spy_timed_pass(ULong packed) { advance(SPY_PACKED_INSTRUCTIONS(packed)); }

void spy_timed_slowly(bin_account *account, bin_flow *flow, bin_site *site, ULong address, ULong clock,
                      const spy_exit *e, ULong packed) {
  ULong instructions = SPY_PACKED_INSTRUCTIONS(packed) - SPY_PACKED_INSTRUCTIONS(e->packed);
  for (const bin_site *each = e->sites; each <= site; each++) instructions += each->gap;
  advance(instructions);
  bin_reference_slowly(account, flow, site, address, clock);
}

void spy_timed_slowly_made(bin_account *account, bin_flow *flow, bin_site *site, ULong address, ULong clock,
                           const spy_exit *e) {
  spy_timed_slowly(account, flow, site, address, clock, e, *now.packed);
}

void spy_timed_run(bin_account *account, bin_flow *flow, const bin_lane *lane, const spy_exit *e, const ULong *at,
                   ULong clock, ULong packed) {
  bin_site *site = e->sites;
  for (const ULong *const last = at + e->n_references; at < last; at++, site++) {
    clock += COH_CLOCK_STEP;
    if (UNLIKELY(!bin_reference_plainly(flow, lane, lane->line_bits, site, *at, clock)))
      spy_timed_slowly(account, flow, site, *at, clock, e, packed);
    if (UNLIKELY(site->flags & BIN_SITE_CALL)) bin_site_follow_call(account, flow, site, *at);
  }
}

void spy_timed_end(ULong packed) {
  spy_timed_pass(packed);
  if (now.p->window) coh_catch_up(now.p);
}
