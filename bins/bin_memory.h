/* bin_memory.h: the layers of memory, which determine the bin of an address.
 *
 * Named ranges lie over heap blocks, and those over regions. A region is a mapping with one bin, memory of static
 * variables, whose bins a resolver finds, or a stack, whose bins depend on the calls (bin_flow.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_flow.h"
#include "bins/bin_table.h"

typedef struct bin_memory bin_memory;

/* Finds the bin of an address in a region of static variables. Sets [*low, *high) to an interval around it in that bin.
 */
typedef bin_id bin_resolver(void *closure, uint64_t address, uint64_t *low, uint64_t *high);

/* Initializes zeroed memory. The table must outlive it; each new block is counted in its bin there. */
void bin_memory_init(bin_memory *memory, bin_table *table, bin_resolver *resolver, void *closure);
void bin_memory_clear(bin_memory *memory);

/* Change the layers. A block occupies whole granules (coh_system-inl.h), which no other block uses. The first two
 * return the bytes of the block; 0 if there is none. */
uint64_t bin_memory_allocate(bin_memory *memory, uint64_t start, uint64_t bytes, bin_id bin);
uint64_t bin_memory_release(bin_memory *memory, uint64_t start);
void bin_memory_map(bin_memory *memory, uint64_t start, uint64_t bytes, bin_id bin);
void bin_memory_map_lazy(bin_memory *memory, uint64_t start, uint64_t bytes); /* the resolver finds the bins */
/* The stack [flow->low, flow->high), which other stacks yield (bin_flow_yield()). Keeps a pointer to the flow. */
void bin_memory_map_stack(bin_memory *memory, bin_flow *flow);
void bin_memory_unmap(bin_memory *memory, uint64_t start, uint64_t bytes);
void bin_memory_move(bin_memory *memory, uint64_t from, uint64_t to, uint64_t bytes);
void bin_memory_name(bin_memory *memory, uint64_t start, uint64_t bytes, bin_id bin);

/* Removes the named range that starts there, and returns its length; 0 if there is none. */
uint64_t bin_memory_unname(bin_memory *memory, uint64_t start);

/* Removes all names from a range of memory. */
void bin_memory_unname_all(bin_memory *memory, uint64_t start, uint64_t bytes);

/* Receives the layers. Each function is called with a range [start, start + bytes). */
typedef struct {
  void (*map)(void *closure, uint64_t start, uint64_t bytes, bin_id bin);
  void (*map_lazy)(void *closure, uint64_t start, uint64_t bytes);
  /* `bytes`: those of the block that no other block has taken */
  void (*allocate)(void *closure, uint64_t start, uint64_t bytes, bin_id bin);
  void (*name)(void *closure, uint64_t start, uint64_t bytes, bin_id bin);
} bin_memory_visitor;

/* Reports all memory except stacks. Applying the reports in this order to empty memory gives the same layers. Nothing
 * may change meanwhile. */
void bin_memory_visit(const bin_memory *memory, const bin_memory_visitor *visitor, void *closure);

/* Returns whether an address is in a heap block. */
bool bin_memory_is_block(const bin_memory *memory, uint64_t address);

/* Returns the start of the mapping or stack below an address; 0 if there is none, or if its start was cut off. Sets
 * *stack to whether it is a stack. */
uint64_t bin_memory_region_start(const bin_memory *memory, uint64_t address, bool *stack);

/* The answer for an address. */
typedef struct {
  uint32_t label;     /* a bin, or BIN_LABEL_STACK */
  bin_id bin;         /* bin of the address, seen from the running function */
  bool constant;      /* in memory of static variables */
  uint64_t low, high; /* an interval around the address with that label */
} bin_finding;

/* Returns the bin of an address, for a place that runs on `user` (NULL: on no thread). If the address is not on the
 * stack of `user`, the calls of the stack that was last mapped there decide. If that stack has moved, the bin is
 * that of the frames of the place's function. */
bin_finding bin_memory_search(bin_memory *memory, const bin_flow *user, uint64_t address, uint32_t place);

/* As bin_memory_search(), but [low, high) also stays in that bin until the next call or return: on a stack, it is in
 * one frame. */
bin_finding bin_memory_stretch(bin_memory *memory, const bin_flow *user, uint64_t address, uint32_t place);

/* As bin_memory_search(), but for an address on the stack of `flow`. */
bin_id bin_memory_stack_bin(bin_memory *memory, const bin_flow *flow, const bin_flow *user, uint64_t address,
                            uint32_t place);

/* Returns the start of the block or variable of a bin that contains an address; 0 if unknown. */
uint64_t bin_memory_start(bin_memory *memory, bin_id bin, uint64_t address);

/* As bin_memory_start(), but for a block or a mapping; 0 if there is none. Fast if the start was already searched for
 * this page; otherwise slow for a large block. */
uint64_t bin_memory_block_start(bin_memory *memory, bin_id bin, uint64_t address);

/* Sets the bin at an address, and the offset in its block or variable; on a stack, the distance below the canonical
 * frame address. False if that is unknown. */
bool bin_memory_locate(bin_memory *memory, uint64_t address, bin_id *bin, uint64_t *offset);
