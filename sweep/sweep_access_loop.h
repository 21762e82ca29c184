/* sweep_access_loop.h: an access loop: a few references that are repeated. The address of each reference advances by a
 * constant stride.
 *
 * While all references of the loop stay in the same cache lines, all repetitions have the same result. So the simulator
 * looks up these lines only once.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "coherence/coh_system.h"

enum { SWEEP_ACCESS_LOOP_MOST = 256 }; /* maximum number of references in an access loop */

typedef struct {
  uint64_t address; /* address of the reference in the first repetition */
  uint64_t stride;  /* change of the reference's address from one repetition to the next, modulo 2^64 */
  uint64_t gap;     /* number of instructions since the previous reference, or since the start of the repetition */
  uint32_t size;    /* size in bytes, at least 1 */
  coh_kind kind;
  uint32_t code; /* as coh_blame.code */
} sweep_reference;

/* An access loop. Repetition r (0 .. repeats - 1) makes the references in order, each at address + r * stride. Then it
 * executes `tail` instructions. */
typedef struct {
  const sweep_reference *references;
  uint32_t n; /* number of references, at most SWEEP_ACCESS_LOOP_MOST; can be 0 */
  uint32_t processor;
  uint64_t repeats;
  uint64_t tail;
  /* indexed by reference: the cell to which its misses are also attributed; NULL: cell 0 for all references */
  const uint32_t *cells;
} sweep_access_loop;

/* The numbers of misses of the references of one cell. */
typedef struct {
  uint64_t read_misses, write_misses;
  uint64_t cold; /* misses that were the first use of the line */
  /* misses that the processor's L2 served; misses that the last level of the processor's node served */
  uint64_t second_level, last_level;
} sweep_cell_misses;

/* Returns the cell of reference i of an access loop. */
static inline uint32_t sweep_access_loop_cell(const sweep_access_loop *pattern, uint32_t i) {
  return pattern->cells ? pattern->cells[i] : 0;
}

/* Adds misses of one kind to *to. `cold`: whether they are first uses of lines. `source`: the level that served the
 * misses. */
static inline void sweep_cell_misses_add(sweep_cell_misses *to, coh_kind kind, bool cold, coh_source source,
                                         uint64_t misses) {
  *(kind == COH_WRITE ? &to->write_misses : &to->read_misses) += misses;
  to->cold += cold ? misses : 0;
  to->second_level += source == COH_FROM_L2 ? misses : 0;
  to->last_level += source == COH_FROM_LL ? misses : 0;
}

/* Adds the misses of *more to *to. */
static inline void sweep_cell_misses_join(sweep_cell_misses *to, const sweep_cell_misses *more) {
  to->read_misses += more->read_misses;
  to->write_misses += more->write_misses;
  to->cold += more->cold;
  to->second_level += more->second_level;
  to->last_level += more->last_level;
}

/* The state of an access loop during its simulation: the repetitions up to which the references stay in their cache
 * lines. */
typedef struct {
  bool moves; /* whether some reference changes its cache line in each repetition, or there is only one repetition */
  /* indexed by reference: the first repetition in which it leaves its cache line; not valid once that repetition has
   * begun */
  uint64_t end[SWEEP_ACCESS_LOOP_MOST];
} sweep_stay;

/* Begins the simulation of an access loop. Cache lines have 1 << line_bits bytes. */
void sweep_stay_begin(sweep_stay *stay, const sweep_access_loop *pattern, unsigned line_bits);

/* Returns for how many repetitions after repetition r all references touch the same cache lines as in r. r must not
 * decrease from call to call. */
uint64_t sweep_stay_after(sweep_stay *stay, const sweep_access_loop *pattern, unsigned line_bits, uint64_t r);

/* Adds the references of all repetitions to the counts. */
void sweep_access_loop_count(const sweep_access_loop *pattern, uint64_t *reads, uint64_t *writes);
