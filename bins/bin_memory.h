/* bin_memory.h: the layers of memory: which bin each address is in.
 *
 * Named ranges lie over heap blocks, those over regions. A region is mapped memory of one bin, memory of static
 * variables, whose bins a resolver knows, or a stack, where the calls tell (bin_flow.h).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef BINS_BIN_MEMORY_H
#define BINS_BIN_MEMORY_H

#include "bins/bin_flow.h"
#include "bins/bin_table.h"

typedef struct bin_memory bin_memory;

/* Asked for a region whose bins are not known (static variables). Finds the bin of an
 * address, and the stretch [*low, *high) around it that is in the bin. */
typedef bin_id bin_resolver(void *closure, uint64_t address, uint64_t *low, uint64_t *high);

/* Empty memory, of all zero. The table must outlive it; a block is counted in its bin there. */
void bin_memory_init(bin_memory *memory, bin_table *table, bin_resolver *resolver, void *closure);
void bin_memory_clear(bin_memory *memory);

/* Changes. A block takes up whole granules (coh_system-inl.h), which nobody else uses: the first two return how many
 * bytes, 0 where there was none. */
uint64_t bin_memory_allocate(bin_memory *memory, uint64_t start, uint64_t bytes, bin_id bin);
uint64_t bin_memory_release(bin_memory *memory, uint64_t start);
void bin_memory_map(bin_memory *memory, uint64_t start, uint64_t bytes, bin_id bin);
void bin_memory_map_lazy(bin_memory *memory, uint64_t start, uint64_t bytes); /* ask the resolver */
/* [flow->low, flow->high), which other stacks yield (bin_flow_yield()). The flow is kept by address. */
void bin_memory_map_stack(bin_memory *memory, bin_flow *flow);
void bin_memory_unmap(bin_memory *memory, uint64_t start, uint64_t bytes);
void bin_memory_move(bin_memory *memory, uint64_t from, uint64_t to, uint64_t bytes);
void bin_memory_name(bin_memory *memory, uint64_t start, uint64_t bytes, bin_id bin);

/* Takes the named range that starts there away, and returns how long it was; 0: there is none. */
uint64_t bin_memory_unname(bin_memory *memory, uint64_t start);

/* Takes all names in a stretch of memory away. */
void bin_memory_unname_all(bin_memory *memory, uint64_t start, uint64_t bytes);

/* What lies where. Each is called with a range [start, start + bytes). */
typedef struct {
  void (*map)(void *closure, uint64_t start, uint64_t bytes, bin_id bin);
  void (*map_lazy)(void *closure, uint64_t start, uint64_t bytes);
  void (*allocate)(void *closure, uint64_t start, uint64_t bytes, bin_id bin); /* bytes: those that nobody else has */
  void (*name)(void *closure, uint64_t start, uint64_t bytes, bin_id bin);
} bin_memory_visitor;

/* Tells of all memory but stacks, in such an order that a memory that is told the same has the same layers. Nothing
 * may change meanwhile. */
void bin_memory_visit(const bin_memory *memory, const bin_memory_visitor *visitor, void *closure);

/* Whether an address is in a heap block. */
bool bin_memory_is_block(const bin_memory *memory, uint64_t address);

/* Where the mapping or stack begins that an address is in, whatever lies over it; 0: there is none, or its start was
 * cut off. *stack is whether it is a stack. */
uint64_t bin_memory_region_start(const bin_memory *memory, uint64_t address, bool *stack);

/* What is known of an address. */
typedef struct {
  uint32_t label;     /* a bin, or BIN_LABEL_STACK */
  bin_id bin;         /* that the address is in, seen from the running function */
  bool constant;      /* in memory of static variables */
  uint64_t low, high; /* a stretch around the address with that label */
} bin_finding;

/* The bin of an address, for a place that `user` runs; NULL: no thread does. A stack address is looked for in the calls
 * of `user` if it is on that stack, else in those of the stack that was mapped there last. If that has moved since, the
 * bin is that of the frames of the place's function. */
bin_finding bin_memory_search(bin_memory *memory, const bin_flow *user, uint64_t address, uint32_t place);

/* The same, where [low, high) is also a stretch of that bin as long as nobody calls or returns: of a stack, it is in
 * one frame. */
bin_finding bin_memory_stretch(bin_memory *memory, const bin_flow *user, uint64_t address, uint32_t place);

/* The same of an address on the stack of `flow`. */
bin_id bin_memory_stack_bin(bin_memory *memory, const bin_flow *flow, const bin_flow *user, uint64_t address,
                            uint32_t place);

/* Where the block or variable of a bin begins that an address is in; 0: unknown. */
uint64_t bin_memory_start(bin_memory *memory, bin_id bin, uint64_t address);

/* The same of a block, or what was mapped as one; 0: it is in none. Quick where the page was asked about before: to the
 * start of a large block it is a long way. */
uint64_t bin_memory_block_start(bin_memory *memory, bin_id bin, uint64_t address);

/* What is at an address: the bin, and how far into its block or variable; in a stack, how far below the canonical frame
 * address. False when that is not known. */
bool bin_memory_locate(bin_memory *memory, uint64_t address, bin_id *bin, uint64_t *offset);

#endif
