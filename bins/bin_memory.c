/* bin_memory.c: see bin_memory.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "bins/bin_memory-inl.h"
#include "bins/bin_slot.h"
#include "coherence/coh_system-inl.h"
#include "plat/plat_array.h"

/* Values of regions that are not bins: a stack, with the number of its flow; or memory whose bins the resolver
 * finds. */
#define REGION_STACK 0x10000000u
#define REGION_LAZY 0x0fffffffu

static void forget_all_pages(bin_memory *memory) {
  for (unsigned i = 0; i < BIN_STRETCHES_KEPT; i++) memory->stretches[i].pages = 0;
  for (unsigned i = 0; i < BIN_PAGES_KEPT; i++) memory->pages[i].page = BIN_NO_PAGE;
}

void bin_memory_init(bin_memory *memory, bin_table *table, bin_resolver *resolver, void *closure) {
  memory->table = table;
  memory->resolver = resolver;
  memory->closure = closure;
  memory->layout = 1;
  memory->named = bin_map_new();
  memory->blocks = bin_map_new();
  memory->statics = bin_map_new();
  memory->regions = bin_map_new();
  forget_all_pages(memory);
}

void bin_memory_clear(bin_memory *memory) {
  bin_map_free(memory->named);
  bin_map_free(memory->blocks);
  bin_map_free(memory->statics);
  bin_map_free(memory->regions);
  plat_free(memory->stacks);
}

/* ---- look-ups ---- */

static void narrow(bin_finding *f, uint64_t low, uint64_t high) {
  if (low > f->low) f->low = low;
  if (high < f->high) f->high = high;
}

/* Looks an address up in one layer. Returns false if the layer has nothing there. */
static bool ask(const bin_map *map, uint64_t address, bin_finding *f) {
  if (bin_map_is_empty(map)) return false;
  uint64_t low, high;
  const bin_value value = bin_map_lookup(map, address, &low, &high);
  narrow(f, low, high);
  f->label = f->bin = value;
  return value != BIN_MAP_NOTHING;
}

/* Caches an answer of the resolver, joined with equal neighbours. Joining helps because memory without symbols is
 * resolved in small steps. */
static void keep_static(bin_memory *memory, const bin_finding *f) {
  uint64_t low, high, start = f->low, end = f->high;
  if (start != 0 && bin_map_lookup(memory->statics, start - 1, &low, &high) == f->bin) start = low;
  if (bin_map_lookup(memory->statics, end, &low, &high) == f->bin) end = high;
  bin_map_insert(memory->statics, start, end - start, f->bin);
}

static void ask_resolver(bin_memory *memory, uint64_t address, bin_finding *f) {
  f->constant = true;
  if (ask(memory->statics, address, f)) return;
  uint64_t low = f->low, high = f->high;
  f->label = f->bin = memory->resolver(memory->closure, address, &low, &high);
  plat_assert(low <= address && address < high);
  narrow(f, low, high);
  keep_static(memory, f);
}

/* Returns the bin of the byte `distance` bytes below the canonical frame address of a function's frame, or 0 if it is
 * unknown. */
static bin_id frame_bin(const bin_memory *memory, uint32_t owner, uint64_t distance) {
  return memory->slots ? bin_table_slot(memory->table, owner, bin_slot_below(distance))
                       : bin_table_stack(memory->table, owner);
}

bin_id bin_memory_stack_bin(bin_memory *memory, const bin_flow *flow, const bin_flow *user, uint64_t address,
                            uint32_t place) {
  const uint32_t running = bin_table_get_place(memory->table, place)->function;
  uint32_t owner;
  uint64_t cfa;
  if (!bin_flow_has(flow, address)) return frame_bin(memory, running, 0);
  if (memory->slots && (flow == user || !bin_flow_is_innermost(flow, address)) &&
      bin_flow_frame(flow, address, running, &owner, &cfa))
    return frame_bin(memory, owner, cfa - address);
  return frame_bin(memory, bin_flow_owner(flow, address, running), 0);
}

/* Returns the stack of an address in a stack region. The running thread's stack comes first, since the label of a line
 * does not distinguish stacks, and a plain hit does not look them up. */
static const bin_flow *stack_of(const bin_memory *memory, bin_value region, const bin_flow *user, uint64_t address) {
  return user && bin_flow_has(user, address) ? user : memory->stacks[region & ~REGION_STACK];
}

/* Returns the bin of an address, for a place that `user` runs. `user` is NULL if no thread runs. */
static bin_finding find(bin_memory *memory, const bin_flow *user, uint64_t address, uint32_t place) {
  bin_finding f = {.low = 0, .high = UINT64_MAX};
  if (ask(memory->named, address, &f) || ask(memory->blocks, address, &f)) return f;
  if (!ask(memory->regions, address, &f)) {
    f.label = f.bin = BIN_ID_UNKNOWN;
  } else if (f.label == REGION_LAZY) {
    ask_resolver(memory, address, &f);
  } else if (f.label & REGION_STACK) {
    f.bin = bin_memory_stack_bin(memory, stack_of(memory, f.label, user, address), user, address, place);
    f.label = BIN_LABEL_STACK;
  }
  return f;
}

/* Returns the bit of a page in its stretch. */
static uint64_t page_bit(uint64_t page) {
  return (uint64_t)1 << (page & ((1 << (BIN_STRETCH_BITS - BIN_PAGE_BITS)) - 1));
}

static bin_kept_stretch *stretch_at(bin_memory *memory, uint64_t address) {
  return &memory->stretches[(address >> BIN_STRETCH_BITS) % BIN_STRETCHES_KEPT];
}

static bool is_stretch_of(const bin_kept_stretch *stretch, uint64_t address) {
  return bin_stretch_of(stretch->pages) == bin_stretch_of(address) && stretch->pages != bin_stretch_of(address);
}

/* Returns the first address of the line of an address. */
static uint64_t spot_line(uint64_t address) { return address >> BIN_SPOT_LINE_BITS << BIN_SPOT_LINE_BITS; }

static void keep_spot(bin_memory *memory, uint64_t address, const bin_finding *f) {
  const uint64_t line = spot_line(address), end = line + (1 << BIN_SPOT_LINE_BITS);
  const uint64_t low = f->low > line ? f->low : line, high = f->high < end ? f->high : end;
  memory->spots[bin_spot_of(address)] = (bin_kept_spot){low, {f->label, f->constant}, (uint16_t)(high - low)};
}

static void keep_answer(bin_memory *memory, uint64_t address, const bin_finding *f) {
  const uint64_t page = address >> BIN_PAGE_BITS;
  if (f->label >= BIN_LABELS) return;
  if (f->low > page << BIN_PAGE_BITS || f->high < (page + 1) << BIN_PAGE_BITS) {
    keep_spot(memory, address, f);
    return;
  }
  const bin_answer answer = {.label = f->label, .constant = f->constant};
  bin_kept_stretch *stretch = stretch_at(memory, address);
  if (!is_stretch_of(stretch, address))
    *stretch = (bin_kept_stretch){bin_stretch_of(address) | page_bit(page), answer};
  else if (stretch->answer.label == answer.label && stretch->answer.constant == answer.constant)
    stretch->pages |= page_bit(page);
  else
    memory->pages[page % BIN_PAGES_KEPT] = (bin_kept_page){page, answer};
}

bin_finding bin_memory_search(bin_memory *memory, const bin_flow *user, uint64_t address, uint32_t place) {
  const bin_finding f = find(memory, user, address, place);
  keep_answer(memory, address, &f);
  return f;
}

/* Returns the start of the block of a bin, or of the mapping, that contains an address; 0 if there is none. */
static uint64_t search_start(const bin_memory *memory, bin_id bin, uint64_t address) {
  uint64_t low, high;
  const bin_map *const layers[] = {memory->named, memory->blocks, memory->regions};
  for (unsigned i = 0; i < sizeof layers / sizeof layers[0]; i++)
    if (bin_map_lookup(layers[i], address, &low, &high) == bin) return bin_map_start(layers[i], address);
  return 0;
}

uint64_t bin_memory_start(bin_memory *memory, bin_id bin, uint64_t address) {
  uint64_t low, high;
  const uint64_t start = search_start(memory, bin, address);
  if (start != 0 || bin_map_lookup(memory->regions, address, &low, &high) != REGION_LAZY) return start;
  low = 0;
  high = UINT64_MAX;
  if (memory->resolver(memory->closure, address, &low, &high) != bin) return 0;
  return bin_table_get_bin(memory->table, bin)->n_key != 0 ? low : 0;
}

/* Returns the stack that was mapped at an address. Returns NULL if there is none, or if a block or a named range
 * contains the address. */
static const bin_flow *stack_at(const bin_memory *memory, uint64_t address) {
  uint64_t low, high;
  if (bin_map_lookup(memory->named, address, &low, &high) != BIN_MAP_NOTHING ||
      bin_map_lookup(memory->blocks, address, &low, &high) != BIN_MAP_NOTHING)
    return NULL;
  const bin_value region = bin_map_lookup(memory->regions, address, &low, &high);
  return region != BIN_MAP_NOTHING && region & REGION_STACK ? memory->stacks[region & ~REGION_STACK] : NULL;
}

/* Narrows the range of a look-up's result to one frame of a stack, or to the addresses outside the stack. */
static void narrow_to_frame(bin_finding *f, const bin_flow *flow, uint64_t address) {
  uint64_t low = 0, high = UINT64_MAX;
  if (bin_flow_has(flow, address)) {
    bin_flow_stretch(flow, address, &low, &high);
    narrow(f, low, high);
    narrow(f, flow->low, flow->high);
  } else if (address < flow->low) {
    narrow(f, 0, flow->low);
  } else {
    narrow(f, flow->high, UINT64_MAX);
  }
}

bin_finding bin_memory_stretch(bin_memory *memory, const bin_flow *user, uint64_t address, uint32_t place) {
  bin_finding f = bin_memory_search(memory, user, address, place);
  if (f.label != BIN_LABEL_STACK) return f;
  if (memory->slots) {
    narrow(&f, address, address + 1);
    return f;
  }
  narrow_to_frame(&f, stack_at(memory, address), address);
  if (user) narrow_to_frame(&f, user, address);
  return f;
}

/* As bin_memory_locate(), but for an address in a stack. Returns false in the innermost frame of another thread,
 * because its function is unknown. */
static bool locate_in_stack(bin_memory *memory, const bin_flow *flow, uint64_t address, bin_id *bin, uint64_t *offset) {
  uint32_t owner;
  uint64_t cfa;
  if (!bin_flow_has(flow, address) || bin_flow_is_innermost(flow, address) ||
      !bin_flow_frame(flow, address, 0, &owner, &cfa))
    return false;
  *bin = frame_bin(memory, owner, cfa - address);
  *offset = cfa - address;
  return true;
}

bool bin_memory_locate(bin_memory *memory, uint64_t address, bin_id *bin, uint64_t *offset) {
  const bin_flow *flow = stack_at(memory, address);
  if (flow) return locate_in_stack(memory, flow, address, bin, offset);
  *bin = find(memory, NULL, address, 0).bin;
  const uint64_t start = bin_memory_start(memory, *bin, address);
  *offset = address - start;
  return start != 0;
}

uint64_t bin_memory_block_start(bin_memory *memory, bin_id bin, uint64_t address) {
  const uint64_t page = address >> BIN_PAGE_BITS;
  const bin_answer *kept = bin_memory_kept(memory, address);
  if (!kept || kept->label != bin) return search_start(memory, bin, address);
  bin_page_start *known = &memory->page_starts[page % BIN_PAGES_KEPT];
  if (known->page != page || known->label != bin || known->layout != memory->layout)
    *known = (bin_page_start){page, bin, memory->layout, search_start(memory, bin, address)};
  return known->start;
}

/* ---- changes ---- */

/* Clears the spots of all lines that the range touches, because the spot of a line can be any part of the line. */
static void forget_spots(bin_memory *memory, uint64_t start, uint64_t bytes) {
  const uint64_t first = spot_line(start) >> BIN_SPOT_BITS, last = (start + bytes - 1) >> BIN_SPOT_BITS | 1;
  if (last - first >= BIN_SPOTS_KEPT)
    for (unsigned i = 0; i < BIN_SPOTS_KEPT; i++) memory->spots[i].bytes = 0;
  else
    for (uint64_t spot = first; spot <= last; spot++) memory->spots[spot % BIN_SPOTS_KEPT].bytes = 0;
}

static void forget_answers(bin_memory *memory, uint64_t start, uint64_t bytes) {
  const uint64_t first = start >> BIN_PAGE_BITS, last = (start + bytes - 1) >> BIN_PAGE_BITS;
  if (bytes == 0) return;
  forget_spots(memory, start, bytes);
  if (last - first >= BIN_PAGES_KEPT)
    forget_all_pages(memory);
  else
    for (uint64_t page = first; page <= last; page++) {
      const uint64_t address = page << BIN_PAGE_BITS;
      bin_kept_stretch *stretch = stretch_at(memory, address);
      if (is_stretch_of(stretch, address)) stretch->pages &= ~page_bit(page);
      memory->pages[page % BIN_PAGES_KEPT].page = BIN_NO_PAGE;
    }
}

static void layout_changed(bin_memory *memory, uint64_t start, uint64_t bytes) {
  forget_answers(memory, start, bytes);
  memory->layout++;
}

uint64_t bin_memory_allocate(bin_memory *memory, uint64_t start, uint64_t bytes, bin_id bin) {
  bin_table_add_block(memory->table, bin, bytes);
  /* The last granule of a block is not marked as mixed, because no other block uses the rest of it. */
  const uint64_t granule = (uint64_t)1 << COH_LABEL_BITS;
  const uint64_t room = (bytes + granule - 1) & ~(granule - 1);
  if (memory->starts && room != 0 &&
      (bin_memory_is_block(memory, start) || bin_memory_is_block(memory, start + room - 1)))
    memory->layout++;
  bin_map_insert(memory->blocks, start, room, bin);
  forget_answers(memory, start, room);
  return room;
}

uint64_t bin_memory_release(bin_memory *memory, uint64_t start) {
  const uint64_t room = bin_map_remove_at(memory->blocks, start);
  forget_answers(memory, start, room);
  return room;
}

static void map_region(bin_memory *memory, uint64_t start, uint64_t bytes, bin_value value) {
  bin_memory_unmap(memory, start, bytes);
  bin_map_insert(memory->regions, start, bytes, value);
}

void bin_memory_map(bin_memory *memory, uint64_t start, uint64_t bytes, bin_id bin) {
  bin_table_add_block(memory->table, bin, bytes);
  map_region(memory, start, bytes, bin);
}

void bin_memory_map_lazy(bin_memory *memory, uint64_t start, uint64_t bytes) {
  map_region(memory, start, bytes, REGION_LAZY);
}

/* Returns the number of a flow. Gives the flow a number if it has none. Makes all other flows yield the memory of its
 * stack. */
static uint32_t number_stack(bin_memory *memory, bin_flow *flow) {
  uint32_t number = memory->n_stacks;
  for (uint32_t i = 0; i < memory->n_stacks; i++)
    if (memory->stacks[i] == flow)
      number = i;
    else
      bin_flow_yield(memory->stacks[i], flow->low, flow->high);
  if (number < memory->n_stacks) return number;
  memory->stacks = plat_grow(memory->stacks, number, &memory->stack_room, sizeof *memory->stacks);
  memory->stacks[memory->n_stacks++] = flow;
  return number;
}

void bin_memory_map_stack(bin_memory *memory, bin_flow *flow) {
  const uint32_t number = number_stack(memory, flow);
  /* The memory is not unmapped first: if a program allocated the stack of a thread, heap blocks and names can lie in
   * it. */
  bin_map_insert(memory->regions, flow->low, flow->high - flow->low, REGION_STACK | number);
  layout_changed(memory, flow->low, flow->high - flow->low);
}

void bin_memory_unmap(bin_memory *memory, uint64_t start, uint64_t bytes) {
  bin_map_remove(memory->named, start, bytes);
  bin_map_remove(memory->blocks, start, bytes);
  bin_map_remove(memory->statics, start, bytes);
  bin_map_remove(memory->regions, start, bytes);
  layout_changed(memory, start, bytes);
}

void bin_memory_move(bin_memory *memory, uint64_t from, uint64_t to, uint64_t bytes) {
  uint64_t low, high;
  const bin_value value = bin_map_lookup(memory->regions, from, &low, &high);
  bin_memory_unmap(memory, to, bytes);
  if (value != BIN_MAP_NOTHING) bin_map_insert(memory->regions, to, bytes, value);
}

/* The closure of a map visitor: the visitor of memory that it calls. */
typedef struct {
  const bin_memory_visitor *visitor;
  void *closure;
} visit;

static void visit_region(void *closure, uint64_t start, uint64_t bytes, bin_value value) {
  const visit *v = closure;
  if (value == REGION_LAZY)
    v->visitor->map_lazy(v->closure, start, bytes);
  else if (!(value & REGION_STACK))
    v->visitor->map(v->closure, start, bytes, value);
}

static void visit_block(void *closure, uint64_t start, uint64_t bytes, bin_value value) {
  const visit *v = closure;
  v->visitor->allocate(v->closure, start, bytes, value);
}

static void visit_name(void *closure, uint64_t start, uint64_t bytes, bin_value value) {
  const visit *v = closure;
  v->visitor->name(v->closure, start, bytes, value);
}

void bin_memory_visit(const bin_memory *memory, const bin_memory_visitor *visitor, void *closure) {
  visit v = {visitor, closure};
  bin_map_visit(memory->regions, visit_region, &v);
  bin_map_visit(memory->blocks, visit_block, &v);
  bin_map_visit(memory->named, visit_name, &v);
}

bool bin_memory_is_block(const bin_memory *memory, uint64_t address) {
  uint64_t low, high;
  return bin_map_lookup(memory->blocks, address, &low, &high) != BIN_MAP_NOTHING;
}

bool bin_memory_is_free(const bin_memory *memory, uint64_t start, uint64_t bytes) {
  uint64_t low, high = start;
  while (high - start < bytes)
    if (bin_map_lookup(memory->blocks, high, &low, &high) != BIN_MAP_NOTHING) return false;
  return true;
}

uint64_t bin_memory_region_start(const bin_memory *memory, uint64_t address, bool *stack) {
  uint64_t low, high;
  const bin_value value = bin_map_lookup(memory->regions, address, &low, &high);
  *stack = value != BIN_MAP_NOTHING && value & REGION_STACK;
  return bin_map_start(memory->regions, address);
}

void bin_memory_name(bin_memory *memory, uint64_t start, uint64_t bytes, bin_id bin) {
  bin_table_add_block(memory->table, bin, bytes);
  bin_map_insert(memory->named, start, bytes, bin);
  layout_changed(memory, start, bytes);
}

uint64_t bin_memory_unname(bin_memory *memory, uint64_t start) {
  const uint64_t bytes = bin_map_remove_at(memory->named, start);
  if (bytes != 0) layout_changed(memory, start, bytes);
  return bytes;
}

void bin_memory_unname_all(bin_memory *memory, uint64_t start, uint64_t bytes) {
  bin_map_remove(memory->named, start, bytes);
  layout_changed(memory, start, bytes);
}
