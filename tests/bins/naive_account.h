/* naive_account.h: a second, slow account, written to be obviously right.
 *
 * It follows the rules of attribution at the top of bins/bin_account.c sentence by sentence: each layer has an array
 * element for every byte of memory; there is a plain list of calls and a plain array of cells; the naive machine of
 * tests/coherence/naive.h determines causes and stalls. It caches nothing from one reference to the next.
 *
 * Where the rules state nothing:
 *  - a block ends at the end of its last eight bytes, counted from its start;
 *  - a range that is removed by its start is removed up to the first byte that was cut out of it;
 *  - "up to its return address, included" means the first byte of the return address;
 *  - in the innermost frame of another thread's stack, the running function is that of the reference;
 *  - an old stack that a new stack overlaps keeps the memory above the new one, and loses the rest and its calls there;
 *  - memory that moves keeps the mapping of its first byte;
 *  - the start of a block or stack whose first bytes were cut off is unknown.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "bins/bin_account.h"
#include "tests/bins/naive_sharing.h"
#include "tests/coherence/naive.h"

/* A stretch of memory that the model covers, in whole pages. Other memory is ignored. */
typedef struct {
  uint64_t start;
  uint32_t bytes;
} naive_area;

typedef struct {
  mach_config config;
  const naive_area *areas;
  unsigned n_areas;
  unsigned n_bins; /* the bins of stacks are separate: see naive_stack_bin() */
  unsigned n_segments;
  unsigned n_slots; /* number of slots of a frame that are bins of their own, including the unknown slot; 0: there are
                       no slots */
  unsigned n_places;
  const uint32_t *segment_of; /* indexed by place */
  unsigned n_flows;
} naive_shape;

typedef struct naive_account naive_account;

/* Returns the stack bin of a segment, or the bin of the slot `below` bytes under the CFA of its frames. `below` is 0
 * for the unknown slot, and if there are no slots. */
unsigned naive_stack_bin(const naive_shape *shape, unsigned segment, uint64_t below);

/* Makes an account. `shape` must outlive it. */
naive_account *naive_account_new(const naive_shape *shape);
void naive_account_free(naive_account *n);

/* The offsets of all references of a place to a bin within its blocks: the first offset, and the greatest common
 * divisor of the differences from it. */
typedef struct {
  bool seen;
  uint64_t first, divisor;
} naive_spread;

/* Starts recording spreads; without this call, none are recorded. */
void naive_account_note_spreads(naive_account *n);
const naive_spread *naive_account_spread(const naive_account *n, unsigned place, unsigned bin);

/* Changes of memory, as in bin_account.h. Flows are numbers. */
void naive_account_allocate(naive_account *n, uint64_t start, uint64_t bytes, unsigned bin);
void naive_account_release(naive_account *n, uint64_t start);
void naive_account_map(naive_account *n, uint64_t start, uint64_t bytes, unsigned bin);
void naive_account_map_lazy(naive_account *n, uint64_t start, uint64_t bytes);
void naive_account_map_stack(naive_account *n, unsigned flow);
void naive_account_unmap(naive_account *n, uint64_t start, uint64_t bytes);
void naive_account_move(naive_account *n, uint64_t from, uint64_t to, uint64_t bytes);
void naive_account_name(naive_account *n, uint64_t start, uint64_t bytes, unsigned bin);
bool naive_account_unname(naive_account *n, uint64_t start);
void naive_account_unname_all(naive_account *n, uint64_t start, uint64_t bytes);
bool naive_account_is_block(const naive_account *n, uint64_t address);
bool naive_account_is_lazy(const naive_account *n, uint64_t address);
bool naive_account_is_stack(const naive_account *n, uint64_t address);

/* Sets the symbol table: the bin of each byte, whether the byte is mapped or not. */
void naive_account_set_symbol(naive_account *n, uint64_t start, uint64_t bytes, unsigned bin);
unsigned naive_account_symbol(const naive_account *n, uint64_t address, uint64_t *low, uint64_t *high);

/* Calls and returns of threads. */
void naive_account_stack(naive_account *n, unsigned flow, uint64_t low, uint64_t high);
void naive_account_bounds(const naive_account *n, unsigned flow, uint64_t *low, uint64_t *high);
uint64_t naive_account_top(const naive_account *n, unsigned flow);

/* Makes one reference, with the call or return that it represents. */
void naive_account_reference(naive_account *n, unsigned processor, unsigned flow, unsigned place, uint32_t size,
                             unsigned flags, uint64_t address);

void naive_account_zero(naive_account *n);

/* Returns the bin of an address for a place that a flow executes, as bin_account_find(). */
unsigned naive_account_find(const naive_account *n, unsigned flow, unsigned place, uint64_t address);

/* Describes the data at an address, as bin_account_locate(). */
bool naive_account_locate(const naive_account *n, uint64_t address, unsigned *bin, uint64_t *offset);

/* The results. */
const coh_counts *naive_account_cell(const naive_account *n, unsigned place, unsigned bin);
uint64_t naive_account_evicted(const naive_account *n, unsigned place, unsigned bin, unsigned evictor);
uint64_t naive_account_invalidated(const naive_account *n, unsigned place, unsigned bin, unsigned segment);
const naive_sharing *naive_account_sharing(const naive_account *n);
/* Returns the line of an address. */
const naive_line *naive_account_line(const naive_account *n, uint64_t address);
coh_counts naive_account_counts(const naive_account *n, unsigned processor);

/* Returns the area that contains an address, or NULL. */
const naive_area *naive_area_of(const naive_shape *shape, uint64_t address);
