/* coh_engine.h: what simulates machines of a sweep: a family of them at once (coh_family.h), or each by itself
 * (coh_play.h).
 *
 * A family is taken apart when a second processor makes references: from then on each of its machines is simulated by
 * itself. Counts are those of coh_system.h, exactly, in either case.
 *
 * Engines have nothing in common, so that each may run on another thread.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_ENGINE_H
#define COHERENCE_COH_ENGINE_H

#include "coherence/coh_family.h"
#include "coherence/coh_sweep.h"

/* What processors did, but for what depends on the machine. */
typedef struct {
  uint64_t instructions[COH_MAX_PROCESSORS];
  uint64_t idle_cycles[COH_MAX_PROCESSORS];
} coh_totals;

/* What a machine came to. */
typedef struct {
  coh_tally tally; /* of all processors */
  uint64_t cycles; /* of the processor that took longest: its instructions, stalls and waiting */
} coh_result;

typedef struct coh_engine coh_engine;

typedef struct {
  coh_engine **engines;
  uint32_t n;
} coh_engines;

/* Which machines families may be made of. */
typedef enum {
  COH_NO_FAMILIES,   /* none: several processors make references from the start */
  COH_LONE_FAMILIES, /* one processor makes all references */
  COH_FAMILIES       /* one does at first, but a second may come */
} coh_families;

/* A part of the machines of a sweep. Parts with the same `of` and `beside` have all machines together, each once. */
typedef struct {
  uint32_t number, of; /* from 0; below `of` */
  const bool *beside;  /* by machine: it is in no part; NULL: none */
} coh_part;

/* Makes the engines of all machines of a sweep, which must outlive them, those first that are likely to take longest.
 * wanted: how many there should be at least, for threads. part: those of a part, in which there should be as many;
 * NULL: all. Free with coh_engines_free(). */
coh_engines coh_engines_new(const coh_sweep *sweep, coh_families families, uint32_t wanted, const coh_part *part);
void coh_engines_free(coh_engines *engines);

/* The numbers of an engine's machines; *n: how many. */
const uint32_t *coh_engine_machines(const coh_engine *engine, uint32_t *n);

/* The family that simulates all machines of an engine now; NULL: each is simulated by itself. */
coh_family *coh_engine_family(const coh_engine *engine);

/* The same for a processor's references, which the caller makes it, until another processor makes some. */
coh_family *coh_engine_lend(coh_engine *engine, uint32_t processor);

/* Makes the references of a pattern; a processor waits for so many cycles; counts are set to zero. */
void coh_engine_play(coh_engine *engine, const coh_pattern *pattern);
void coh_engine_idle(coh_engine *engine, unsigned processor, uint64_t cycles);
void coh_engine_zero(coh_engine *engine);

/* Sets the results of the engine's machines; results: of all machines of the sweep. */
void coh_engine_results(const coh_engine *engine, const coh_totals *totals, coh_result *results);

/* The same of a cell's misses; misses: on all machines. */
void coh_engine_cell(const coh_engine *engine, uint32_t cell, coh_cell_misses *misses);

#endif
