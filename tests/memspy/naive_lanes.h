/* naive_lanes.h: a model of the lanes of all processors, written to be obviously right. It makes one reference at a
 * time, always that of the processor with the smallest clock, and nothing before its turn. Its machine is the naive
 * machine of tests/coherence/naive.h.
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

/* Events of records that have an effect in the model; others are skipped. */
enum { NAIVE_OUTSIDE = 4096 };

typedef struct {
  unsigned collect;      /* words[1]: whether references are simulated from now on */
  unsigned name, unname; /* words[1]: the first address of a stretch of words[2] bytes; words[3]: its bin */
} naive_events;

/* The events of an observer: a reference happens, made or not (number `reference` of a record's run); a run ends; or a
 * run is skipped because it is not collected. */
typedef enum { NAIVE_REFERENCE, NAIVE_END_OF_RUN, NAIVE_PASSED } naive_happening;
typedef void naive_onlooker(naive_happening what, unsigned processor, const naive_record *record, unsigned reference);

typedef struct {
  naive_records all;  /* the records that were loaded last, executed or not */
  unsigned next, end; /* records to be started; those from `end` on were removed */
  bool under_way;     /* the record before `next` has been started */
  unsigned reference; /* its next reference */
  uint64_t time;      /* when that reference happens, or when the next record starts */
  bool spins;         /* from record spins_from on, the thread only waits */
  unsigned spins_from;
  uint64_t round; /* words after which it repeats itself */
} naive_lane;

typedef struct {
  const mach_config *config;
  naive_region region;
  bool simulates;
  naive_events events;
  naive_onlooker *onlooker; /* NULL: there is none */
  naive *machine;
  naive_lane lanes[NAIVE_PROCESSORS];
  uint64_t clocks[NAIVE_PROCESSORS];
  bool collecting;
  struct {
    uint64_t from, to; /* clocks between which nothing was collected */
  } outside[NAIVE_OUTSIDE];
  unsigned n_outside;
  bool has_cut[NAIVE_PROCESSORS];     /* has ended the waiting of another processor */
  uint64_t told[NAIVE_PROCESSORS];    /* where nothing is simulated: number of words read that another processor stored
                                         before */
  unsigned storer[NAIVE_LINES * 128]; /* for `told`, by word: the processor that stored, + 1 */
  unsigned bin_of_line[NAIVE_LINES];
  uint64_t references_in[16]; /* by bin */
  bool looks_for_spins;       /* several threads have existed */
  unsigned cuts;
} naive_lanes;

/* Returns how many of the cycles from one clock to another are collected. */
uint64_t naive_collected(const naive_lanes *all, uint64_t from, uint64_t to);

void naive_lanes_init(naive_lanes *all, const mach_config *config, naive_region region, bool simulates,
                      const naive_events *events);

bool naive_lane_is_empty(const naive_lanes *all, unsigned processor);

/* Returns a processor's clock: that of its next action. */
uint64_t naive_lane_now(const naive_lanes *all, unsigned processor);

/* Gives records to a processor: they replace its old ones, which are done, or follow them. */
void naive_lane_load(naive_lanes *all, unsigned processor, const naive_records *records);

/* Executes the next action of a processor's lane. */
void naive_lane_step(naive_lanes *all, unsigned processor);

/* Executes everything in the lanes, in the order of their clocks. */
void naive_lanes_merge(naive_lanes *all);

/* Executes records at once that no lane has; executes everything that is left in a lane; discards a lane's records. */
void naive_lanes_do(naive_lanes *all, unsigned processor, const naive_records *records);
void naive_lane_finish(naive_lanes *all, unsigned processor);
void naive_lane_forget(naive_lanes *all, unsigned processor);
