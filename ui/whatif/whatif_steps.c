/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_steps.c: finds the stride that most references of an instruction have, by the majority vote algorithm of Boyer
 * and Moore. Each instruction has a candidate stride with a number of votes. A reference with this stride adds a vote.
 * A reference with another stride removes a vote. If there are no votes left, the other stride becomes the candidate.
 * At the end, a stride with a majority is the candidate. An instruction has several sources if Valgrind unrolled its
 * loop. References of different processors are not distinguished. */
#include "ui/whatif/whatif_steps.h"

#include "trace/trace_format.h"

typedef struct {
  uint64_t last; /* address of the last reference; 0: none */
  uint64_t step, votes;
} Candidate;

struct WhatifSteps {
  const EventsTraceFile *file;
  Candidate *candidates; /* indexed by source: candidate of the instruction whose first source this is */
  uint32_t *first;       /* indexed by source: index of the first source of the same instruction */
};

WhatifSteps *whatif_steps_new(const EventsTraceFile *file) {
  WhatifSteps *steps = g_new(WhatifSteps, 1);
  g_autoptr(GHashTable) known = g_hash_table_new(g_int64_hash, g_int64_equal);
  *steps = (WhatifSteps){file, g_new0(Candidate, file->n_sources + 1), g_new(uint32_t, file->n_sources + 1)};
  for (uint32_t i = 0; i < file->n_sources; i++) {
    const gint64 *address = (const gint64 *)&file->sources[i].address;
    if (!g_hash_table_contains(known, address)) g_hash_table_insert(known, (gpointer)address, GUINT_TO_POINTER(i));
    steps->first[i] = GPOINTER_TO_UINT(g_hash_table_lookup(known, address));
  }
  return steps;
}

void whatif_steps_free(WhatifSteps *steps) {
  g_free(steps->candidates);
  g_free(steps->first);
  g_free(steps);
}

static void vote(Candidate *candidate, uint64_t step, uint64_t votes) {
  if (candidate->step == step) {
    candidate->votes += votes;
  } else if (candidate->votes >= votes) {
    candidate->votes -= votes;
  } else {
    candidate->votes = votes - candidate->votes;
    candidate->step = step;
  }
}

/* Votes for the distance (without sign) between a reference and the previous one of the instruction. */
static void refer(Candidate *candidate, uint64_t address, uint64_t times) {
  const uint64_t on = address - candidate->last, back = -on;
  if (candidate->last != 0 && on != 0) vote(candidate, MIN(on, back), times);
  candidate->last = address;
}

/* Calls refer() at most twice for each item. This is sufficient, because all repetitions of an item have the same
 * distance as the first two. */
void whatif_steps_batch(WhatifSteps *steps, const trace_batch *batch) {
  for (uint64_t repetition = 0; repetition < MIN(batch->repeats, 2); repetition++)
    for (uint32_t i = 0; i < batch->n; i++) {
      const trace_item *item = &batch->items[i];
      if (item->source >= steps->file->n_sources || steps->file->sources[item->source].kind > TRACE_MODIFY) continue;
      refer(&steps->candidates[steps->first[item->source]], item->value + repetition * item->stride,
            repetition == 0 ? 1 : batch->repeats - 1);
    }
}

/* Returns the run-time address of the instruction. */
static uint64_t run_address(const Profile *profile, const ProfilePlace *place) {
  return place->address + profile->objects[profile->segments[place->segment].object].bias;
}

uint64_t whatif_steps_of(const WhatifSteps *steps, const Profile *profile, uint32_t place) {
  const uint64_t address = run_address(profile, &profile->places[place]);
  if (profile->places[place].address == 0) return 0;
  for (uint32_t i = 0; i < steps->file->n_sources; i++)
    if (steps->file->sources[i].address == address) return steps->candidates[steps->first[i]].step;
  return 0;
}
