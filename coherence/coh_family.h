/* coh_family.h: many machines at once, where one processor makes all references and caches replace the least recently
 * used line.
 *
 * The D1s of a family have one line size. Those with as many sets share a stack (coh_stack.h), which gives the misses
 * of all their ways. A last level sees what misses in the D1 before it, so each machine that has one has its own; those
 * with as many sets share a table (coh_twins.h). Counts are those of coh_system.h, exactly.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_FAMILY_H
#define COHERENCE_COH_FAMILY_H

#include "coherence/coh_family_use.h"

/* Whether a machine, which must have passed coh_config_check(), can be in a family: LRU, no L2 (which would take lines
 * out of the D1), one node, no contention, conflicts not told apart, neither TLBs nor prefetchers,
 * traffic not counted. */
bool coh_family_takes(const coh_config *config);

/* Makes n machines (at least 1) with empty caches; all are fit for a family and have one line size. They are copied.
 * parts: machines may be taken out. Free with coh_family_free(). */
coh_family *coh_family_new(const coh_config *const *configs, unsigned n, bool parts);
void coh_family_free(coh_family *family);

/* Log2 of the line size; the least number of sets of a D1. A reference within a line that is the newest of the lines
 * with its number modulo that of sets changes nothing but the number of references, unless it is the first of them that
 * stores.
 */
unsigned coh_family_line_bits(const coh_family *family);
uint64_t coh_family_sets(const coh_family *family);

/* Makes a machine by itself that is in the state of number i of those given, but for what it counted, which is nothing;
 * `processor` is the one that made the references. Only from a family with parts, and once for each i; of that machine
 * nothing but its tally may be asked for any more. The caller frees it with coh_system_free(). */
coh_system *coh_family_take_out(coh_family *family, unsigned i, unsigned processor);

/* Sets all counts to zero; caches and causes stay. */
void coh_family_zero(coh_family *family);

/* What machine number i of those given has counted. */
coh_tally coh_family_tally(coh_family *family, unsigned i);

/* How many cells there may be that missed something: all numbers from here on did not. */
uint32_t coh_family_cells(const coh_family *family);

/* What the references of a cell missed in machine number i. */
coh_cell_misses coh_family_cell(coh_family *family, unsigned i, uint32_t cell);

#endif
