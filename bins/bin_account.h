/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_account.h: attributes each reference to its code and its data, and each miss to its cause.
 *
 * An account drives a simulated machine (coherence/) with the references of sites (bin_site.h), finds the bin of each
 * address, and keeps a statistics cell for each (place, bin). The caller is the tool's record buffers or the reader of
 * a trace. It must report allocations, releases and mappings in order with the references. */
#pragma once

#include "bins/bin_cells.h"
#include "bins/bin_contexts.h"
#include "bins/bin_dependence.h"
#include "bins/bin_fetches.h"
#include "bins/bin_flow.h"
#include "bins/bin_memory.h"
#include "bins/bin_references.h"
#include "bins/bin_sharing.h"
#include "bins/bin_site.h"

/* Returns a new account of a machine and a table. Both must outlive the account. `resolver`, called with `closure`,
 * resolves addresses in lazy mappings (bin_memory.h). Free with bin_account_free(). */
bin_account *bin_account_new(coh_system *system, bin_table *table, bin_resolver *resolver, void *closure);
void bin_account_free(bin_account *account);

/* Starts to record the spread (bin_spread.h) of each cell. */
void bin_account_note_spreads(bin_account *account);

/* From now on, each reference takes the full path, except for plain hits of the cell that the site follows. Only the
 * tests that compare the paths call this function. */
void bin_account_take_full_path(bin_account *account);

/* Returns the number of references on each path. */
const bin_path_counts *bin_account_paths(const bin_account *account);

/* From now on, makes each slot of a function's frame (bin_slot.h) a bin of its own, if the frame is known. */
void bin_account_tell_slots(bin_account *account);

/* Starts to record references (bin_references.h); every reference then takes the full path. Call it before
 * bin_site_init() and the first reference. */
void bin_account_tell_references(bin_account *account);

/* Starts to record the calling contexts of misses and stall. Call it once, before the first reference. The caller must
 * report calls and returns to the contexts that bin_account_contexts() returns. These reports also carry the numbers of
 * instructions, reads and writes. */
void bin_account_tell_contexts(bin_account *account);

/* Starts to simulate instruction fetches, with the caches that `config` describes (fetch_system_new()). Call it once,
 * before the first reference. */
void bin_account_tell_fetches(bin_account *account, const fetch_config *config);

/* Starts to distinguish counted and uncounted references. The account simulates both in the same way. These are
 * uncounted: references of sites with an uncounted place (bin_table_uncounted()), instructions and references reported
 * by bin_account_executed_uncounted(), and idle cycles after bin_account_set_uncounted(..., true). A profile omits
 * them. Calls and instructions of contexts are not distinguished: the caller must not report uncounted ones. Call it
 * once, before the first reference. The account must neither simulate fetches nor record references
 * (bin_references.h). */
void bin_account_tell_uncounted(bin_account *account);

coh_system *bin_account_system(const bin_account *account);
bin_table *bin_account_table(const bin_account *account);

/* Initializes a site. `size` is the size of the reference in bytes, from 1 to 65536. `flags` is a coh_kind and
 * BIN_SITE_... flags. */
void bin_site_init(bin_site *site, const bin_account *account, uint32_t size, unsigned flags, uint32_t place);

/* Records the address of a site's instruction, if the machine needs it (coh_blame.code). The site must not move
 * afterwards. */
void bin_account_set_code(bin_account *account, const bin_site *site, uint64_t address);

/* Records whether a site's instruction is atomic, so that a processor with a window waits for all earlier references.
 * Call it after bin_site_init(); the site must not move afterwards. */
void bin_account_set_atomic(bin_account *account, bin_site *site, bool atomic);

/* Returns the dependences of addresses on loads, or NULL if the processors have no windows. */
bin_dependences *bin_account_dependences(const bin_account *account);

/* Adds a site's pending references to their cell. Call it before a site has 2^32 of them. */
void bin_site_flush(bin_account *account, bin_site *site);

/* Clears BIN_SITE_KNOWN of all sites. Call it before sites are freed, and when the bin of a constant address can have
 * changed. */
void bin_account_unfix(bin_account *account);

/* Simulates one reference of `site`, and counts it in its cell. The machine's coh_counts get everything except the
 * number of references, which bin_account_executed() adds. bin_account-inl.h has an inline version. */
void bin_account_reference(bin_account *account, bin_flow *flow, bin_site *site, uint64_t address);

/* Adds numbers of executed instructions, reads and writes to a processor's counts. */
void bin_account_executed(bin_account *account, unsigned processor, uint64_t instructions, uint64_t reads,
                          uint64_t writes);

/* Marks executed instructions, reads and writes of a processor as uncounted. The caller also reports them to
 * bin_account_executed(). */
void bin_account_executed_uncounted(bin_account *account, unsigned processor, uint64_t instructions, uint64_t reads,
                                    uint64_t writes);

/* Sets whether the processor's idle cycles are uncounted from now on (initially: true). */
void bin_account_set_uncounted(bin_account *account, unsigned processor, bool uncounted);

/* The counts of a processor in a profile, without the uncounted ones. */
typedef struct {
  uint64_t instructions;
  uint64_t cycles;      /* instructions times the CPI, plus stalls, plus idle_cycles */
  uint64_t idle_cycles; /* cycles in which the processor had no runnable thread */
  coh_counts counts;
} bin_processor_counts;

/* Returns the counts of a processor in a profile. */
bin_processor_counts bin_account_counted(const bin_account *account, unsigned processor);

/* Returns whether a cell is counted. */
bool bin_account_is_counted(const bin_account *account, const bin_cell *cell);

/* The next two functions add cycles to, and return, the number of cycles in which a processor had no runnable
 * thread. */
void bin_account_idle(bin_account *account, unsigned processor, uint64_t cycles);
uint64_t bin_account_idle_cycles(const bin_account *account, unsigned processor);

/* The next two functions return the number of a processor's instructions, and its clock in cycles. The clock is the
 * instructions times the CPI, plus the stalls (including those of instruction fetches), plus the idle cycles. */
uint64_t bin_account_instructions(const bin_account *account, unsigned processor);
uint64_t bin_account_cycles(const bin_account *account, unsigned processor);

/* The next functions increment, set and return the number of threads that began on a processor. */
void bin_account_thread(bin_account *account, unsigned processor);
void bin_account_restore_threads(bin_account *account, unsigned processor, uint64_t threads);
uint64_t bin_account_threads(const bin_account *account, unsigned processor);

/* The next functions report changes of memory, as the functions of bin_memory.h with the same names. */
void bin_account_allocate(bin_account *account, uint64_t start, uint64_t bytes, bin_id bin);
void bin_account_release(bin_account *account, uint64_t start);
void bin_account_map(bin_account *account, uint64_t start, uint64_t bytes, bin_id bin);
void bin_account_map_lazy(bin_account *account, uint64_t start, uint64_t bytes); /* the resolver finds the bins */
/* Maps the stack [flow->low, flow->high) and removes it from other flows' stacks (bin_flow_yield()). Keeps the pointer
 * to the flow. */
void bin_account_map_stack(bin_account *account, bin_flow *flow);
void bin_account_unmap(bin_account *account, uint64_t start, uint64_t bytes);
/* Moves the mappings at `from` to `to`. Heap blocks and named ranges do not move. */
void bin_account_move(bin_account *account, uint64_t from, uint64_t to, uint64_t bytes);

/* Calls the visitor for all memory except stacks. The order of the calls is such that the same calls create the same
 * layers in another account. The memory must not change meanwhile. */
void bin_account_visit(const bin_account *account, const bin_memory_visitor *visitor, void *closure);

/* Returns whether a heap block contains an address. */
bool bin_account_is_block(const bin_account *account, uint64_t address);

/* Returns whether no heap block has memory in [start, start + bytes). */
bool bin_account_is_free(const bin_account *account, uint64_t start, uint64_t bytes);

/* Returns the start of the mapping or stack that contains an address, regardless of the layers above it. Returns 0 if
 * there is none, or if its start is no longer mapped. Sets *stack to whether it is a stack. */
uint64_t bin_account_region_start(const bin_account *account, uint64_t address, bool *stack);

/* Returns the bin that a reference of `place` to an address has at present. For a caller that simulates other
 * machines. */
bin_id bin_account_find(bin_account *account, const bin_flow *flow, uint64_t address, uint32_t place);

/* As bin_account_find(), but also returns a range [low, high) around the address in which all addresses have this
 * bin. */
bin_finding bin_account_stretch(bin_account *account, const bin_flow *flow, uint64_t address, uint32_t place);

/* Sets *bin to the bin at an address, and *offset to the distance in bytes of the address from the start of its block
 * or variable. In a stack, *offset is the distance below the canonical frame address. Returns false if the bin or the
 * offset is unknown. */
bool bin_account_locate(bin_account *account, uint64_t address, bin_id *bin, uint64_t *offset);

void bin_account_name(bin_account *account, uint64_t start, uint64_t bytes, bin_id bin);

/* Removes the named range that starts at `start`. Returns false if there is none. */
bool bin_account_unname(bin_account *account, uint64_t start);

/* Removes all named ranges in a range of memory. */
void bin_account_unname_all(bin_account *account, uint64_t start, uint64_t bytes);

/* Makes a stage the current one, in which later references and instructions count; `stage` is its number + 1; 0: no
 * stage. Pending references and instructions must be flushed. For bin_stages.h. */
void bin_account_enter(bin_account *account, uint32_t stage);

/* Sets all counts to zero. Caches, causes, bins and calls stay. Pending references must be flushed. */
void bin_account_zero(bin_account *account);

/* The next functions are for bin_batches.c, which restores earlier counts. The first returns the cells, after
 * bin_cells_settle(). The second sets a processor's instructions and idle cycles. The third sets the weight of later
 * events of shared lines (1 at first; 0: the events are not counted). */
bin_cells *bin_account_cells_to_set(bin_account *account);
void bin_account_restore(bin_account *account, unsigned processor, uint64_t instructions, uint64_t idle);
void bin_account_weigh_sharing(bin_account *account, uint64_t weight);

/* Returns the cells, for use with bin_cells_visit_changed(), without bin_cells_settle(). From the first call on,
 * changes of cells are recorded. */
bin_cells *bin_account_cells_watched(bin_account *account);

/* Returns the cells, for the profile, after bin_cells_settle(). Sets the counts of uncounted cells to zero. The result
 * is valid until the next reference. */
const bin_cells *bin_account_cells(bin_account *account);

/* Returns the recorded references, or NULL if none are recorded. */
const bin_references *bin_account_references(const bin_account *account);

/* Returns the calling contexts, or NULL if they are not recorded. */
bin_contexts *bin_account_contexts(const bin_account *account);

/* Returns the counts of instruction fetches, or NULL if fetches are not simulated. */
bin_fetches *bin_account_fetches(const bin_account *account);

/* Returns the shared lines. */
const bin_sharing *bin_account_sharing(const bin_account *account);
