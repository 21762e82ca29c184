/* naive_lanes.h: the lanes of all processors, written to be obviously right: one reference at a time, always that of
 * the processor whose clock is smallest, nothing ahead of its turn, on the naive machine of tests/coherence/naive.h.
 *
 * The rules are those of memspy/drain/spy_drain_lanes.h and memspy/record/spy_lane.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "machine/mach_config.h"
#include "tests/coherence/naive.h"
#include "tests/memspy/naive_record.h"

enum { NAIVE_PROCESSORS = 8, NAIVE_LINES = 128, NAIVE_NOBODY = ~0u };

/* Events of the records that mean something here; others pass without effect. */
typedef struct {
  unsigned collect;      /* words[1]: whether references are simulated from now on */
  unsigned name, unname; /* words[1]: the first address of a stretch of words[2] bytes; words[3]: its bin */
} naive_events;

/* What happens, for one who looks on: a reference comes, made or not (number `reference` of a record's run); a run is
 * over; or a run was passed that is not collected. */
typedef enum { NAIVE_REFERENCE, NAIVE_END_OF_RUN, NAIVE_PASSED } naive_happening;
typedef void naive_onlooker(naive_happening what, unsigned processor, const naive_record *record, unsigned reference);

typedef struct {
  naive_records all;  /* what was loaded last, done or not */
  unsigned next, end; /* records to be begun; those from `end` on were given up */
  bool under_way;     /* the record before `next` has been begun */
  unsigned reference; /* the next one of it */
  uint64_t time;      /* when that happens, or when the next record begins */
  bool spins;         /* from record spins_from on the thread only waits */
  unsigned spins_from;
  uint64_t round; /* words after which it does the same again */
} naive_lane;

typedef struct {
  const mach_config *config;
  naive_region region;
  bool simulates;
  naive_events events;
  naive_onlooker *onlooker; /* NULL: none */
  naive *machine;
  naive_lane lanes[NAIVE_PROCESSORS];
  uint64_t clocks[NAIVE_PROCESSORS];
  bool collecting;
  bool has_cut[NAIVE_PROCESSORS];     /* has ended another one's waiting */
  uint64_t told[NAIVE_PROCESSORS];    /* where nothing is simulated: words read that another one stored before */
  unsigned storer[NAIVE_LINES * 128]; /* for that, by word: the processor, + 1 */
  unsigned bin_of_line[NAIVE_LINES];
  uint64_t references_in[16]; /* by bin */
  bool looks_for_spins;       /* there have been several threads */
  unsigned cuts;
} naive_lanes;

void naive_lanes_init(naive_lanes *all, const mach_config *config, naive_region region, bool simulates,
                      const naive_events *events);

bool naive_lane_is_empty(const naive_lanes *all, unsigned processor);

/* A processor's clock: that of what it does next. */
uint64_t naive_lane_now(const naive_lanes *all, unsigned processor);

/* Gives a processor records: in place of those it had, which are done, or behind them. */
void naive_lane_load(naive_lanes *all, unsigned processor, const naive_records *records);

/* Does what comes next in a processor's lane. */
void naive_lane_step(naive_lanes *all, unsigned processor);

/* Does all that lanes have, in the order of their clocks. */
void naive_lanes_merge(naive_lanes *all);

/* Does records at once, which no lane has; all that is left in a lane; throws it away. */
void naive_lanes_do(naive_lanes *all, unsigned processor, const naive_records *records);
void naive_lane_finish(naive_lanes *all, unsigned processor);
void naive_lane_forget(naive_lanes *all, unsigned processor);
