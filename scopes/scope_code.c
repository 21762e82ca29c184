/* scope_code.c: see scope_code.h.
 *
 * A position is an offset in the concatenated code of the function's ranges.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "scopes/scope_code.h"

#include "plat/plat.h"
#include "plat/plat_array.h"
#include "scopes/scope_decode.h"

enum {
  NEAR = 8,        /* maximum number of instructions between the instruction that uses an index and the indirect jump */
  ENTRIES_MIN = 2, /* minimum number of entries of a jump table */
  WORD = 8,
  DISTANCE = 4
};

/* The state of a byte of the code. */
enum { UNSEEN, INSIDE, START = 2, LEADER = 4 /* possible target of a jump */ };

/* A jump through a table. */
typedef struct {
  uint32_t jump;  /* position of the jump */
  uint64_t table; /* address of the table */
  unsigned width; /* size of the table's entries in bytes: WORD or DISTANCE */
} table_jump;

typedef struct {
  const scope_range *ranges;
  unsigned n_ranges;
  scope_reader *read;
  void *closure;
  uint32_t size;
  uint8_t *bytes, *marks; /* indexed by position */
  uint32_t *stack;        /* positions to decode from */
  uint32_t depth, stack_room;
  uint64_t *tables; /* addresses of possible jump tables, in the order in which they were found */
  uint32_t n_tables, tables_room;
  table_jump *jumps;
  uint32_t n_jumps, jumps_room;
  scope_edge *edges;
  uint32_t n_edges, edges_room;
  scope_code *code;
} finder;

/* Returns the position of an address, or SCOPE_NONE if the address is not in the function. */
static uint32_t position_of(const finder *f, uint64_t address) {
  uint32_t before = 0;
  for (unsigned i = 0; i < f->n_ranges; i++) {
    const uint64_t bytes = f->ranges[i].high - f->ranges[i].low;
    if (address - f->ranges[i].low < bytes) return before + (uint32_t)(address - f->ranges[i].low);
    before += (uint32_t)bytes;
  }
  return SCOPE_NONE;
}

/* Returns the address of a position, and sets *end to the position at which the range that contains it ends. */
static uint64_t address_of(const finder *f, uint32_t position, uint32_t *end) {
  uint32_t before = 0;
  for (unsigned i = 0;; i++) {
    const uint32_t bytes = (uint32_t)(f->ranges[i].high - f->ranges[i].low);
    *end = before + bytes;
    if (position < *end || i + 1 == f->n_ranges) return f->ranges[i].low + (position - before);
    before += bytes;
  }
}

static bool decode(const finder *f, uint32_t position, scope_instruction *i) {
  uint32_t end;
  const uint64_t address = address_of(f, position, &end);
  return position < end && scope_decode(f->bytes + position, end - position, address, i);
}

/* Marks a position as a possible target of a jump. Queues the position if it is not yet decoded. */
static void lead(finder *f, uint32_t position) {
  if ((f->marks[position] & LEADER) != 0 || f->marks[position] == INSIDE) return;
  f->marks[position] |= LEADER;
  if ((f->marks[position] & START) != 0) return;
  f->stack = plat_grow(f->stack, f->depth, &f->stack_room, sizeof *f->stack);
  f->stack[f->depth++] = position;
}

static void lead_to(finder *f, uint64_t address) {
  const uint32_t position = position_of(f, address);
  if (position != SCOPE_NONE) lead(f, position);
}

static void follow_jump(finder *f, uint64_t target) {
  scope_code *code = f->code;
  lead_to(f, target);
  if (position_of(f, target) != SCOPE_NONE) return;
  code->outside = plat_grow(code->outside, code->n_outside, &code->outside_room, sizeof *code->outside);
  code->outside[code->n_outside++] = target;
}

/* Reads entry `n` of a jump table, and sets *address to the address that the entry stands for. Returns false if this is
 * not an address in the function. */
static bool read_entry(const finder *f, uint64_t table, unsigned width, uint64_t n, uint64_t *address) {
  uint8_t bytes[WORD];
  uint64_t word = 0;
  if (!f->read(f->closure, table + n * width, bytes, width)) return false;
  for (unsigned i = 0; i < width; i++) word |= (uint64_t)bytes[i] << 8 * i;
  *address = width == WORD ? word : table + (uint64_t)(int64_t)(int32_t)(uint32_t)word;
  return position_of(f, *address) != SCOPE_NONE;
}

/* Returns the size of a jump table's entries in bytes; 0: there is no jump table at this address. */
static unsigned table_width(const finder *f, uint64_t table) {
  static const unsigned widths[] = {DISTANCE, WORD};
  for (unsigned w = 0; w < 2; w++) {
    uint64_t n = 0, address;
    while (n < ENTRIES_MIN && read_entry(f, table, widths[w], n, &address)) n++;
    if (n == ENTRIES_MIN) return widths[w];
  }
  return 0;
}

/* Returns the number of entries of a jump table. A table ends at the latest where another possible table begins. */
static uint64_t table_entries(const finder *f, const table_jump *jump) {
  uint64_t next = UINT64_MAX, n = 0, address;
  for (uint32_t i = 0; i < f->n_tables; i++)
    if (f->tables[i] > jump->table && f->tables[i] < next) next = f->tables[i];
  while (jump->table + n * jump->width < next && read_entry(f, jump->table, jump->width, n, &address)) n++;
  return n;
}

/* Assigns the jump table that was found last to an indirect jump, which uses an index. Marks the targets of the table's
 * entries. */
static void follow_table(finder *f, uint32_t position) {
  for (uint32_t i = f->n_tables; i-- > 0;) {
    const unsigned width = table_width(f, f->tables[i]);
    if (width == 0) continue;
    f->jumps = plat_grow(f->jumps, f->n_jumps, &f->jumps_room, sizeof *f->jumps);
    table_jump *jump = &f->jumps[f->n_jumps++];
    *jump = (table_jump){position, f->tables[i], width};
    uint64_t address;
    const uint64_t n = table_entries(f, jump);
    for (uint64_t entry = 0; entry < n; entry++)
      if (read_entry(f, f->tables[i], width, entry, &address)) lead_to(f, address);
    return;
  }
}

/* Marks the bytes of an instruction. Returns false if one of the bytes already belongs to another instruction. */
static bool claim(finder *f, uint32_t position, unsigned length) {
  for (unsigned i = 0; i < length; i++)
    if ((f->marks[position + i] & (START | INSIDE)) != 0) return false;
  f->marks[position] |= START;
  for (unsigned i = 1; i < length; i++) f->marks[position + i] = INSIDE;
  return true;
}

/* Decodes instructions from a position on, until the control flow ends, or until an instruction was already decoded. */
static void decode_on(finder *f, uint32_t position) {
  scope_instruction i;
  unsigned since_index = NEAR;
  for (; decode(f, position, &i) && claim(f, position, i.length); position += i.length) {
    const uint32_t next = position + i.length;
    since_index = i.indexed ? 0 : since_index + 1;
    if (i.way == SCOPE_BRANCHES || i.way == SCOPE_JUMPS)
      follow_jump(f, i.target);
    else if (i.way != SCOPE_CALLS && i.target != 0) {
      f->tables = plat_grow(f->tables, f->n_tables, &f->tables_room, sizeof *f->tables);
      f->tables[f->n_tables++] = i.target;
    }
    if (i.way == SCOPE_JUMPS_ANY && since_index < NEAR) follow_table(f, position);
    if (i.way > SCOPE_BRANCHES) return;
    uint32_t end;
    address_of(f, position, &end);
    if (i.way == SCOPE_BRANCHES && next < end) lead(f, next);
  }
}

static void decode_all(finder *f, uint32_t start) {
  lead(f, start);
  while (f->depth != 0) decode_on(f, f->stack[--f->depth]);
}

/* Returns whether the bytes at a position are not decoded, because they are padding or not an instruction. Sets *bytes
 * to their number. */
static bool is_left_out(const finder *f, uint32_t position, unsigned *bytes) {
  scope_instruction i;
  *bytes = 1;
  if (!decode(f, position, &i)) return true;
  if (i.way != SCOPE_PADS) return false;
  while (*bytes < i.length && f->marks[position + *bytes] == UNSEEN) ++*bytes;
  return true;
}

/* Decodes the code that no known jump reaches, for example exception handlers. */
static void decode_rest(finder *f) {
  for (uint32_t position = 0; position < f->size; position++) {
    unsigned bytes;
    if (f->marks[position] != UNSEEN) continue;
    if (!is_left_out(f, position, &bytes))
      decode_all(f, position);
    else
      for (unsigned b = 0; b < bytes; b++) f->marks[position + b] = INSIDE;
  }
}

/* Makes the block that extends from `position` to the next jump or to the next possible target of a jump. Returns the
 * position of the block's end, and sets *i to the last instruction of the block. */
static uint32_t cut_block(const finder *f, uint32_t position, scope_block *block, scope_instruction *i) {
  uint32_t end;
  *block = (scope_block){.low = address_of(f, position, &end), .loop = SCOPE_NONE, .back = SCOPE_NONE};
  do {
    if (!decode(f, position, i)) plat_assert(false);
    block->last = address_of(f, position, &end);
    position += i->length;
  } while (i->way < SCOPE_BRANCHES && position < end && (f->marks[position] & (START | LEADER)) == START);
  block->high = block->last + i->length;
  return position;
}

static void add_edge(finder *f, const scope_code *code, uint32_t from, uint64_t to, bool weak) {
  const scope_block *block = scope_code_block_at(code, to);
  if (!block || block->low != to) return;
  f->edges = plat_grow(f->edges, f->n_edges, &f->edges_room, sizeof *f->edges);
  f->edges[f->n_edges++] = (scope_edge){from, (uint32_t)(block - code->blocks), weak};
}

static void add_table_edges(finder *f, const scope_code *code, uint32_t from, uint32_t position) {
  for (uint32_t j = 0; j < f->n_jumps; j++) {
    if (f->jumps[j].jump != position) continue;
    uint64_t address;
    const uint64_t n = table_entries(f, &f->jumps[j]);
    for (uint64_t entry = 0; entry < n; entry++)
      if (read_entry(f, f->jumps[j].table, f->jumps[j].width, entry, &address)) add_edge(f, code, from, address, false);
  }
}

static void add_edges(finder *f, const scope_code *code) {
  for (uint32_t b = 0; b < code->n_blocks; b++) {
    scope_instruction i;
    const scope_block *block = &code->blocks[b];
    const uint32_t last = position_of(f, block->last);
    if (!decode(f, last, &i)) continue;
    if (i.way == SCOPE_BRANCHES || i.way == SCOPE_JUMPS) add_edge(f, code, b, i.target, false);
    if (i.way == SCOPE_JUMPS_ANY) add_table_edges(f, code, b, last);
    if (i.way <= SCOPE_BRANCHES) add_edge(f, code, b, block->high, i.way == SCOPE_CALLS);
  }
}

static void name_loops(scope_code *code, const scope_loops *found) {
  code->n_loops = found->n_loops;
  code->loops = plat_alloc(found->n_loops * sizeof *code->loops + 1);
  for (uint32_t i = 0; i < found->n_loops; i++) {
    const scope_block *header = &code->blocks[found->loops[i].header];
    code->loops[i] = (scope_code_loop){header->low, header->low, header->high, found->loops[i].parent};
  }
  for (uint32_t b = 0; b < code->n_blocks; b++) {
    scope_block *block = &code->blocks[b];
    block->loop = found->loop_of[b];
    for (uint32_t l = block->loop; l != SCOPE_NONE; l = code->loops[l].parent) {
      scope_code_loop *loop = &code->loops[l];
      if (block->low < loop->low) loop->low = block->low;
      if (block->high > loop->high) loop->high = block->high;
    }
  }
}

/* Marks each block that ends in a jump back to the header of the loop that contains the block. */
static void note_back_edges(const finder *f, scope_code *code) {
  for (uint32_t e = 0; e < f->n_edges; e++) {
    scope_block *block = &code->blocks[f->edges[e].from];
    if (block->loop != SCOPE_NONE && code->loops[block->loop].header == code->blocks[f->edges[e].to].low)
      block->back = block->loop;
  }
}

static bool read_code(finder *f) {
  uint64_t size = 0;
  for (unsigned i = 0; i < f->n_ranges; i++) size += f->ranges[i].high - f->ranges[i].low;
  if (size == 0 || size > SCOPE_CODE_MAX) return false;
  f->size = (uint32_t)size;
  f->bytes = plat_alloc(2 * size);
  f->marks = f->bytes + size;
  uint64_t at = 0;
  for (unsigned i = 0; i < f->n_ranges; i++) {
    const uint64_t n = f->ranges[i].high - f->ranges[i].low;
    if (!f->read(f->closure, f->ranges[i].low, f->bytes + at, n)) return false;
    at += n;
  }
  return true;
}

/* Returns the number of the block in which the function is entered. */
static uint32_t entry_block(const scope_code *code, uint64_t entry) {
  const scope_block *block = scope_code_block_at(code, entry);
  return block ? (uint32_t)(block - code->blocks) : 0;
}

void scope_code_find(scope_code *code, const scope_range *ranges, unsigned n_ranges, uint64_t entry, scope_reader *read,
                     void *closure) {
  finder f = {.ranges = ranges, .n_ranges = n_ranges, .read = read, .closure = closure, .code = code};
  *code = (scope_code){0};
  if (position_of(&f, entry) != SCOPE_NONE && read_code(&f)) {
    decode_all(&f, position_of(&f, entry));
    decode_rest(&f);
    uint32_t room = 0;
    scope_instruction i;
    for (uint32_t position = 0; position < f.size;) {
      if ((f.marks[position] & START) == 0) {
        position++;
        continue;
      }
      code->blocks = plat_grow(code->blocks, code->n_blocks, &room, sizeof *code->blocks);
      position = cut_block(&f, position, &code->blocks[code->n_blocks++], &i);
    }
    add_edges(&f, code);
    scope_loops found;
    scope_loops_find(&found, code->n_blocks, entry_block(code, entry), f.edges, f.n_edges);
    name_loops(code, &found);
    note_back_edges(&f, code);
    scope_loops_clear(&found);
  }
  plat_free(f.bytes);
  plat_free(f.stack);
  plat_free(f.tables);
  plat_free(f.jumps);
  plat_free(f.edges);
}

void scope_code_clear(scope_code *code) {
  plat_free(code->blocks);
  plat_free(code->loops);
  plat_free(code->outside);
  *code = (scope_code){0};
}

const scope_block *scope_code_block_at(const scope_code *code, uint64_t address) {
  uint32_t low = 0, high = code->n_blocks;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (code->blocks[middle].high <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low < code->n_blocks && code->blocks[low].low <= address ? &code->blocks[low] : NULL;
}

uint32_t scope_code_loop_at(const scope_code *code, uint64_t address) {
  const scope_block *block = scope_code_block_at(code, address);
  return block ? block->loop : SCOPE_NONE;
}
