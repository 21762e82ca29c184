/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_account.h: attributes every reference: which code, which data, and who pushed the line out.
 *
 * An account drives a simulated machine (coherence/) with references made at known sites, finds the bin of
 * each address, and keeps a statistics cell for each (place, bin). Whatever feeds it, the tool's record
 * buffers or a trace, must tell it of allocations, releases and mappings in order with the references. */
#pragma once

#include "bins/bin_cells.h"
#include "bins/bin_fetches.h"
#include "bins/bin_flow.h"
#include "bins/bin_memory.h"
#include "bins/bin_references.h"
#include "bins/bin_sharing.h"
#include "bins/bin_site.h"

/* Makes an account over a machine and a table, which must outlive it. */
bin_account *bin_account_new(coh_system *system, bin_table *table, bin_resolver *resolver, void *closure);
void bin_account_free(bin_account *account);

/* From now on the cells' spreads (bin_spread.h) are noted. */
void bin_account_note_spreads(bin_account *account);

/* From now on no reference takes a short way but plain hits of the cell that a site follows: for tests, which
 * compare. */
void bin_account_take_full_path(bin_account *account);

/* How many references took which path. */
const bin_path_counts *bin_account_paths(const bin_account *account);

/* From now on each slot of a function's frame (bin_slot.h) is a bin of its own, where the frame is known. */
void bin_account_tell_slots(bin_account *account);

/* From now on references (bin_references.h) are kept, which takes the slow path for every one. To be called before
 * sites are set up and references made. */
void bin_account_tell_references(bin_account *account);

/* From now on instruction fetches are simulated, by caches of that description (fetch_system_new()). To be called once,
 * before references are made. */
void bin_account_tell_fetches(bin_account *account, const fetch_config *config);

coh_system *bin_account_system(const bin_account *account);
bin_table *bin_account_table(const bin_account *account);

/* Sets a site up. size: bytes, 1 to 65536. */
void bin_site_init(bin_site *site, const bin_account *account, uint32_t size, unsigned flags, uint32_t place);

/* Sets the address of a site's instruction, where that matters to the machine (coh_blame.code), once the site is where
 * it stays. */
void bin_account_set_code(bin_account *account, const bin_site *site, uint64_t address);

/* Adds a site's pending references to their cell. To be done before it has taken 2^32 of them. */
void bin_site_flush(bin_account *account, bin_site *site);

/* Before sites are freed, or when the bin of a constant address may have changed: no site's bin is known for
 * good any more. */
void bin_account_unfix(bin_account *account);

/* One reference; the machine's coh_counts and the cell are charged, but for the number of references of the
 * processor, which comes with bin_account_executed(). Inline version: bin_account-inl.h. */
void bin_account_reference(bin_account *account, bin_flow *flow, bin_site *site, uint64_t address);

/* Notes executed instructions and references of a processor, in bulk. */
void bin_account_executed(bin_account *account, unsigned processor, uint64_t instructions, uint64_t reads,
                          uint64_t writes);

/* A processor had no thread that could run for so many cycles; how many it had in all. */
void bin_account_idle(bin_account *account, unsigned processor, uint64_t cycles);
uint64_t bin_account_idle_cycles(const bin_account *account, unsigned processor);

/* Instructions and clock (cycles) of a processor: its instructions at cpi each, its stalls, and its idle cycles. */
uint64_t bin_account_instructions(const bin_account *account, unsigned processor);
uint64_t bin_account_cycles(const bin_account *account, unsigned processor);

/* A thread began on a processor; how many did; how many that were. */
void bin_account_thread(bin_account *account, unsigned processor);
void bin_account_restore_threads(bin_account *account, unsigned processor, uint64_t threads);
uint64_t bin_account_threads(const bin_account *account, unsigned processor);

/* Memory (bin_memory.h). */
void bin_account_allocate(bin_account *account, uint64_t start, uint64_t bytes, bin_id bin);
void bin_account_release(bin_account *account, uint64_t start);
void bin_account_map(bin_account *account, uint64_t start, uint64_t bytes, bin_id bin);
void bin_account_map_lazy(bin_account *account, uint64_t start, uint64_t bytes); /* ask the resolver */
/* [flow->low, flow->high), which other flows' stacks yield (bin_flow_yield()). The flow is kept by address. */
void bin_account_map_stack(bin_account *account, bin_flow *flow);
void bin_account_unmap(bin_account *account, uint64_t start, uint64_t bytes);
/* Memory moved: what was mapped at `from` is now at `to`; blocks and names stay behind. */
void bin_account_move(bin_account *account, uint64_t from, uint64_t to, uint64_t bytes);

/* Tells of all memory but stacks, in such an order that an account that is told the same has the same layers. Nothing
 * may change meanwhile. */
void bin_account_visit(const bin_account *account, const bin_memory_visitor *visitor, void *closure);

/* Whether an address is in a heap block. */
bool bin_account_is_block(const bin_account *account, uint64_t address);

/* Where the mapping or stack begins that an address is in, whatever lies over it; 0: there is none, or its start was
 * cut off. *stack is whether it is a stack. */
uint64_t bin_account_region_start(const bin_account *account, uint64_t address, bool *stack);

/* Which bin a reference at a place to an address would be counted in now. For a caller that simulates machines of its
 * own. */
bin_id bin_account_find(bin_account *account, const bin_flow *flow, uint64_t address, uint32_t place);

/* The same, and the stretch [low, high) around the address for which it holds. */
bin_finding bin_account_stretch(bin_account *account, const bin_flow *flow, uint64_t address, uint32_t place);

/* What is at an address: the bin, and how far into its block or variable; in a stack, how far below the canonical frame
 * address. False when that is not known. */
bool bin_account_locate(bin_account *account, uint64_t address, bin_id *bin, uint64_t *offset);

void bin_account_name(bin_account *account, uint64_t start, uint64_t bytes, bin_id bin);

/* Takes the named range that starts there away; false when there is none. */
bool bin_account_unname(bin_account *account, uint64_t start);

/* Takes all names in a stretch of memory away. */
void bin_account_unname_all(bin_account *account, uint64_t start, uint64_t bytes);

/* Sets all counts to zero. Caches, causes, bins and calls stay. Pending references must be flushed. */
void bin_account_zero(bin_account *account);

/* For bin_batches.c, which sets counts back: the cells, in which nothing waits; a processor's instructions and idle
 * cycles; how often events of shared lines count from here on (0: not at all; once at first). */
bin_cells *bin_account_cells_to_set(bin_account *account);
void bin_account_restore(bin_account *account, unsigned processor, uint64_t instructions, uint64_t idle);
void bin_account_weigh_sharing(bin_account *account, uint64_t weight);

/* The cells for bin_cells_visit_changed(), from the first call on; what waits in them, waits. */
bin_cells *bin_account_cells_watched(bin_account *account);

/* The cells, for the profile; nothing waits in them. Valid until the next reference. */
const bin_cells *bin_account_cells(bin_account *account);

/* What is kept of references; NULL: nothing. */
const bin_references *bin_account_references(const bin_account *account);

/* What is known of instruction fetches; NULL: they are not simulated. */
bin_fetches *bin_account_fetches(const bin_account *account);

/* The shared lines. */
const bin_sharing *bin_account_sharing(const bin_account *account);
