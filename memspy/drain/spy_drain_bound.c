/* spy_drain_bound.c: see spy_drain_bound.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/drain/spy_drain_bound.h"

#include "memspy/core/spy_core.h"
#include "memspy/record/spy_record.h"
#include "memspy/setup/spy_options.h"
#include "memspy/trace/spy_trace_emit.h"

ULong spy_drain_bound = SPY_NO_BOUND;

/* The least number of records of a step: fewer would cost more than they save. */
enum { LEAST_RECORDS = 8 };

/* The maximum number of cycles of each part of a record. */
static struct {
  ULong reference;   /* the stall of a reference */
  ULong instruction; /* the stall of the fetch of an instruction, which is in at most two lines */
  ULong word;        /* any word; 0: unknown */
} most;

static ULong cycles_of(ULong instructions) {
  return mach_cycles(&spy_system->config, instructions) + 1 + instructions * most.instruction;
}

/* Returns whether the loop of a single thread simulates the records of lanes with the same result as that of lanes. With
 * slack, an interval ends where the loop over lanes stops. */
static Bool can_have_bound(void) {
  const spy_options *options = spy_options_get();
  return options->simulate && options->slack == 0 && !spy_trace.drains && !mach_config_is_timed(&spy_system->config);
}

ULong spy_drain_bound_least(void) {
  if (!can_have_bound()) return SPY_NO_BOUND;
  most.reference = mach_config_longest_stall(&spy_system->config);
  most.instruction = spy_caches ? 2 * most.reference : 0;
  const ULong header = cycles_of((ULong)spy_core_longest_block());
  const Bool skips = spy_is_sampled(&spy_options_get()->sampling); /* the time of SPY_EVENT_SKIP has no maximum */
  most.word = skips ? 0 : header > most.reference ? header : most.reference;
  return LEAST_RECORDS * most.reference;
}

/* Returns the maximum number of cycles that a record takes. */
static ULong most_cycles_of(const ULong *at) {
  if (spy_record_is_event(at)) return spy_record_event(at) == SPY_EVENT_SKIP ? at[2] : 0;
  return cycles_of(SPY_PACKED_INSTRUCTIONS(spy_record_exit(*at)->packed)) + spy_record_words(*at) * most.reference;
}

/* Returns the end of the records from `at` on that take less than `cycles` cycles; `at` if these are few. */
static const ULong *pass_records(const ULong *at, const ULong *end, ULong cycles) {
  const ULong *const first = at;
  UInt n = 0;
  for (; at < end; at = spy_record_next(at), n++) {
    const ULong most = most_cycles_of(at);
    if (most >= cycles) return n >= LEAST_RECORDS ? at : first;
    cycles -= most;
  }
  return end;
}

/* Far from the bound, the words are not passed. The last record can be longer than the result. */
const ULong *spy_drain_bound_look(const coh_processor *p, ULong packed, const ULong *at, const ULong *end) {
  enum { MANY = 64 };
  const ULong clock = p->now + cycles_of(SPY_PACKED_INSTRUCTIONS(packed)) + 1;
  if (at >= end || clock >= spy_drain_bound) return at;
  const ULong words = most.word != 0 ? (spy_drain_bound - clock) / most.word : 0, last = spy_blocks_most_sites();
  if (words > (ULong)(end - at)) return end;
  if (words > MANY + last) return at + words - last;
  return pass_records(at, end, spy_drain_bound - clock);
}
