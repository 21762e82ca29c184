/* naive.h: a second, slow model of the simulated machine, written to be obviously right.
 *
 * It follows the rules at the top of coherence/coh_system.c and the files named there sentence by sentence and uses no
 * tricks: each way has a timestamp, not a place in an order; each line has a full record of its past at each processor,
 * not a few bits; it finds sharers by asking all processors; it knows the last store to each byte; lists are in order
 * of use; there are no tables of states, and no filter. It has the same configuration and gives the same outcomes, so
 * that a test can compare the two after every reference.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "coherence/coh_system.h"

typedef struct naive naive;

/* A stretch of memory that the references touch. The model has a plain array of the lines of all regions. */
typedef struct {
  uint64_t first; /* line number: address / line size */
  uint32_t lines;
} naive_region;

/* Makes a machine with empty caches. The regions must not overlap. Free the machine with naive_free(). */
naive *naive_new(const mach_config *config, const naive_region *regions, unsigned n_regions);
void naive_free(naive *model);

/* Sets zones of memory with a placement of their own, before any access. The zones must outlive the machine. */
void naive_place(naive *model, const mach_zone *zones, unsigned n);

/* Makes a reference, as coh_access(). All its lines must be in a region. (Prefetched lines can be after it, in its
 * last page.)
 */
void naive_access(naive *model, unsigned processor, uint64_t address, uint32_t size, coh_kind kind,
                  const coh_blame *blame, coh_outcome *outcome);

/* As the functions of coh_system.h without `naive`. */
void naive_on_true_sharing(naive *model, coh_revision *revision, void *closure);
void naive_on_waste(naive *model, coh_waste *waste, void *closure);
void naive_on_traffic(naive *model, coh_mover *mover, void *closure);
uint64_t naive_modified_lines(const naive *model);
uint64_t naive_now(const naive *model, unsigned processor);
void naive_set_now(naive *model, unsigned processor, uint64_t now);
void naive_counts_zero(naive *model);

/* As coh_system_drain(): waits for all misses, and counts the stalls of processors with windows. Call it once. */
void naive_drain(naive *model);

/* Counts a reference of the given kind and outcome. */
void naive_count(coh_counts *counts, coh_kind kind, const coh_outcome *outcome);

/* Does the same as coh_counts_of(). */
const coh_counts *naive_counts_of(const naive *model, unsigned processor);

/* Compares two sets of counts. Returns NULL when they are the same, else the name of a count that differs, and stores
 * both its values. */
const char *naive_difference(const coh_counts *expected, const coh_counts *counted, uint64_t *e, uint64_t *c);
