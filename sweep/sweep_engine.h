/* sweep_engine.h: simulates the machines of a sweep, either several at once in a stack group (sweep_group.h), or each
 * separately (sweep_simulate.h).
 *
 * When a second processor makes references, a group is split, and each of its machines is simulated separately from
 * then on. In both cases, the counts are exactly those of coh_system.h.
 *
 * Engines share no data, so each can run on its own thread.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "sweep/sweep_group.h"
#include "sweep/sweep_plan.h"

/* Totals by processor that are the same on all machines of the sweep. */
typedef struct {
  uint64_t instructions[MACH_MAX_PROCESSORS];
  uint64_t idle_cycles[MACH_MAX_PROCESSORS];
} sweep_totals;

/* The result of one machine of a sweep. */
typedef struct {
  sweep_tally tally; /* tally of all processors */
  uint64_t cycles;   /* cycles of the processor that took the most cycles: instructions, stalls and idle time */
} sweep_result;

typedef struct sweep_engine sweep_engine;

typedef struct {
  sweep_engine **engines;
  uint32_t n;
} sweep_engines;

/* The number of processors that make references. It determines whether stack groups can be used. */
typedef enum {
  SWEEP_NO_FAMILIES,   /* no groups: several processors make references from the start */
  SWEEP_LONE_FAMILIES, /* one processor makes all references */
  SWEEP_FAMILIES       /* one processor makes all references at first; a second one can follow */
} sweep_families;

/* A part of the machines of a sweep. All parts have the same `of` and `excluded`. Each machine that `excluded` does not
 * exclude is in exactly one part. */
typedef struct {
  uint32_t number, of;  /* number of this part, from 0 to `of` - 1; number of all parts */
  const bool *excluded; /* indexed by machine: whether it is excluded from all parts; NULL: no machine is excluded */
} sweep_part;

/* Makes the engines of the machines of a sweep. The sweep must outlive them. The engines that probably take longest
 * come first. `wanted`: the minimum total number of engines, so that each thread gets one. `part`: makes only the
 * engines of this part of the machines; NULL: makes all engines. Free with sweep_engines_free(). */
sweep_engines sweep_engines_new(const sweep_plan *sweep, sweep_families families, uint32_t wanted,
                                const sweep_part *part);
void sweep_engines_free(sweep_engines *engines);

/* Returns an array with the number, in the sweep, of each machine of an engine. Sets *n to the length of the array. */
const uint32_t *sweep_engine_machines(const sweep_engine *engine, uint32_t *n);

/* Returns the stack group that currently simulates all machines of an engine; NULL if they are simulated separately. */
sweep_group *sweep_engine_family(const sweep_engine *engine);

/* As sweep_engine_family(), but the caller then simulates the references of `processor` in the group itself, until
 * another processor makes references. */
sweep_group *sweep_engine_lend(sweep_engine *engine, uint32_t processor);

/* The next three functions: _play() simulates the references of an access loop. _idle() makes a processor idle for some
 * cycles. _zero() sets all counts to zero. */
void sweep_engine_play(sweep_engine *engine, const sweep_access_loop *pattern);
void sweep_engine_idle(sweep_engine *engine, unsigned processor, uint64_t cycles);
void sweep_engine_zero(sweep_engine *engine);

/* Writes the results of the engine's machines to `results`, an array with one element for each machine of the sweep. */
void sweep_engine_results(const sweep_engine *engine, const sweep_totals *totals, sweep_result *results);

/* Writes a cell's misses on each of the engine's machines to `misses`, an array with one element for each machine of
 * the sweep. */
void sweep_engine_cell(const sweep_engine *engine, uint32_t cell, sweep_cell_misses *misses);
