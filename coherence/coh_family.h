/* coh_family.h: simulates many LRU machines at once for the references of one processor (a stack group).
 *
 * The D1s of a group have one line size. Those with the same number of sets share an LRU stack (coh_stack.h), which
 * gives the misses for all numbers of ways. A last level sees the misses of its own D1, so each machine has its own
 * last level; those with the same number of sets share a table (coh_twins.h). Counts are exactly those of coh_system.h.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_family_use.h"

/* Returns whether a machine that passed coh_config_check() can be in a group: LRU, one node, without L2 (which would
 * remove lines from the D1), contention, conflicts, TLBs, prefetchers and traffic. */
bool coh_family_takes(const coh_config *config);

/* Makes n machines (at least 1) with empty caches from copies of the configs, all suitable and with one line size.
 * `parts`: machines can be taken out. Free with coh_family_free(). */
coh_family *coh_family_new(const coh_config *const *configs, unsigned n, bool parts);
void coh_family_free(coh_family *family);

/* Log2 of the line size; the smallest number of sets of a D1. A reference within the most recent line of its set
 * (modulo that number) only adds to the number of references, unless it is the first store to the line. */
unsigned coh_family_line_bits(const coh_family *family);
uint64_t coh_family_sets(const coh_family *family);

/* Makes a separate machine with the state of machine i but zero counts; `processor` made the references. The group must
 * have been made with `parts`. Call once for each i; afterwards only the tally of that machine can be read. Free with
 * coh_system_free(). */
coh_system *coh_family_take_out(coh_family *family, unsigned i, unsigned processor);

/* Sets all counts to zero; caches and line histories stay. */
void coh_family_zero(coh_family *family);

/* Returns the counts of machine i. */
coh_tally coh_family_tally(coh_family *family, unsigned i);

/* Returns an upper bound of the cells with misses: no number from here on has any. */
uint32_t coh_family_cells(const coh_family *family);

/* Returns the misses of a cell's references in machine i. */
coh_cell_misses coh_family_cell(coh_family *family, unsigned i, uint32_t cell);
