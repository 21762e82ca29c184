/* spy_lane-inl.h: what a lane is, for the loop that merges lanes (drain/spy_drain_lanes.c).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_LANE_INL_H
#define MEMSPY_SPY_LANE_INL_H

#include "memspy/record/spy_queue.h"

/* What a processor has to do. Between two references the lane may stand inside a run of a block. */
typedef struct {
  const ULong *at;   /* the next reference, or a header when at == last */
  const ULong *last; /* end of the references of the run under way */
  const ULong *end;
  bin_site *site;     /* of the next reference */
  UInt number;        /* of the exit of the run under way; 0: none */
  ULong key;          /* when the next reference happens (coherence/coh_order-inl.h) */
  ULong until;        /* a key before which the lane neither ends nor comes to an event, as far as that is known */
  ULong packed;       /* of the runs begun since the lane was loaded */
  const ULong *spins; /* from here on the thread only waits; NULL: it does not */
  Word round;         /* words after which it does the same again */
  spy_queue *queue;
} spy_lane;

/* All lanes, by processor: loaded, cut and settled by spy_lane.c; run through by the drain. */
typedef struct {
  spy_lane lanes[COH_MAX_PROCESSORS];
  ULong spinning; /* bits: processors whose lane may be cut */
  ULong cutting;  /* bits: processors that have cut others' */
} spy_all_lanes;
extern spy_all_lanes spy_lanes;

/* Whether nothing is left in a lane. */
static inline Bool spy_lane_is_done(const spy_lane *lane) { return lane->at == lane->end && lane->number == 0; }

/* Hands the counts of the runs that the lane has begun to the account. */
void spy_lane_settle(UInt processor);

/* Finds how far the lane goes at least. */
void spy_lane_look_for_event(spy_lane *lane);

/* A processor stores to the bytes from `address` to `address` + `last`: lanes of threads that wait for one of them to
 * change end where they begin to wait, or with the run under way. */
void spy_lanes_cut_spins(UInt processor, ULong address, UInt last);

#endif
