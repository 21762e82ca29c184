/* coh_engine.h: simulates the machines of a sweep, several at once in a stack group (coh_family.h) or each separately
 * (coh_play.h).
 *
 * When a second processor makes references, a group is split, and each of its machines is simulated separately from
 * then on. Counts are exactly those of coh_system.h in both cases.
 *
 * Engines share no data, so each can run on its own thread.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_family.h"
#include "coherence/coh_sweep.h"

/* Totals of the processors that do not depend on the machine. */
typedef struct {
  uint64_t instructions[COH_MAX_PROCESSORS];
  uint64_t idle_cycles[COH_MAX_PROCESSORS];
} coh_totals;

/* The result of a machine. */
typedef struct {
  coh_tally tally; /* tally of all processors */
  uint64_t cycles; /* cycles of the processor that took longest: its instructions, stalls and idle time */
} coh_result;

typedef struct coh_engine coh_engine;

typedef struct {
  coh_engine **engines;
  uint32_t n;
} coh_engines;

/* Limits the use of stack groups. */
typedef enum {
  COH_NO_FAMILIES,   /* none: several processors make references from the start */
  COH_LONE_FAMILIES, /* one processor makes all references */
  COH_FAMILIES       /* one processor makes all references at first; a second one can follow */
} coh_families;

/* A part of a sweep's machines. The parts with the same `of` and `beside` contain each machine once. */
typedef struct {
  uint32_t number, of; /* number is from 0, below `of` */
  const bool *beside;  /* by machine: excluded from all parts; NULL: none is */
} coh_part;

/* Makes the engines of the machines of a sweep, which must outlive them; those that probably take longest come first.
 * `wanted`: the minimum number of engines, for threads. `part`: makes only the engines of a part, but at least as many;
 * NULL: all. Free with coh_engines_free(). */
coh_engines coh_engines_new(const coh_sweep *sweep, coh_families families, uint32_t wanted, const coh_part *part);
void coh_engines_free(coh_engines *engines);

/* Returns the numbers of an engine's machines; sets *n to their number. */
const uint32_t *coh_engine_machines(const coh_engine *engine, uint32_t *n);

/* Returns the stack group that currently simulates all machines of an engine; NULL if they are simulated separately. */
coh_family *coh_engine_family(const coh_engine *engine);

/* As coh_engine_family(), but the caller makes this processor's references on the group itself, until another processor
 * makes some. */
coh_family *coh_engine_lend(coh_engine *engine, uint32_t processor);

/* Makes the references of a pattern; makes a processor idle for a number of cycles; sets all counts to zero. */
void coh_engine_play(coh_engine *engine, const coh_pattern *pattern);
void coh_engine_idle(coh_engine *engine, unsigned processor, uint64_t cycles);
void coh_engine_zero(coh_engine *engine);

/* Sets the results of the engine's machines in `results`, which has all machines of the sweep. */
void coh_engine_results(const coh_engine *engine, const coh_totals *totals, coh_result *results);

/* Sets the misses of a cell on the engine's machines in `misses`, which has all machines. */
void coh_engine_cell(const coh_engine *engine, uint32_t cell, coh_cell_misses *misses);
