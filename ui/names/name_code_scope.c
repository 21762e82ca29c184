/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/name_code_scope.h"

#include <dwarf.h>

enum {
  MOST_FUNCTIONS = 1000000,
  MOST_LOCALS = 10000,
  RESULT_REGISTER = 0 /* rax */
};

/* Returns whether the code of the DIE contains the address pc. */
static bool covers(Dwarf_Die *die, Dwarf_Addr pc) { return dwarf_haspc(die, pc) > 0; }

bool name_scope_holds_functions(int tag) {
  switch (tag) {
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_structure_type: /* methods of Rust are in the types, and procedures of Fortran can be nested */
    case DW_TAG_enumeration_type:
    case DW_TAG_union_type:
    case DW_TAG_subprogram:
    case DW_TAG_lexical_block: return true; /* gcc puts the outlined function of an OpenMP region into a block */
    default: return false;
  }
}

/* A range of code, and the function to which it belongs. */
typedef struct {
  Dwarf_Addr low, high;
  Dwarf_Die function;
} Code;

/* Adds all functions among the descendants of the DIE `around`. */
static void add_functions(GArray *code, Dwarf_Die *around, unsigned depth) {
  Dwarf_Die child;
  if (depth == NAME_DIE_DEEPEST) return;
  for (bool more = name_die_child(around, &child); more && code->len < MOST_FUNCTIONS; more = name_die_next(&child)) {
    const int tag = dwarf_tag(&child);
    Code one = {.function = child};
    Dwarf_Addr base;
    if (tag == DW_TAG_subprogram)
      for (ptrdiff_t at = 0; (at = dwarf_ranges(&child, at, &base, &one.low, &one.high)) > 0;)
        g_array_append_val(code, one);
    if (name_scope_holds_functions(tag) && dwarf_haschildren(&child) > 0) add_functions(code, &child, depth + 1);
  }
}

static gint compare_code(gconstpointer a, gconstpointer b) {
  const Code *x = a, *y = b;
  return x->low < y->low ? -1 : x->low > y->low;
}

/* Finds the function that contains pc. The first search in a unit lists all functions of the unit. */
static bool find_function(NameModule *module, Dwarf_Die *unit, Dwarf_Addr pc, Dwarf_Die *function) {
  GHashTable *known = name_module_functions(module);
  GArray *code = g_hash_table_lookup(known, unit->addr);
  if (code == NULL) {
    code = g_array_new(FALSE, FALSE, sizeof(Code));
    add_functions(code, unit, 0);
    g_array_sort(code, compare_code);
    g_hash_table_insert(known, unit->addr, code);
  }
  guint first = 0, n = code->len;
  while (n > 0) { /* invariant: the last range that begins at or before pc is before first + n */
    const guint half = n / 2;
    const bool before = g_array_index(code, Code, first + half).low <= pc;
    first += before ? half + 1 : 0;
    n = before ? n - half - 1 : half;
  }
  if (first == 0 || pc >= g_array_index(code, Code, first - 1).high) return false;
  *function = g_array_index(code, Code, first - 1).function;
  return true;
}

bool name_scope_function(NameModule *module, Dwarf_Addr pc, Dwarf_Die *function) {
  Dwarf_Die unit;
  return name_module_unit(module, pc, &unit) && find_function(module, &unit, pc, function);
}

const char *name_scope_call_file(Dwarf_Die *inlined) {
  Dwarf_Die unit;
  Dwarf_Files *files;
  size_t n;
  uint64_t number;
  if (!name_die_number(inlined, DW_AT_call_file, &number) || dwarf_diecu(inlined, &unit, NULL, NULL) == NULL) return "";
  if (dwarf_getsrcfiles(&unit, &files, &n) != 0 || number >= n) return "";
  const char *file = dwarf_filesrc(files, number, NULL, NULL);
  return file != NULL ? file : "";
}

bool name_scope_is_function(Dwarf_Die *scope) {
  const int tag = dwarf_tag(scope);
  return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
}

static bool is_block(int tag) {
  return tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine || tag == DW_TAG_with_stmt;
}

/* Finds the block that is directly in a scope and contains pc. */
static bool find_block(NameModule *module, Dwarf_Die *scope, Dwarf_Addr pc, Dwarf_Die *block) {
  const GArray *children = name_die_children(module, scope);
  for (guint i = 0; i < children->len; i++) {
    *block = g_array_index(children, Dwarf_Die, i);
    if (is_block(dwarf_tag(block)) && covers(block, pc)) return true;
  }
  return false;
}

/* Prepends all scopes that contain pc and are inside of the first element of `scopes`. */
static void descend(NameModule *module, GArray *scopes, Dwarf_Addr pc) {
  Dwarf_Die block;
  for (unsigned depth = 0; depth < NAME_DIE_DEEPEST; depth++) {
    if (!find_block(module, &g_array_index(scopes, Dwarf_Die, 0), pc, &block)) return;
    g_array_prepend_val(scopes, block);
  }
}

GArray *name_scopes_at(NameModule *module, Dwarf_Addr pc) {
  Dwarf_Die unit, function;
  if (!name_module_unit(module, pc, &unit) || !find_function(module, &unit, pc, &function)) return NULL;
  GArray *scopes = g_array_new(FALSE, FALSE, sizeof(Dwarf_Die));
  g_array_append_val(scopes, function);
  descend(module, scopes, pc);
  return scopes;
}

/* Converts a register plus an offset to an offset from the canonical frame address, if possible. */
static NameSpot frame_spot(NameModule *module, Dwarf_Addr pc, unsigned reg, int64_t offset) {
  unsigned cfa_reg;
  int64_t cfa_offset;
  if (!name_module_cfa(module, pc, &cfa_reg, &cfa_offset) || cfa_reg != reg) return (NameSpot){NAME_SPOT_NONE, 0};
  return (NameSpot){NAME_SPOT_FRAME, offset - cfa_offset};
}

/* Reads the location expression of attribute `name` that is valid at pc. Returns false if there is none. */
static bool expression_at(Dwarf_Die *die, unsigned name, Dwarf_Addr pc, Dwarf_Op **ops, size_t *n) {
  Dwarf_Attribute attribute;
  if (dwarf_attr_integrate(die, name, &attribute) == NULL) return false;
  return dwarf_getlocation_addr(&attribute, pc, ops, n, 1) == 1 && *n > 0;
}

/* Converts an offset from the function's frame base, which is the operand of DW_OP_fbreg, to a location. */
static NameSpot base_spot(NameModule *module, Dwarf_Die *function, Dwarf_Addr pc, int64_t offset) {
  Dwarf_Op *ops;
  size_t n;
  if (function == NULL || !expression_at(function, DW_AT_frame_base, pc, &ops, &n))
    return (NameSpot){NAME_SPOT_NONE, 0};
  const unsigned atom = ops[0].atom;
  /* LLVM writes this expression if the function sets up its frame in several steps. */
  if (n == 3 && atom == DW_OP_call_frame_cfa && ops[1].atom == DW_OP_consts && ops[2].atom == DW_OP_plus)
    return (NameSpot){NAME_SPOT_FRAME, offset + (int64_t)ops[1].number};
  if (n != 1) return (NameSpot){NAME_SPOT_NONE, 0};
  if (atom == DW_OP_call_frame_cfa) return (NameSpot){NAME_SPOT_FRAME, offset};
  if (atom >= DW_OP_reg0 && atom <= DW_OP_reg31) return frame_spot(module, pc, atom - DW_OP_reg0, offset);
  if (atom >= DW_OP_breg0 && atom <= DW_OP_breg31)
    return frame_spot(module, pc, atom - DW_OP_breg0, offset + (int64_t)ops[0].number);
  return (NameSpot){NAME_SPOT_NONE, 0};
}

/* Returns the location of a variable that consists of several pieces, if one piece is in the result register. */
static NameSpot piece_spot(const Dwarf_Op *ops, size_t n) {
  int64_t offset = 0;
  for (size_t i = 0; i < n; i++) {
    if (ops[i].atom == DW_OP_reg0 + RESULT_REGISTER && i + 1 < n && ops[i + 1].atom == DW_OP_piece)
      return (NameSpot){NAME_SPOT_RESULT, offset};
    if (ops[i].atom == DW_OP_piece) offset += (int64_t)ops[i].number;
  }
  return (NameSpot){NAME_SPOT_NONE, 0};
}

static NameSpot spot_of(NameModule *module, const Dwarf_Op *ops, size_t n, Dwarf_Die *function, Dwarf_Addr pc) {
  const unsigned atom = ops[0].atom;
  if (n == 1 && atom == DW_OP_addr) return (NameSpot){NAME_SPOT_STATIC, (int64_t)ops[0].number};
  if (n == 2 && atom == DW_OP_addr && ops[1].atom == DW_OP_plus_uconst)
    return (NameSpot){NAME_SPOT_STATIC, (int64_t)(ops[0].number + ops[1].number)};
  if (n == 2 && (ops[1].atom == DW_OP_GNU_push_tls_address || ops[1].atom == DW_OP_form_tls_address))
    return (NameSpot){NAME_SPOT_THREAD, (int64_t)ops[0].number};
  if (n == 1 && atom == DW_OP_fbreg) return base_spot(module, function, pc, (int64_t)ops[0].number);
  if (n == 2 && atom == DW_OP_fbreg && ops[1].atom == DW_OP_deref) {
    const NameSpot spot = base_spot(module, function, pc, (int64_t)ops[0].number);
    return spot.kind == NAME_SPOT_FRAME ? (NameSpot){NAME_SPOT_BEHIND_FRAME, spot.at} : spot;
  }
  if (n == 1 && atom == DW_OP_breg0 + RESULT_REGISTER && ops[0].number == 0)
    return (NameSpot){NAME_SPOT_BEHIND_RESULT, 0};
  if (n == 1 && atom >= DW_OP_breg0 && atom <= DW_OP_breg31)
    return frame_spot(module, pc, atom - DW_OP_breg0, (int64_t)ops[0].number);
  if (n == 1 && atom == DW_OP_reg0 + RESULT_REGISTER) return (NameSpot){NAME_SPOT_RESULT, 0};
  return piece_spot(ops, n);
}

/* Returns whether a variable has one location in all code of its scope. */
static bool has_one_location(Dwarf_Die *variable) {
  Dwarf_Attribute attribute;
  return dwarf_attr_integrate(variable, DW_AT_location, &attribute) != NULL &&
         dwarf_whatform(&attribute) == DW_FORM_exprloc;
}

/* A variable cannot be in the result register in all code of its scope, since each call changes this register. Ignores
 * such a location; GCC writes it for a variable that is used only at the start of the scope. */
NameSpot name_scope_spot(NameModule *module, Dwarf_Die *variable, Dwarf_Die *function, Dwarf_Addr pc) {
  const NameSpot none = {NAME_SPOT_NONE, 0};
  Dwarf_Op *ops;
  size_t n;
  if (!expression_at(variable, DW_AT_location, pc, &ops, &n)) return none;
  const NameSpot spot = spot_of(module, ops, n, function, pc);
  const bool in_result = spot.kind == NAME_SPOT_RESULT || spot.kind == NAME_SPOT_BEHIND_RESULT;
  return in_result && has_one_location(variable) ? none : spot;
}

Dwarf_Addr name_scope_first_location(Dwarf_Die *variable) {
  Dwarf_Attribute attribute;
  Dwarf_Addr base, low, high, first = 0;
  Dwarf_Op *ops;
  size_t n;
  if (dwarf_attr_integrate(variable, DW_AT_location, &attribute) == NULL) return 0;
  for (ptrdiff_t at = 0; (at = dwarf_getlocations(&attribute, at, &base, &low, &high, &ops, &n)) > 0;)
    if (low < high && (first == 0 || low < first)) first = low;
  return first;
}

typedef struct {
  NameModule *module;
  Dwarf_Die *function;
  Dwarf_Addr pc;
  GArray *locals;
} Listing;

static bool in_scopes(const GArray *scopes, const Dwarf_Die *die) {
  for (guint i = 0; i < scopes->len; i++)
    if (g_array_index(scopes, Dwarf_Die, i).addr == die->addr) return true;
  return false;
}

/* Adds the variables that are declared directly in a scope. */
static void list_scope(Listing *listing, Dwarf_Die *scope, unsigned depth) {
  const GArray *children = name_die_children(listing->module, scope);
  for (guint i = 0; i < children->len; i++) {
    Dwarf_Die child = g_array_index(children, Dwarf_Die, i);
    const int tag = dwarf_tag(&child);
    if (tag != DW_TAG_variable && tag != DW_TAG_formal_parameter) continue;
    if (listing->locals->len == MOST_LOCALS) return;
    if (name_die_name(&child) == NULL) continue;
    const NameLocal local = {child, name_scope_spot(listing->module, &child, listing->function, listing->pc), depth};
    g_array_append_val(listing->locals, local);
  }
}

/* Returns whether some code of the block is after pc. (Otherwise, the variables of the block are no longer live at pc,
 * and other variables can have the same locations.) */
static bool continues_after(Dwarf_Die *block, Dwarf_Addr pc) {
  Dwarf_Addr base, low, high;
  for (ptrdiff_t at = 0; (at = dwarf_ranges(block, at, &base, &low, &high)) > 0;)
    if (high > pc) return true;
  return false;
}

/* Adds the variables of all blocks in a scope that are not among `scopes`. Omits the variables of inlined functions. */
static void list_elsewhere(Listing *listing, const GArray *scopes, Dwarf_Die *scope, unsigned depth) {
  if (depth == NAME_DIE_DEEPEST) return;
  const GArray *children = name_die_children(listing->module, scope);
  for (guint i = 0; i < children->len; i++) {
    Dwarf_Die child = g_array_index(children, Dwarf_Die, i);
    if (dwarf_tag(&child) != DW_TAG_lexical_block) continue;
    if (!in_scopes(scopes, &child) && continues_after(&child, listing->pc))
      list_scope(listing, &child, NAME_SCOPE_ELSEWHERE);
    list_elsewhere(listing, scopes, &child, depth + 1);
  }
}

GArray *name_scope_locals(NameModule *module, const GArray *scopes, Dwarf_Addr pc) {
  Dwarf_Die *function = &g_array_index(scopes, Dwarf_Die, scopes->len - 1);
  Listing listing = {module, function, pc, g_array_new(FALSE, FALSE, sizeof(NameLocal))};
  for (guint i = 0; i < scopes->len; i++) list_scope(&listing, &g_array_index(scopes, Dwarf_Die, i), i);
  list_elsewhere(&listing, scopes, function, 0);
  return listing.locals;
}

/* Returns the first location of a variable that is in the frame. Sets *always to whether this location is valid for all
 * code. */
static NameSpot any_frame_spot(const Listing *listing, Dwarf_Die *variable, bool *always) {
  Dwarf_Attribute attribute;
  Dwarf_Addr base, low, high;
  Dwarf_Op *ops;
  size_t n;
  if (dwarf_attr_integrate(variable, DW_AT_location, &attribute) == NULL) return (NameSpot){NAME_SPOT_NONE, 0};
  for (ptrdiff_t at = 0; (at = dwarf_getlocations(&attribute, at, &base, &low, &high, &ops, &n)) > 0;) {
    if (n == 0) continue;
    const NameSpot spot = spot_of(listing->module, ops, n, listing->function, listing->pc);
    *always = low == 0 && high == (Dwarf_Addr)-1;
    if (spot.kind == NAME_SPOT_FRAME) return spot;
  }
  return (NameSpot){NAME_SPOT_NONE, 0};
}

static void list_frame(Listing *listing, Dwarf_Die *scope, unsigned depth) {
  if (depth == NAME_DIE_DEEPEST) return;
  const GArray *children = name_die_children(listing->module, scope);
  for (guint i = 0; i < children->len; i++) {
    Dwarf_Die child = g_array_index(children, Dwarf_Die, i);
    const int tag = dwarf_tag(&child);
    if (is_block(tag)) list_frame(listing, &child, depth + 1);
    if (tag != DW_TAG_variable && tag != DW_TAG_formal_parameter) continue;
    bool always = false;
    NameLocal local = {.die = child, .spot = any_frame_spot(listing, &child, &always)};
    local.depth = always ? 0 : NAME_SCOPE_ELSEWHERE;
    if (local.spot.kind == NAME_SPOT_FRAME && name_die_name(&child) != NULL && listing->locals->len < MOST_LOCALS)
      g_array_append_val(listing->locals, local);
  }
}

GArray *name_scope_frame(NameModule *module, Dwarf_Die *function, Dwarf_Addr pc) {
  Listing listing = {module, function, pc, g_array_new(FALSE, FALSE, sizeof(NameLocal))};
  list_frame(&listing, function, 0);
  return listing.locals;
}
