/* bin_memory.h: the layers of memory, which determine the bin of an address.
 *
 * Named ranges are the top layer, heap blocks the middle layer, and regions the lowest layer. The highest layer that
 * contains an address determines the bin. There are three kinds of regions: a mapping with one bin; the memory of
 * static variables, whose bins a resolver finds; and a stack, whose bins depend on the calls (bin_flow.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_flow.h"
#include "bins/bin_table.h"

typedef struct bin_memory bin_memory;

/* Callback: finds the bin of an address in a region of static variables. Sets [*low, *high) to an interval around the
 * address in which all addresses have this bin. */
typedef bin_id bin_resolver(void *closure, uint64_t address, uint64_t *low, uint64_t *high);

/* Initializes the layers, whose fields must be zero. The table must outlive them. Each new block is counted in its bin
 * in the table. */
void bin_memory_init(bin_memory *memory, bin_table *table, bin_resolver *resolver, void *closure);
void bin_memory_clear(bin_memory *memory);

/* The next functions change the layers. A block occupies whole granules (coh_system-inl.h), which no other block uses.
 * The first two functions return the size of the block in bytes, or 0 if there is no block. */
uint64_t bin_memory_allocate(bin_memory *memory, uint64_t start, uint64_t bytes, bin_id bin);
uint64_t bin_memory_release(bin_memory *memory, uint64_t start);
void bin_memory_map(bin_memory *memory, uint64_t start, uint64_t bytes, bin_id bin);
void bin_memory_map_lazy(bin_memory *memory, uint64_t start, uint64_t bytes); /* the resolver finds the bins */
/* Maps the stack [flow->low, flow->high). Other stacks yield this range (bin_flow_yield()). Keeps a pointer to the
 * flow. */
void bin_memory_map_stack(bin_memory *memory, bin_flow *flow);
void bin_memory_unmap(bin_memory *memory, uint64_t start, uint64_t bytes);
void bin_memory_move(bin_memory *memory, uint64_t from, uint64_t to, uint64_t bytes);
void bin_memory_name(bin_memory *memory, uint64_t start, uint64_t bytes, bin_id bin);

/* Removes the named range that starts at `start`, and returns its length in bytes. Returns 0 if there is no such
 * range. */
uint64_t bin_memory_unname(bin_memory *memory, uint64_t start);

/* Removes all named ranges within a range of memory. Cuts the named ranges that only overlap the range. */
void bin_memory_unname_all(bin_memory *memory, uint64_t start, uint64_t bytes);

/* Functions that receive the layers. Each function is called with a range [start, start + bytes). */
typedef struct {
  void (*map)(void *closure, uint64_t start, uint64_t bytes, bin_id bin);
  void (*map_lazy)(void *closure, uint64_t start, uint64_t bytes);
  /* `bytes` does not include the bytes of the block that another block has taken */
  void (*allocate)(void *closure, uint64_t start, uint64_t bytes, bin_id bin);
  void (*name)(void *closure, uint64_t start, uint64_t bytes, bin_id bin);
} bin_memory_visitor;

/* Reports all memory except stacks. Replaying the reports in this order on empty memory gives the same layers. The
 * memory must not change meanwhile. */
void bin_memory_visit(const bin_memory *memory, const bin_memory_visitor *visitor, void *closure);

/* Returns whether an address is in a heap block. */
bool bin_memory_is_block(const bin_memory *memory, uint64_t address);

/* Returns whether no heap block has memory in [start, start + bytes). */
bool bin_memory_is_free(const bin_memory *memory, uint64_t start, uint64_t bytes);

/* Returns the start of the mapping or stack that contains an address. Returns 0 if there is none, or if its start was
 * cut off. Sets *stack to whether it is a stack. */
uint64_t bin_memory_region_start(const bin_memory *memory, uint64_t address, bool *stack);

/* The answer for an address. */
typedef struct {
  uint32_t label;     /* a bin, or BIN_LABEL_STACK */
  bin_id bin;         /* bin of the address, for a reference by the running function */
  bool constant;      /* in memory of static variables */
  uint64_t low, high; /* an interval around the address in which all addresses have this label */
} bin_finding;

/* Returns the bin of an address, for a reference of a place. `user` is the flow of the thread that executes the place
 * (NULL: no thread). If the address is not on the stack of `user`, the calls on the stack that was last mapped at the
 * address determine the bin. If that stack has moved, the bin is the stack bin of the place's function. */
bin_finding bin_memory_search(bin_memory *memory, const bin_flow *user, uint64_t address, uint32_t place);

/* As bin_memory_search(), but all addresses in [low, high) keep this bin until the next call or return. On a stack,
 * [low, high) is within one frame. */
bin_finding bin_memory_stretch(bin_memory *memory, const bin_flow *user, uint64_t address, uint32_t place);

/* As bin_memory_search(), but for an address on the stack of `flow`. */
bin_id bin_memory_stack_bin(bin_memory *memory, const bin_flow *flow, const bin_flow *user, uint64_t address,
                            uint32_t place);

/* Returns the start of the block or variable that contains an address, or 0 if the start is unknown. */
uint64_t bin_memory_start(bin_memory *memory, bin_id bin, uint64_t address);

/* As bin_memory_start(), but for a block or a mapping. Returns 0 if there is none. The function is fast if the start
 * was already searched for this page, otherwise slow for a large block. */
uint64_t bin_memory_block_start(bin_memory *memory, bin_id bin, uint64_t address);

/* Sets *bin to the bin at an address, and *offset to the offset of the address in its block or variable. On a stack,
 * *offset is the distance below the canonical frame address. Returns false if the offset is unknown. */
bool bin_memory_locate(bin_memory *memory, uint64_t address, bin_id *bin, uint64_t *offset);
