/* spy_stages.c: see spy_stages.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/drain/spy_stages.h"

#include "memspy/drain/spy_outside.h"
#include "memspy/record/spy_lane.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_emit.h"

static bin_stages *stages;

void spy_stages_start(void) { stages = bin_stages_new(spy_account); }

/* Returns for how many cycles a processor has counted. A sampled run counts nothing between its samples, but its clocks
 * advance by an estimate of the time. */
static ULong clock_of(UInt processor) {
  if (spy_is_sampled(&spy_options_get()->sampling)) return spy_outside_collected(0, coh_now(spy_system, processor));
  return bin_account_counted(spy_account, processor).cycles;
}

static ULong latest(void) {
  ULong clock = 0;
  for (UInt i = 0; i < coh_processors(spy_system); i++)
    if (clock_of(i) > clock) clock = clock_of(i);
  return clock;
}

/* Counts the rests of incomplete runs of blocks (spy_lanes_count_rests()), if their runs count. */
static void count_rests(ULong times) {
  if (!spy_trace.drains || spy_trace.tracing) spy_lanes_count_rests(NULL, times);
}

void spy_stages_apply(const spy_queue *queue, Bool begins, ULong name) {
  const HChar *text = (const HChar *)(UWord)name;
  spy_lanes_settle();
  count_rests(-1ULL);
  spy_blocks_flush();
  const ULong clock = clock_of(queue ? queue->flow.processor : 0);
  if (begins)
    bin_stages_begin(stages, text, clock);
  else
    bin_stages_end(stages, text, clock);
  count_rests(1);
}

void spy_stages_settle(void) { bin_stages_settle(stages, latest()); }
void spy_stages_zero(void) { bin_stages_zero(stages, latest()); }

void spy_stages_report(void) {
  const bin_stages_ignored ignored = bin_stages_get_ignored(stages);
  if (ignored.not_open != 0)
    VG_(umsg)("MEMSPY_STAGE_END: %llu ends of stages that were not open had no effect\n", (ULong)ignored.not_open);
  if (ignored.too_deep != 0) VG_(umsg)
  ("MEMSPY_STAGE_BEGIN: %llu requests had no effect, because %d stages were open\n", (ULong)ignored.too_deep,
   BIN_STAGES_OPEN);
  if (ignored.too_many != 0) VG_(umsg)
  ("MEMSPY_STAGE_BEGIN: %llu requests had no effect, because the run already had %d stages\n", (ULong)ignored.too_many,
   BIN_STAGES_MOST);
}
