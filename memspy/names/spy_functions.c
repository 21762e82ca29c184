/* spy_functions.c: see spy_functions.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/names/spy_functions.h"

#include "bins/bin_map.h"
#include "memspy/names/spy_code.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"
#include "scopes/scope_code.h"

typedef struct {
  scope_range ranges[SCOPE_RANGES_MAX]; /* sorted by address */
  UInt n_ranges;
  Addr entry;
  UInt scope;  /* number */
  UInt *loops; /* scopes of the function's loops, indexed by loop */
  scope_code code;
} function;

static XArray *functions;            /* array of function *; NULL: the function was unloaded */
static bin_map *by_address;          /* their numbers */
static function *last;               /* the function of the last look-up */
static XArray *nodes;                /* array of scope_node, by scope */
static const scope_node *first_node; /* their current address */
static XArray *of_segments;          /* array of UInt, indexed by segment: the scope of the segment's function + 1 */
static UInt generation = 1;          /* incremented with each unloaded function */

Bool spy_scopes_are_wanted(void) { return spy_options_get()->trace_file && spy_options_get()->trace_scopes; }

static Bool has(const function *f, Addr code) {
  for (UInt i = 0; i < f->n_ranges; i++)
    if (code >= f->ranges[i].low && code < f->ranges[i].high) return True;
  return False;
}

static bool read_guest(void *closure, uint64_t address, uint8_t *bytes, size_t n) {
  (void)closure;
  if (!VG_(am_is_valid_for_client)(address, n, VKI_PROT_READ)) return false;
  VG_(memcpy)(bytes, (const void *)(Addr)address, n);
  return true;
}

/* Adds the record and the node of a scope. */
static UInt add_scope(const bin_scope *scope) {
  const UInt number = bin_table_scope(spy_table, scope);
  if (!nodes) nodes = VG_(newXA)(VG_(malloc), "spy.scopes.nodes", VG_(free), sizeof(scope_node));
  if (number < VG_(sizeXA)(nodes)) return number;
  const UInt parent = scope->around - 1; /* SCOPE_NONE for a function */
  const scope_node node = {parent, scope->is_loop ? ((scope_node *)VG_(indexXA)(nodes, parent))->function : number};
  VG_(addToXA)(nodes, &node);
  first_node = VG_(indexXA)(nodes, 0);
  return number;
}

/* Returns whether a function is the cold part that the compiler moved out of another one. */
static Bool is_cold_part(const spy_function *part, const HChar *name) {
  const SizeT n = VG_(strlen)(name);
  return VG_(strncmp)(part->name, name, n) == 0 && VG_(strncmp)(part->name + n, ".cold", 5) == 0;
}

static void add_range(function *f, Addr low, Addr high) {
  const scope_range range = {low, high};
  UInt at = f->n_ranges++;
  for (; at > 0 && f->ranges[at - 1].low > low; at--) f->ranges[at] = f->ranges[at - 1];
  f->ranges[at] = range;
}

static void find_loops(function *f) { scope_code_find(&f->code, f->ranges, f->n_ranges, f->entry, read_guest, NULL); }

/* Adds the cold part of a function if the function jumps to it. */
static void add_cold_part(function *f, const HChar *name) {
  for (UInt i = 0; i < f->code.n_outside; i++) {
    spy_function part;
    if (!spy_function_at(f->code.outside[i], &part) || !is_cold_part(&part, name)) continue;
    add_range(f, part.low, part.high);
    scope_code_clear(&f->code);
    find_loops(f);
    return;
  }
}

/* Returns how likely a source line is to be the start of a loop. Likely lines are after the start of the enclosing
 * scope, and in the same file. Other lines can belong to instructions that the compiler has moved into the loop. */
static UInt likelihood(const bin_scope *around, UInt file, UInt line) {
  if (line == 0) return 0;
  if (file != around->file) return 1;
  return line > around->line ? 4 : line == around->line ? (around->is_loop ? 3 : 4) : 2;
}

/* Replaces the candidate for a loop's line by the line of an instruction if the line of the instruction is more likely,
 * or if it is equally likely and earlier. */
static void take_line(bin_scope *loop, const bin_scope *around, Addr code) {
  UInt line;
  const UInt file = spy_file_line(code, &line);
  const UInt now = likelihood(around, loop->file, loop->line), then = likelihood(around, file, line);
  if (then < now || (then == now && (file != loop->file || line >= loop->line))) return;
  loop->file = file;
  loop->line = line;
}

/* Finds the source line at which a loop starts: one of the lines at which its iterations begin or end. Compilers move
 * the condition of a `for` or `while` to the end, but keep its line. */
static void find_line(const function *f, UInt number, bin_scope *loop) {
  const bin_scope around = *bin_table_get_scope(spy_table, loop->around - 1);
  loop->file = spy_file_line(f->code.loops[number].header, &loop->line);
  for (UInt b = 0; b < f->code.n_blocks; b++)
    if (f->code.blocks[b].back == number) take_line(loop, &around, f->code.blocks[b].last);
}

static void name_loops(function *f, const spy_function *symbol) {
  f->loops = VG_(malloc)("spy.scopes.loops", (f->code.n_loops + 1) * sizeof *f->loops);
  for (UInt i = 0; i < f->code.n_loops; i++) {
    const scope_code_loop *loop = &f->code.loops[i];
    const UInt around = loop->parent == SCOPE_NONE ? f->scope : f->loops[loop->parent];
    bin_scope scope = {.is_loop = true,
                       .around = around + 1,
                       .segment = symbol->segment,
                       .address = loop->header - symbol->bias,
                       .low = loop->low - symbol->bias,
                       .high = loop->high - symbol->bias};
    find_line(f, i, &scope);
    f->loops[i] = add_scope(&scope);
  }
}

static UInt scope_of_segment(UInt segment) {
  if (!of_segments || segment >= VG_(sizeXA)(of_segments)) return SCOPE_NONE;
  return *(UInt *)VG_(indexXA)(of_segments, segment) - 1;
}

static void keep_function(function *f) {
  if (!functions) {
    functions = VG_(newXA)(VG_(malloc), "spy.scopes.functions", VG_(free), sizeof f);
    by_address = bin_map_new();
  }
  const Word number = VG_(addToXA)(functions, &f);
  for (UInt i = 0; i < f->n_ranges; i++)
    bin_map_insert(by_address, f->ranges[i].low, f->ranges[i].high - f->ranges[i].low, (bin_value)number);
}

static function *make_function(const spy_function *symbol) {
  function *f = VG_(calloc)("spy.scopes.function", 1, sizeof *f);
  f->entry = symbol->low;
  add_range(f, symbol->low, symbol->high);
  find_loops(f);
  add_cold_part(f, symbol->name);
  bin_scope scope = {.segment = symbol->segment,
                     .address = symbol->low - symbol->bias,
                     .low = f->ranges[0].low - symbol->bias,
                     .high = f->ranges[f->n_ranges - 1].high - symbol->bias};
  scope.file = spy_file_line(symbol->low, &scope.line);
  f->scope = add_scope(&scope);
  static const UInt none = 0;
  if (!of_segments) of_segments = VG_(newXA)(VG_(malloc), "spy.scopes.segments", VG_(free), sizeof(UInt));
  while (VG_(sizeXA)(of_segments) <= symbol->segment) VG_(addToXA)(of_segments, &none);
  *(UInt *)VG_(indexXA)(of_segments, symbol->segment) = f->scope + 1;
  name_loops(f, symbol);
  keep_function(f);
  return f;
}

static function *find_function(Addr code) {
  uint64_t low, high;
  const bin_value number = functions ? bin_map_lookup(by_address, code, &low, &high) : BIN_MAP_NOTHING;
  if (number != BIN_MAP_NOTHING) return *(function **)VG_(indexXA)(functions, number);
  spy_function symbol;
  return spy_function_at(code, &symbol) ? make_function(&symbol) : NULL;
}

UInt spy_scope_of(Addr code, Bool *entry) {
  *entry = False;
  if (!last || !has(last, code)) last = find_function(code);
  if (!last) return SCOPE_NONE;
  *entry = code == last->entry;
  const UInt loop = scope_code_loop_at(&last->code, code);
  return loop == SCOPE_NONE ? last->scope : last->loops[loop];
}

static void drop_function(function *f) {
  for (UInt i = 0; i < f->n_ranges; i++)
    bin_map_remove(by_address, f->ranges[i].low, f->ranges[i].high - f->ranges[i].low);
  scope_code_clear(&f->code);
  VG_(free)(f->loops);
  VG_(free)(f);
}

void spy_functions_unload(Addr start, SizeT bytes) {
  last = NULL;
  generation++;
  for (Word i = functions ? VG_(sizeXA)(functions) : 0; i-- > 0;) {
    function **f = VG_(indexXA)(functions, i);
    if (!*f || (*f)->entry < start || (*f)->entry - start >= bytes) continue;
    drop_function(*f);
    *f = NULL;
  }
}

UInt spy_scope_of_call(const bin_call *call) {
  enum { KEPT = 1024 };
  static struct {
    Addr code;
    UInt segment, generation;
    UInt scope;
  } kept[KEPT];
  Addr code;
  Bool entry;
  if (!read_guest(NULL, call->base, (UChar *)&code, sizeof code)) return scope_of_segment(call->owner);
  code--;
  const UInt at = (code ^ code >> 10) % KEPT;
  if (kept[at].code != code || kept[at].generation != generation) {
    spy_place_begin();
    kept[at].segment = bin_table_get_place(spy_table, spy_place_of(code, 0))->function;
    kept[at].scope = spy_scope_of(code, &entry);
    kept[at].generation = generation;
    kept[at].code = code;
  }
  return kept[at].segment == call->owner ? kept[at].scope : scope_of_segment(call->owner);
}

const scope_node *spy_scope_nodes(void) { return first_node; }
