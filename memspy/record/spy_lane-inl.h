/* spy_lane-inl.h: the structure of a lane, for the loop that merges lanes (drain/spy_drain_lanes.c).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/record/spy_queue.h"

/* The recorded work of a processor. Between two references, the lane can be in the middle of a block run. */
typedef struct {
  const ULong *at;   /* the next reference, or a header if at == last */
  const ULong *last; /* end of the references of the current run */
  const ULong *end;
  bin_site *site;     /* site of the next reference */
  UInt number;        /* number of the exit of the current run; 0: there is none */
  ULong key;          /* key of the next reference (coherence/coh_order-inl.h) */
  ULong until;        /* a lower bound of the key at which the lane ends or reaches an event */
  ULong packed;       /* counts of the runs begun since the lane was loaded */
  const ULong *spins; /* start of the records in which the thread only spins; NULL: it does not spin */
  Word round;         /* words of an iteration of the spin loop */
  const ULong *begin; /* start of the records that were loaded */
  const ULong *found; /* records were searched up to here (drain/spy_producers.h); NULL: none */
  spy_queue *queue;
} spy_lane;

/* All lanes, by processor. spy_lane.c loads, cuts and settles them; the drain processes them. */
typedef struct {
  spy_lane lanes[MACH_MAX_PROCESSORS];
  ULong spinning; /* processors whose lanes can be cut, as bits */
  ULong cutting;  /* processors that have cut lanes of others, as bits */
} spy_all_lanes;
extern spy_all_lanes spy_lanes;

/* Whether a lane is empty. */
static inline Bool spy_lane_is_done(const spy_lane *lane) { return lane->at == lane->end && lane->number == 0; }

/* Adds the counts of the runs that the lane has begun to the account. */
void spy_lane_settle(UInt processor);

/* Updates the field `until` of a lane. */
void spy_lane_look_for_event(spy_lane *lane);

/* Reports a store of a processor to the bytes from `address` to `address` + `last`. The lanes of threads that spin on
 * one of these bytes then end where the spinning begins, or with the current run. */
void spy_lanes_cut_spins(UInt processor, ULong address, UInt last);
