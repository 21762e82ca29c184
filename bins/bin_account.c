/* SPDX-License-Identifier: GPL-2.0-or-later
 * bin_account.c: the paths of references that are not plain hits, and the effect of changes of memory on sites and
 * labels.
 *
 * Rules of attribution
 *  - A reference belongs to the place of its instruction and the bin of its first byte.
 *  - The bin is the first of these that contains the byte: a named range; a heap block; a variable, mapping or
 *    stack; otherwise bin 0, unknown. A stack address belongs to the function whose frame contains it. The frame of the
 *    running function includes its return address and all addresses below. In the innermost frame of another thread's
 *    stack, the address belongs to the function that makes the reference.
 *  - Memory is in one stack at a time: a new stack removes its memory from all others. Stack memory that a program
 *    moves, or leaves to a thread without a stack, stays stack memory, but without known calls: it belongs to the
 *    function that makes the reference. All paths find the same bin for a reference.
 *  - If slots are distinguished, a stack address belongs to its slot in the frame. The slot is unknown (0) if the
 *    account has not seen the call of the frame, and in the innermost frame of another thread's stack.
 *  - An evictor is the bin of the reference whose fill evicted the line; an invalidator is the segment of the store
 *    that invalidated it.
 *  - Bytes of a transfer (coh_traffic.c) belong to the place of the reference or fetch that causes the transfer, and to
 *    the bin of the line's data. For a line that is written back, this is the bin of the store that modified it last.
 *  - An event (bin_sharing.h) belongs to the first line of the reference that missed or was upgraded; its offset is
 *    that of the first byte that the reference touches in the line.
 *  - A site counts plain references in `pending` while they belong to one cell, and adds them to the cell when the bin
 *    changes. A label in the D1 is valid for its eight bytes while the line stays and memory does not change. Functions
 *    that change memory call coh_labels_forget() for it. */
#include "bins/bin_account-inl.h"
#include "bins/bin_account_state.h"
#include "bins/bin_miss.h"
#include "bins/bin_owner.h"
#include "bins/bin_uncounted.h"
#include "coherence/coh_stall.h"
#include "plat/plat_array.h"

/* Callback (coh_revision): an invalidation miss of a cell is true sharing. */
static void revise(void *closure, unsigned processor, uint64_t line, uint32_t cell) {
  bin_account *account = closure;
  coh_counts *const uncounted = bin_uncounted_of_cell(account, processor, cell);
  bin_cells_revise(&account->cells, cell);
  if (uncounted) {
    uncounted->false_sharing--;
    uncounted->true_sharing++;
  }
  if (account->aside || uncounted) return;
  bin_sharing_revise(account->sharing, line << account->system->processors[processor].line_bits);
}

/* Callback (coh_waste): a prefetched line left the D1 unused. */
static void waste(void *closure, unsigned processor, uint64_t line, uint32_t cell) {
  bin_account *account = closure;
  coh_counts *const uncounted = bin_uncounted_of_cell(account, processor, cell);
  (void)line;
  bin_cells_waste(&account->cells, cell);
  if (uncounted) uncounted->unused++;
}

/* Callback (coh_mover): the code of a place causes the transfer of a line of a bin's data. */
static void move(void *closure, unsigned processor, coh_move how, coh_who bin, uint32_t note) {
  bin_account *account = closure;
  const uint32_t place = note & BIN_NOTE_OF_CODE ? note & ~BIN_NOTE_OF_CODE
                                                 : bin_cells_get(&account->cells, note)->place;
  coh_counts *const uncounted = bin_uncounted_counts(account, processor, place);
  bin_cells_move(&account->cells, place, bin, how, account->system->config.d1.line);
  if (uncounted) *coh_counts_moved(uncounted, how) += account->system->config.d1.line;
}

/* Callback (coh_charger): a processor has waited for a reference. note_of_wait() in bin_miss.c made the note of the
 * reference. */
static void charge(void *closure, unsigned processor, uint32_t note, const coh_charge *cost) {
  bin_account *account = closure;
  const uint32_t cell = account->contexts ? bin_contexts_charge(account->contexts, note, cost->stall) : note;
  coh_counts *const uncounted = bin_uncounted_of_cell(account, processor, cell);
  bin_cells_charge(&account->cells, cell, cost);
  if (PLAT_LIKELY(!uncounted)) return;
  uncounted->stall_cycles += cost->stall;
  uncounted->overlapped_cycles -= cost->latency;
  uncounted->overlapped_misses -= cost->miss;
  uncounted->translation_cycles += cost->translation;
}

bin_account *bin_account_new(coh_system *system, bin_table *table, bin_resolver *resolver, void *closure) {
  bin_account *account = plat_alloc(sizeof *account);
  account->system = system;
  account->table = table;
  account->processors = plat_alloc(system->config.processors * sizeof *account->processors);
  account->cells.table = table;
  account->sharing = bin_sharing_new(BIN_SHARING_LINES);
  bin_memory_init(&account->memory, table, resolver, closure);
  coh_system_on_true_sharing(system, revise, account);
  coh_system_on_waste(system, waste, account);
  coh_system_on_traffic(system, move, account);
  coh_system_on_charge(system, charge, account);
  if (mach_config_has_window(&system->config)) account->dependences = bin_dependences_new(system->config.processors);
  return account;
}

void bin_account_free(bin_account *account) {
  coh_system_on_true_sharing(account->system, NULL, NULL);
  coh_system_on_waste(account->system, NULL, NULL);
  coh_system_on_traffic(account->system, NULL, NULL);
  coh_system_on_charge(account->system, NULL, NULL);
  bin_memory_clear(&account->memory);
  bin_cells_clear(&account->cells);
  bin_sharing_free(account->sharing);
  if (account->references) bin_references_free(account->references);
  if (account->fetches) bin_fetches_free(account->fetches);
  bin_contexts_free(account->contexts);
  plat_map_clear(&account->codes);
  plat_map_clear(&account->atomics);
  bin_dependences_free(account->dependences);
  plat_free(account->fixed);
  plat_free(account->uncounted);
  plat_free(account->processors);
  plat_free(account);
}

void bin_account_tell_fetches(bin_account *account, const fetch_config *config) {
  account->fetches = bin_fetches_new(account->system, account->table, config);
}

void bin_account_tell_contexts(bin_account *account) {
  account->contexts = bin_contexts_new(account->system->config.processors);
  if (mach_config_has_window(&account->system->config)) return;
  account->current = bin_contexts_current(account->contexts);
  bin_cells_own(&account->cells);
}

void bin_account_take_full_path(bin_account *account) { account->full = true; }

void bin_account_note_spreads(bin_account *account) {
  account->spreads = account->memory.starts = true;
  bin_account_take_full_path(account);
}

void bin_account_tell_slots(bin_account *account) { account->slots = account->memory.slots = true; }

void bin_account_tell_references(bin_account *account) {
  account->references = bin_references_new(account->system);
  bin_account_take_full_path(account);
}

const bin_path_counts *bin_account_paths(const bin_account *account) { return &account->paths; }

void bin_account_tell_uncounted(bin_account *account) {
  plat_assert(!account->fetches && !account->references);
  const unsigned processors = coh_processors(account->system);
  account->uncounted = plat_alloc(processors * sizeof *account->uncounted);
  for (unsigned i = 0; i < processors; i++) account->uncounted[i].is_idle = true;
}

bool bin_account_is_counted(const bin_account *account, const bin_cell *cell) {
  return !bin_is_uncounted(account, cell->place);
}

coh_system *bin_account_system(const bin_account *account) { return account->system; }
bin_table *bin_account_table(const bin_account *account) { return account->table; }

/* ---- sites ---- */

void bin_site_init(bin_site *site, const bin_account *account, uint32_t size, unsigned flags, uint32_t place) {
  plat_assert(size > 0 && size <= 65536);
  const bool never = size > account->system->config.d1.line || account->references;
  *site = (bin_site){.label = never ? BIN_LABEL_NEVER : BIN_LABEL_NONE,
                     .last = (uint16_t)(size - 1),
                     .flags = (uint8_t)(coh_kind_owns((coh_kind)(flags & BIN_SITE_KIND)) ? flags & ~BIN_SITE_READS
                                                                                         : flags | BIN_SITE_READS),
                     .place = place};
}

void bin_account_set_code(bin_account *account, const bin_site *site, uint64_t address) {
  if (!bin_account_has_codes(account) && !account->dependences) return;
  if (bin_account_has_codes(account)) *plat_map_add(&account->codes, (uint64_t)(uintptr_t)site) = (uint32_t)address;
  if (account->dependences && (site->flags & BIN_SITE_KIND) != COH_WRITE)
    bin_dependences_set_code(account->dependences, site, address);
}

void bin_account_set_atomic(bin_account *account, bin_site *site, bool atomic) {
  if (!mach_config_has_window(&account->system->config)) return;
  /* Few sites are atomic. An earlier site at the same address may have been atomic. */
  if (atomic || plat_map_find(&account->atomics, (uint64_t)(uintptr_t)site))
    *plat_map_add(&account->atomics, (uint64_t)(uintptr_t)site) = atomic;
  if (atomic) site->label = BIN_LABEL_NEVER; /* each execution of the site takes the full path */
}

bin_dependences *bin_account_dependences(const bin_account *account) { return account->dependences; }

/* Returns the bin of a site's pending references. Pending references to a stack are in the frame of the site's own
 * function. */
static bin_id bin_of_site(bin_account *account, const bin_site *site) {
  if (site->label != BIN_LABEL_STACK) return site->label;
  return bin_table_stack(account->table, bin_table_get_place(account->table, site->place)->function);
}

void bin_site_flush(bin_account *account, bin_site *site) {
  if (site->pending == 0) return;
  bin_cell *cell = bin_cells_find(&account->cells, site->place, bin_of_site(account, site));
  bin_cell_refer(cell, (coh_kind)(site->flags & BIN_SITE_KIND), site->pending);
  site->pending = 0;
}

/* Makes a site count references to granules with the label `label` in `pending`. */
static void site_follow(bin_account *account, bin_site *site, uint32_t label) {
  bin_site_flush(account, site);
  site->label = label;
}

/* Sets BIN_SITE_KNOWN of a site whose constant address is in a static variable: only such a bin never changes. */
static void site_fix(bin_account *account, bin_site *site) {
  if (site->flags & BIN_SITE_KNOWN) return;
  account->fixed = plat_grow(account->fixed, account->n_fixed, &account->fixed_room, sizeof *account->fixed);
  account->fixed[account->n_fixed++] = site;
  site->flags |= BIN_SITE_KNOWN;
}

void bin_account_unfix(bin_account *account) {
  for (uint32_t i = 0; i < account->n_fixed; i++)
    account->fixed[i]->flags = (uint8_t)(account->fixed[i]->flags & ~BIN_SITE_KNOWN);
  account->n_fixed = 0;
}

/* ---- memory ---- */

/* Handles a change of heap blocks. It is frequent, and keeps BIN_SITE_KNOWN, since no constant address is in a block.
 */
static void block_changed(bin_account *account, uint64_t start, uint64_t bytes) {
  coh_labels_forget(account->system, start, bytes);
}

static void memory_changed(bin_account *account, uint64_t start, uint64_t bytes) {
  block_changed(account, start, bytes);
  if (account->n_fixed != 0) bin_account_unfix(account);
}

void bin_account_allocate(bin_account *account, uint64_t start, uint64_t bytes, bin_id bin) {
  const uint64_t room = bin_memory_allocate(&account->memory, start, bytes, bin);
  block_changed(account, start, room);
}

void bin_account_release(bin_account *account, uint64_t start) {
  const uint64_t room = bin_memory_release(&account->memory, start);
  if (room != 0) block_changed(account, start, room);
}

void bin_account_map(bin_account *account, uint64_t start, uint64_t bytes, bin_id bin) {
  bin_memory_map(&account->memory, start, bytes, bin);
  memory_changed(account, start, bytes);
}

void bin_account_map_lazy(bin_account *account, uint64_t start, uint64_t bytes) {
  bin_memory_map_lazy(&account->memory, start, bytes);
  memory_changed(account, start, bytes);
}

void bin_account_map_stack(bin_account *account, bin_flow *flow) {
  bin_memory_map_stack(&account->memory, flow);
  memory_changed(account, flow->low, flow->high - flow->low);
}

void bin_account_unmap(bin_account *account, uint64_t start, uint64_t bytes) {
  bin_memory_unmap(&account->memory, start, bytes);
  memory_changed(account, start, bytes);
}

void bin_account_move(bin_account *account, uint64_t from, uint64_t to, uint64_t bytes) {
  bin_memory_move(&account->memory, from, to, bytes);
  memory_changed(account, to, bytes);
}

void bin_account_name(bin_account *account, uint64_t start, uint64_t bytes, bin_id bin) {
  bin_memory_name(&account->memory, start, bytes, bin);
  memory_changed(account, start, bytes);
}

bool bin_account_unname(bin_account *account, uint64_t start) {
  const uint64_t bytes = bin_memory_unname(&account->memory, start);
  if (bytes != 0) memory_changed(account, start, bytes);
  return bytes != 0;
}

void bin_account_unname_all(bin_account *account, uint64_t start, uint64_t bytes) {
  bin_memory_unname_all(&account->memory, start, bytes);
  memory_changed(account, start, bytes);
}

void bin_account_visit(const bin_account *account, const bin_memory_visitor *visitor, void *closure) {
  bin_memory_visit(&account->memory, visitor, closure);
}

bool bin_account_is_block(const bin_account *account, uint64_t address) {
  return bin_memory_is_block(&account->memory, address);
}

bool bin_account_is_free(const bin_account *account, uint64_t start, uint64_t bytes) {
  return bin_memory_is_free(&account->memory, start, bytes);
}

uint64_t bin_account_region_start(const bin_account *account, uint64_t address, bool *stack) {
  return bin_memory_region_start(&account->memory, address, stack);
}

bin_id bin_account_find(bin_account *account, const bin_flow *flow, uint64_t address, uint32_t place) {
  return bin_memory_find(&account->memory, flow, address, place).bin;
}

bin_finding bin_account_stretch(bin_account *account, const bin_flow *flow, uint64_t address, uint32_t place) {
  return bin_memory_stretch(&account->memory, flow, address, place);
}

bool bin_account_locate(bin_account *account, uint64_t address, bin_id *bin, uint64_t *offset) {
  return bin_memory_locate(&account->memory, address, bin, offset);
}

/* ---- references ---- */

/* The cell of a reference, and the label that its site can follow. */
typedef struct {
  bin_cell *cell;
  uint32_t label; /* BIN_LABEL_NONE: none */
  bool looked_up; /* whether `found` is valid, and can label the line */
  bin_finding found;
} target;

static uint64_t granule_in_line(const coh_processor *p, uint64_t address) {
  return address >> COH_LABEL_BITS & (((uint64_t)1 << p->label_bits) - 1);
}

static target target_of(bin_account *account, const bin_flow *flow, const bin_site *site, uint64_t address,
                        uint32_t label) {
  const bool innermost = bin_flow_is_innermost(flow, address);
  const uint32_t stack_label = innermost && !account->slots ? BIN_LABEL_STACK : BIN_LABEL_NONE;
  if (bin_site_follows(site, label) && (label != BIN_LABEL_STACK || innermost))
    return (target){.cell = bin_cells_find(&account->cells, site->place, bin_of_site(account, site)),
                    .label = site->label};
  if (label < BIN_LABELS) return (target){.cell = bin_cells_find(&account->cells, site->place, label), .label = label};
  if (label == BIN_LABEL_STACK && bin_flow_has(flow, address)) {
    const bin_id bin = bin_memory_stack_bin(&account->memory, flow, flow, address, site->place);
    return (target){.cell = bin_cells_find(&account->cells, site->place, bin), .label = stack_label};
  }
  const bin_finding f = bin_memory_find(&account->memory, flow, address, site->place);
  return (target){.cell = bin_cells_find(&account->cells, site->place, f.bin),
                  .label = f.label != BIN_LABEL_STACK ? f.label : stack_label,
                  .looked_up = true,
                  .found = f};
}

/* Simulates a reference that is not a plain hit, line by line. Returns the slot of the reference's first line, or
 * COH_NO_SLOT if a further line has evicted it. */
static uint64_t use_lines(bin_account *account, unsigned processor, const bin_site *site, uint64_t address,
                          uint64_t slot, bin_cell *cell) {
  coh_processor *p = &account->system->processors[processor];
  const coh_kind kind = (coh_kind)(site->flags & BIN_SITE_KIND);
  const uint64_t first = address >> p->line_bits;
  const uint64_t last = address + site->last;
  const coh_blame blame = bin_blame_of(account, site, cell);
  coh_outcome outcome;
  slot = coh_line_use(account->system, processor, first, coh_kind_owns(kind), coh_granules(p, first, address, last),
                      &blame, slot, &outcome);
  if (PLAT_UNLIKELY(first != last >> p->line_bits)) {
    coh_further_lines_use(account->system, processor, address, last, coh_kind_owns(kind), &blame, &outcome);
    if (slot != COH_NO_SLOT && p->d1.tags[slot] != first)
      slot = COH_NO_SLOT; /* a further line has evicted the first one */
  }
  if (outcome.cause != COH_HIT || outcome.upgrade || outcome.translation.misses != 0 ||
      outcome.prefetching.covered != 0)
    bin_count_outcome(account, p, site, address, cell, &outcome);
  else if (PLAT_UNLIKELY(p->window != NULL))
    bin_enter_window(account, p, site, address, cell, outcome.stall, 0, false, false);
  return slot;
}

/* A site follows the last bin that it referred to. Each change to another bin takes two look-ups. For a site that
 * alternates between bins, this would be slow, so a site changes only at every 16th reference of this kind, counted
 * over all sites. */
enum { STRAYS = 16 };

static bool is_stray(bin_account *account, const bin_site *site, const target *t) {
  return t->label != site->label && site->label != BIN_LABEL_NONE && !(t->looked_up && t->found.constant) &&
         !account->full && ++account->strays % STRAYS != 0;
}

static inline void count_at_site(bin_account *account, bin_site *site, const target *t) {
  if (t->label == BIN_LABEL_NONE || site->label == BIN_LABEL_NEVER || is_stray(account, site, t)) {
    bin_cell_refer(t->cell, (coh_kind)(site->flags & BIN_SITE_KIND), 1);
    return;
  }
  if (t->label != site->label) site_follow(account, site, t->label);
  if (t->looked_up && t->found.constant && site->flags & BIN_SITE_FIXED) site_fix(account, site);
  site->pending++;
}

/* Adds the offset of a reference that was just counted to the spread of its cell. Offsets are from the start of the
 * block or variable. In a section without variables, adds no offset: the known part of the section grows with the
 * look-ups, so it has no fixed start. */
__attribute__((noinline)) static void note_spread(bin_account *account, bin_site *site, uint64_t address,
                                                  const bin_cell *cell) {
  const bin_data *bin = bin_table_get_bin(account->table, cell->bin);
  if (bin->kind == BIN_STACK || bin->kind == BIN_UNKNOWN) return;
  bin_spread *spread = bin_cells_spread(&account->cells, cell);
  if (!spread->seen || spread->stride != 1) {
    const uint64_t start = bin->kind == BIN_STATIC && bin->n_key != 0
                               ? bin->key[0]
                               : bin_memory_block_start(&account->memory, cell->bin, address);
    if (start == 0) return;
    bin_spread_add(spread, address - start);
  }
  if (spread->curious == 0 || site->label >= BIN_LABELS || site->flags & BIN_SITE_FIXED) return;
  spread->curious--;
  site_follow(account, site, BIN_LABEL_NONE);
}

/* As bin_miss(), but with the vector instance if the processor has it. */
static inline uint64_t miss(bin_account *account, coh_processor *p, const bin_site *site, uint64_t address,
                            bin_cell *cell, uint32_t label) {
  const bool vector = p->vector && PLAT_LIKELY(!account->full);
  return vector ? bin_miss_vector(account, p, site, address, cell, label)
                : bin_miss(account, p, site, address, cell, label);
}

/* Makes a reference that misses one line, if the whole line has the label of the site, so that the bin of the reference
 * is known. Returns whether it made the reference. */
static bool miss_plainly(bin_account *account, coh_processor *p, bin_site *site, uint64_t address) {
  if (!bin_is_plain_miss(account, p, site, address)) return false;
  bin_cell *cell = bin_cells_find(&account->cells, site->place, site->label);
  miss(account, p, site, address, cell, site->label);
  site->pending++;
  if (account->spreads) note_spread(account, site, address, cell);
  return true;
}

/* Labels the 8-byte granules of a line in the D1 that are within the range of a look-up. The granule of `address`
 * becomes mixed if it is not completely within the range. */
static void label_line(coh_processor *p, uint64_t slot, uint64_t address, const bin_finding *f) {
  const uint64_t granule = (uint64_t)1 << COH_LABEL_BITS, line = (uint64_t)1 << p->line_bits;
  const uint64_t line_start = address & ~(line - 1);
  if (f->low <= line_start && line_start + line <= f->high) {
    coh_label_line(p, slot, f->label);
    return;
  }
  uint32_t *labels = coh_labels(p, slot);
  for (uint64_t start = line_start; start < line_start + line; start += granule, labels++) {
    if (f->low <= start && start + granule <= f->high)
      *labels = f->label;
    else if (address - start < granule)
      *labels = BIN_LABEL_MIXED;
  }
}

/* Labels the line in `slot` with the look-up of a target, unless `label`, the label of `address` so far, is mixed. */
static void label_target(bin_account *account, unsigned processor, uint64_t slot, uint64_t address, uint32_t label,
                         const target *t) {
  if (t->looked_up && label != BIN_LABEL_MIXED)
    label_line(&account->system->processors[processor], slot, address, &t->found);
}

/* Makes a reference on the full path. Such a reference can change more than the replacement order of its set, and can
 * need a look-up of its bin. */
__attribute__((noinline)) static void reference_in_full(bin_account *account, bin_flow *flow, bin_site *site,
                                                        uint64_t address, uint64_t slot) {
  coh_processor *p = &account->system->processors[flow->processor];
  const uint32_t label = slot == COH_NO_SLOT ? COH_NO_LABEL : coh_label_at(p, slot, granule_in_line(p, address));
  const target t = target_of(account, flow, site, address, label);
  if (PLAT_UNLIKELY(account->references != NULL)) bin_references_begin(account->references, t.cell->number);
  if (slot == COH_NO_SLOT && bin_is_in_line(p, site, address))
    slot = miss(account, p, site, address, t.cell, COH_NO_LABEL);
  else
    slot = use_lines(account, flow->processor, site, address, slot, t.cell);
  if (PLAT_UNLIKELY(account->references != NULL))
    bin_references_end(account->references, flow->processor, (coh_kind)(site->flags & BIN_SITE_KIND), address,
                       address + site->last);
  if (slot != COH_NO_SLOT) label_target(account, flow->processor, slot, address, label, &t);
  count_at_site(account, site, &t);
  if (account->spreads) note_spread(account, site, address, t.cell);
}

/* A silent hit: a reference that hits one or two lines in the D1, and changes only the replacement order of their sets
 * and the state of lines that no other processor holds. */
typedef struct {
  uint64_t slot, second; /* slots of the first line, and of the second line or COH_NO_SLOT */
} silent_hit;

static bool line_is_silent(const bin_account *account, const coh_processor *p, bool own, uint64_t slot, uint64_t first,
                           uint64_t last) {
  return account->full ? coh_line_is_plain(p, slot, own, first, last)
                       : coh_line_is_silent(account->system, p, slot, own, first, last);
}

/* Returns whether a reference whose first line is in `slot` is a silent hit, and sets *hit to it. */
static bool find_silent_hit(const bin_account *account, const coh_processor *p, const bin_site *site, uint64_t address,
                            uint64_t slot, silent_hit *hit) {
  const bool own = coh_kind_owns((coh_kind)(site->flags & BIN_SITE_KIND));
  const uint64_t last = address + site->last, line = address >> p->line_bits, final = last >> p->line_bits;
  *hit = (silent_hit){slot, COH_NO_SLOT};
  if (PLAT_LIKELY(line == final)) return line_is_silent(account, p, own, slot, address, last);
  const uint64_t start = final << p->line_bits;
  if (account->full || final != line + 1 || !line_is_silent(account, p, own, slot, address, start - 1)) return false;
  hit->second = coh_cache_find(&p->d1, final);
  return hit->second != COH_NO_SLOT && line_is_silent(account, p, own, hit->second, start, last);
}

static void use_silently(const bin_account *account, coh_processor *p, bool own, uint64_t slot) {
  if (own && coh_state_in(p->d1.states[slot]) != COH_MODIFIED) coh_line_own_silently(account->system, p, slot);
  coh_line_touch(p, p->d1.tags[slot], slot);
}

bool bin_reference_ahead(bin_account *account, const bin_flow *flow, bin_site *site, uint64_t address, uint64_t clock) {
  coh_processor *p = &account->system->processors[flow->processor];
  const uint64_t line = address >> p->line_bits, slot = coh_cache_find(&p->d1, line);
  if (slot == COH_NO_SLOT || account->full || !bin_is_in_line(p, site, address) || !coh_line_is_for_one(p, line))
    return false;
  const bool own = coh_kind_owns((coh_kind)(site->flags & BIN_SITE_KIND));
  const uint32_t label = coh_label_at(p, slot, granule_in_line(p, address));
  if (!bin_site_follows(site, label) || (label == BIN_LABEL_STACK && !bin_flow_is_innermost(flow, address)) ||
      !coh_line_is_silent(account->system, p, slot, own, address, address + site->last))
    return false;
  p->d1.clock = clock;
  coh_filter_miss(p, line);
  use_silently(account, p, own, slot);
  site->pending++;
  account->paths.shorts++;
  return true;
}

/* Counts a hit whose label the site does not follow. */
static void hit_elsewhere(bin_account *account, const bin_flow *flow, bin_site *site, uint64_t address, uint64_t slot,
                          uint32_t label) {
  const target t = target_of(account, flow, site, address, label);
  label_target(account, flow->processor, slot, address, label, &t);
  count_at_site(account, site, &t);
  account->paths.lookups += t.looked_up;
}

/* Makes a reference on the short path if it is a silent hit. Returns whether it made the reference. */
static bool hit_shortly(bin_account *account, const bin_flow *flow, bin_site *site, uint64_t address, uint64_t slot) {
  coh_processor *p = &account->system->processors[flow->processor];
  silent_hit hit;
  if (!find_silent_hit(account, p, site, address, slot, &hit)) return false;
  const uint32_t label = coh_label_at(p, slot, granule_in_line(p, address));
  const bool follows = bin_site_follows(site, label) &&
                       (label != BIN_LABEL_STACK || bin_flow_is_innermost(flow, address));
  if (!follows && account->full) return false;
  const bool own = coh_kind_owns((coh_kind)(site->flags & BIN_SITE_KIND));
  coh_filter_miss(p, p->d1.tags[slot]);
  use_silently(account, p, own, slot);
  if (PLAT_UNLIKELY(hit.second != COH_NO_SLOT)) use_silently(account, p, own, hit.second);
  if (follows)
    site->pending++;
  else
    hit_elsewhere(account, flow, site, address, slot, label);
  account->paths.shorts++;
  return true;
}

/* Counts a plain hit in a frame of the thread's own stack other than the innermost one. Returns false, without a
 * change, if the address is elsewhere. */
static bool count_in_caller(bin_account *account, const bin_flow *flow, const bin_site *site, uint64_t address) {
  if (account->slots || !bin_flow_has(flow, address) || bin_flow_is_innermost(flow, address)) return false;
  const uint32_t owner = bin_flow_owner(flow, address, bin_table_get_place(account->table, site->place)->function);
  bin_cell *cell = bin_cells_find(&account->cells, site->place, bin_table_stack(account->table, owner));
  bin_cell_refer(cell, (coh_kind)(site->flags & BIN_SITE_KIND), 1);
  return true;
}

void bin_hit_elsewhere(bin_account *account, bin_flow *flow, bin_site *site, uint64_t address, uint64_t clock,
                       const coh_filter *entry) {
  if (PLAT_UNLIKELY(account->full || site->label == BIN_LABEL_NEVER)) {
    bin_reference_slowly(account, flow, site, address, clock);
    return;
  }
  coh_processor *p = &account->system->processors[flow->processor];
  p->d1.clock = p->d1.uses[entry->slot] = clock;
  account->paths.shorts++;
  const uint32_t label = entry->label != COH_NO_LABEL ? entry->label
                                                      : coh_labels(p, entry->slot)[granule_in_line(p, address)];
  if (PLAT_LIKELY(label < BIN_LABELS)) {
    const target t = {.cell = bin_cells_find(&account->cells, site->place, label), .label = label};
    count_at_site(account, site, &t);
  } else if (label != BIN_LABEL_STACK || !count_in_caller(account, flow, site, address)) {
    hit_elsewhere(account, flow, site, address, entry->slot, label);
  }
}

/* Subtracts a conditional reference that was counted with its block, although it was not made. A fence is such a
 * reference. */
static void not_made(const bin_account *account, coh_processor *p, const bin_site *site) {
  const bool writes = (site->flags & BIN_SITE_KIND) == COH_WRITE;
  if (PLAT_UNLIKELY(p->window != NULL) && (site->flags & BIN_SITE_KIND) == BIN_SITE_FENCE)
    coh_stall(p, &(coh_wait){.kind = COH_WINDOW_ATOMIC});
  if (writes)
    p->counts.writes--;
  else
    p->counts.reads--;
  coh_counts *const uncounted = bin_uncounted_counts(account, coh_number(p), site->place);
  if (PLAT_UNLIKELY(uncounted != NULL))
    *(writes ? &uncounted->writes : &uncounted->reads) -= 1;
  else if (account->contexts)
    bin_contexts_subtract(account->contexts, coh_number(p), writes);
}

/* Makes a reference that is not a plain hit of a line in the filter. `slot`: the slot of the D1 that holds its first
 * line, or COH_NO_SLOT. */
__attribute__((noinline)) static void reference_found(bin_account *account, bin_flow *flow, bin_site *site,
                                                      uint64_t address, uint64_t slot) {
  coh_processor *p = &account->system->processors[flow->processor];
  if (PLAT_UNLIKELY(address == 0 && site->flags & BIN_SITE_GUARDED)) {
    not_made(account, p, site);
    return;
  }
  if (slot == COH_NO_SLOT) {
    account->paths.misses++;
    if (!miss_plainly(account, p, site, address)) reference_in_full(account, flow, site, address, slot);
  } else if (bin_site_is_atomic(account, site) || !hit_shortly(account, flow, site, address, slot)) {
    account->paths.full_hits++;
    reference_in_full(account, flow, site, address, slot);
  }
}

/* This is a separate function, so that bin_reference_slowly() saves fewer registers across its calls. */
__attribute__((noinline)) static void reference_searched(bin_account *account, bin_flow *flow, const coh_processor *p,
                                                         bin_site *site, uint64_t address) {
  reference_found(account, flow, site, address, coh_cache_find(&p->d1, address >> p->line_bits));
}

void bin_reference_slowly(bin_account *account, bin_flow *flow, bin_site *site, uint64_t address, uint64_t clock) {
  coh_processor *p = &account->system->processors[flow->processor];
  p->d1.clock = clock;
  if (PLAT_UNLIKELY(p->window != NULL)) coh_catch_up(p);
  const uint64_t line = address >> p->line_bits;
  coh_filter *entry = coh_filter_entry(p, line);
  if (entry->key >> 1 == line) {
    if (!account->full && site->label != BIN_LABEL_NEVER && bin_is_plain_hit(entry, p->line_bits, site, address))
      bin_hit_elsewhere(account, flow, site, address, clock, entry);
    else
      reference_found(account, flow, site, address, entry->slot);
  } else if (PLAT_LIKELY(p->vector)) {
    uint64_t slot;
    if (PLAT_UNLIKELY(!bin_reference_vector(account, p, site, address, entry, &slot)))
      reference_found(account, flow, site, address, slot);
  } else
    reference_searched(account, flow, p, site, address);
}

void bin_site_follow_call(const bin_account *account, bin_flow *flow, const bin_site *site, uint64_t address) {
  if (site->flags & BIN_SITE_CALL)
    bin_flow_call(flow, address, bin_table_get_place(account->table, site->place)->function);
  else if (site->flags & BIN_SITE_RETURN)
    bin_flow_return(flow, address);
}

void bin_account_reference(bin_account *account, bin_flow *flow, bin_site *site, uint64_t address) {
  coh_activate(account->system, flow->processor);
  coh_processor *p = &account->system->processors[flow->processor];
  const bin_lane lane = bin_lane_of(p);
  const uint64_t clock = p->d1.clock + COH_CLOCK_STEP;
  bin_reference_and_call(account, flow, &lane, lane.line_bits, site, address, clock);
  p->d1.clock = clock + COH_CLOCK_STEP;
}

void bin_account_executed(bin_account *account, unsigned processor, uint64_t instructions, uint64_t reads,
                          uint64_t writes) {
  account->processors[processor].instructions += instructions;
  account->system->processors[processor].counts.reads += reads;
  account->system->processors[processor].counts.writes += writes;
}

void bin_account_executed_uncounted(bin_account *account, unsigned processor, uint64_t instructions, uint64_t reads,
                                    uint64_t writes) {
  bin_uncounted *uncounted = &account->uncounted[processor];
  uncounted->instructions += instructions;
  uncounted->counts.reads += reads;
  uncounted->counts.writes += writes;
}

void bin_account_set_uncounted(bin_account *account, unsigned processor, bool uncounted) {
  account->uncounted[processor].is_idle = uncounted;
}

uint64_t bin_account_instructions(const bin_account *account, unsigned processor) {
  return account->processors[processor].instructions;
}

void bin_account_idle(bin_account *account, unsigned processor, uint64_t cycles) {
  account->processors[processor].idle += cycles;
  if (account->uncounted && account->uncounted[processor].is_idle) account->uncounted[processor].idle += cycles;
}

uint64_t bin_account_idle_cycles(const bin_account *account, unsigned processor) {
  return account->processors[processor].idle;
}

/* Returns a processor's clock: the cycles of its instructions and fetches, plus `stall` and `idle` cycles. */
static uint64_t cycles_of(const bin_account *account, unsigned processor, uint64_t instructions, uint64_t stall,
                          uint64_t idle) {
  const uint64_t fetching = account->fetches ? bin_fetches_of(account->fetches, processor)->stall_cycles : 0;
  return mach_cycles(&account->system->config, instructions) + fetching + stall + idle;
}

uint64_t bin_account_cycles(const bin_account *account, unsigned processor) {
  const bin_processor_state *state = &account->processors[processor];
  return cycles_of(account, processor, state->instructions, coh_counts_of(account->system, processor)->stall_cycles,
                   state->idle);
}

bin_processor_counts bin_account_counted(const bin_account *account, unsigned processor) {
  static const bin_uncounted none;
  const bin_processor_state *state = &account->processors[processor];
  const bin_uncounted *uncounted = account->uncounted ? &account->uncounted[processor] : &none;
  bin_processor_counts all = {.instructions = state->instructions - uncounted->instructions,
                              .idle_cycles = state->idle - uncounted->idle,
                              .counts = *coh_counts_of(account->system, processor)};
  for (coh_count i = 0; i < COH_COUNTS; i++) *coh_counts_at(&all.counts, i) -= coh_counts_get(&uncounted->counts, i);
  all.cycles = cycles_of(account, processor, all.instructions, all.counts.stall_cycles, all.idle_cycles);
  return all;
}

void bin_account_thread(bin_account *account, unsigned processor) { account->processors[processor].threads++; }

void bin_account_restore_threads(bin_account *account, unsigned processor, uint64_t threads) {
  account->processors[processor].threads = threads;
}

uint64_t bin_account_threads(const bin_account *account, unsigned processor) {
  return account->processors[processor].threads;
}

void bin_account_enter(bin_account *account, uint32_t stage) {
  bin_table_enter(account->table, stage);
  bin_cells_forget_recent(&account->cells);
}

void bin_account_zero(bin_account *account) {
  bin_cells_zero(&account->cells);
  bin_sharing_zero(account->sharing);
  if (account->references) bin_references_zero(account->references);
  if (account->fetches) bin_fetches_zero(account->fetches);
  if (account->contexts) bin_contexts_zero(account->contexts);
  for (uint32_t i = 0; i < account->system->config.processors; i++)
    account->processors[i].instructions = account->processors[i].idle = 0;
  for (uint32_t i = 0; account->uncounted && i < account->system->config.processors; i++)
    account->uncounted[i] = (bin_uncounted){.is_idle = account->uncounted[i].is_idle};
  coh_counts_zero(account->system);
  bin_table_zero(account->table);
}

bin_cells *bin_account_cells_to_set(bin_account *account) {
  bin_cells_settle(&account->cells);
  bin_owner_settle(account);
  return &account->cells;
}

void bin_account_restore(bin_account *account, unsigned processor, uint64_t instructions, uint64_t idle) {
  account->processors[processor].instructions = instructions;
  account->processors[processor].idle = idle;
}

void bin_account_weigh_sharing(bin_account *account, uint64_t weight) {
  account->aside = weight == 0;
  if (weight != 0) bin_sharing_weigh(account->sharing, weight);
}

bin_cells *bin_account_cells_watched(bin_account *account) {
  if (!account->cells.changed) bin_cells_watch(&account->cells);
  return &account->cells;
}

const bin_cells *bin_account_cells(bin_account *account) {
  bin_cells *cells = bin_account_cells_to_set(account);
  if (account->uncounted) bin_cells_drop_uncounted(cells);
  return cells;
}

const bin_sharing *bin_account_sharing(const bin_account *account) { return account->sharing; }
bin_contexts *bin_account_contexts(const bin_account *account) { return account->contexts; }
bin_fetches *bin_account_fetches(const bin_account *account) { return account->fetches; }
const bin_references *bin_account_references(const bin_account *account) { return account->references; }
