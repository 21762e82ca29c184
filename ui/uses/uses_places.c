/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/uses/uses_places.h"

#include <dwarf.h>

#include "ui/base/ui_search.h"
#include "ui/names/name_code_scope.h"

enum { MOST_VARIABLES = 100000, MOST_PLACES = 1000000, WORD = 8, FRAME_POINTER = 6, FRAME_POINTER_TO_CFA = 16 };

typedef struct {
  NameModule *module;
  UsesPlaces *places;
  Dwarf_Die *function;
  unsigned base; /* DWARF operation that computes the frame base of the function; 0: not a single operation */
} Listing;

/* ---- locations ---- */

/* Returns the DWARF operation that computes the address to which DW_OP_fbreg is relative; 0: not a single operation. */
static unsigned frame_base(Dwarf_Die *function) {
  Dwarf_Attribute attribute;
  Dwarf_Op *ops;
  size_t n;
  if (dwarf_attr_integrate(function, DW_AT_frame_base, &attribute) == NULL) return 0;
  return dwarf_getlocation(&attribute, &ops, &n) == 0 && n == 1 ? ops[0].atom : 0;
}

static bool in_frame(const Listing *listing, const Dwarf_Op *op, guint64 pc, gint64 *at) {
  unsigned reg;
  int64_t offset;
  *at = (gint64)op->number;
  if (op->atom == DW_OP_fbreg) {
    if (listing->base == DW_OP_call_frame_cfa) return true;
    *at -= FRAME_POINTER_TO_CFA;
    return listing->base == DW_OP_reg0 + FRAME_POINTER;
  }
  if (!name_module_cfa(listing->module, pc, &reg, &offset) || op->atom != DW_OP_breg0 + reg) return false;
  *at -= offset;
  return true;
}

static bool is_base(const Dwarf_Op *op) {
  return op->atom == DW_OP_fbreg || (op->atom >= DW_OP_breg0 && op->atom < DW_OP_breg0 + USES_REGISTERS);
}

/* Reads a location. It can be a register or a place in the frame, which contains the value or the address of the
 * variable. Returns false for other locations. */
static bool read_place(const Listing *listing, const Dwarf_Op *ops, size_t n, UsesCodePlace *place) {
  const unsigned first = n > 0 ? ops[0].atom : 0;
  place->reg = USES_REGISTER_NONE;
  if (n == 1 && first >= DW_OP_reg0 && first < DW_OP_reg0 + USES_REGISTERS) {
    place->reg = (gint8)(first - DW_OP_reg0);
    return true;
  }
  const bool value = n == 2 && ops[1].atom == DW_OP_stack_value;
  const bool loaded = n == 2 && ops[1].atom == DW_OP_deref;
  if (n == 0 || !is_base(&ops[0]) || (n != 1 && !value && !loaded)) return false;
  if (value) { /* the value is a register plus an offset */
    place->reg = (gint8)(first - DW_OP_breg0);
    return first != DW_OP_fbreg;
  }
  place->is_indirect = loaded;
  if (in_frame(listing, &ops[0], place->low != 0 ? place->low : place->high, &place->at)) return true;
  if (first == DW_OP_fbreg || n != 1 || ops[0].number != 0) return false;
  place->reg = (gint8)(first - DW_OP_breg0);
  place->is_indirect = true;
  return true;
}

static void add_places(Listing *listing, Dwarf_Die *variable, guint32 number, guint64 bytes) {
  Dwarf_Attribute attribute;
  Dwarf_Addr base, low, high;
  Dwarf_Op *ops;
  size_t n;
  if (dwarf_attr(variable, DW_AT_location, &attribute) == NULL) return;
  for (ptrdiff_t at = 0; (at = dwarf_getlocations(&attribute, at, &base, &low, &high, &ops, &n)) > 0;) {
    UsesCodePlace place = {.low = low, .high = high, .bytes = bytes, .variable = number};
    if (read_place(listing, ops, n, &place) && listing->places->places->len < MOST_PLACES)
      g_array_append_val(listing->places->places, place);
  }
}

/* ---- variables and scopes ---- */

static void add_variable(Listing *listing, Dwarf_Die *die, guint32 scope, bool is_parameter, unsigned number) {
  UsesCodeVariable one = {.die = *die, .scope = scope, .is_parameter = is_parameter, .number = number};
  GArray *variables = listing->places->variables;
  one.has_type = name_die_type(die, &one.type);
  /* The parameter of an OpenMP region has no name. It is a struct with the variables that the region captures. */
  if ((name_die_name(die) == NULL && !one.is_parameter) || variables->len == MOST_VARIABLES) return;
  g_array_append_val(variables, one);
  add_places(listing, die, variables->len - 1, one.has_type ? name_die_size(&one.type) : 0);
}

static guint32 add_scope(Listing *listing, Dwarf_Die *die, guint32 around) {
  uint64_t line;
  int declared;
  UsesCodeScope one = {.die = *die, .around = around};
  one.name = name_die_name(die);
  one.file = dwarf_decl_file(die);
  one.line = dwarf_decl_line(die, &declared) == 0 && declared > 0 ? (unsigned)declared : 0;
  one.call_line = name_die_number(die, DW_AT_call_line, &line) ? (unsigned)line : 0;
  one.name = one.name != NULL ? one.name : "";
  one.file = one.file != NULL ? one.file : "";
  g_array_append_val(listing->places->scopes, one);
  UsesCodeRange range = {.scope = listing->places->scopes->len - 1};
  Dwarf_Addr base, low, high;
  for (ptrdiff_t at = 0; around != USES_PLACES_NONE && (at = dwarf_ranges(die, at, &base, &low, &high)) > 0;) {
    range.low = low;
    range.high = high;
    g_array_append_val(listing->places->ranges, range);
  }
  return range.scope;
}

/* Returns the number of a parameter, from 0. An inlined instance can lack parameters, so the parameters are counted in
 * the abstract origin of the function. */
static unsigned number_of(Dwarf_Die *function, Dwarf_Die *parameter, unsigned number) {
  Dwarf_Attribute attribute;
  Dwarf_Die origin, whole, child;
  unsigned n = 0;
  if (dwarf_attr(parameter, DW_AT_abstract_origin, &attribute) == NULL ||
      dwarf_formref_die(&attribute, &origin) == NULL ||
      dwarf_attr(function, DW_AT_abstract_origin, &attribute) == NULL || dwarf_formref_die(&attribute, &whole) == NULL)
    return number;
  for (bool more = name_die_child(&whole, &child); more; more = name_die_next(&child)) {
    if (child.addr == origin.addr) return n;
    n += dwarf_tag(&child) == DW_TAG_formal_parameter;
  }
  return number;
}

static void list(Listing *listing, Dwarf_Die *around, guint32 scope, unsigned depth) {
  Dwarf_Die child;
  unsigned number = 0;
  if (depth == NAME_DIE_DEEPEST) return;
  for (bool more = name_die_child(around, &child); more; more = name_die_next(&child)) {
    switch (dwarf_tag(&child)) {
      case DW_TAG_formal_parameter:
        add_variable(listing, &child, scope, true, number_of(around, &child, number++));
        break;
      case DW_TAG_variable: add_variable(listing, &child, scope, false, 0); break;
      case DW_TAG_lexical_block:
      case DW_TAG_with_stmt: list(listing, &child, scope, depth + 1); break;
      case DW_TAG_inlined_subroutine: list(listing, &child, add_scope(listing, &child, scope), depth + 1); break;
      default: break;
    }
  }
}

static gint compare_places(gconstpointer a, gconstpointer b) {
  const UsesCodePlace *x = a, *y = b;
  if (x->low != y->low) return x->low < y->low ? -1 : 1;
  return x->variable < y->variable ? -1 : x->variable > y->variable;
}

UsesPlaces *uses_places_new(NameModule *module, Dwarf_Die *function) {
  UsesPlaces *places = g_new0(UsesPlaces, 1);
  places->scopes = g_array_new(FALSE, FALSE, sizeof(UsesCodeScope));
  places->ranges = g_array_new(FALSE, FALSE, sizeof(UsesCodeRange));
  places->variables = g_array_new(FALSE, FALSE, sizeof(UsesCodeVariable));
  places->places = g_array_new(FALSE, FALSE, sizeof(UsesCodePlace));
  Listing listing = {module, places, function, frame_base(function)};
  list(&listing, function, add_scope(&listing, function, USES_PLACES_NONE), 0);
  g_array_sort(places->places, compare_places);
  return places;
}

void uses_places_free(UsesPlaces *places) {
  if (places == NULL) return;
  g_array_unref(places->scopes);
  g_array_unref(places->ranges);
  g_array_unref(places->variables);
  g_array_unref(places->places);
  g_free(places);
}

/* ---- parameters at a call ----
 *
 * Parameters are in consecutive argument registers only if each parameter is a number or an address. Compilers also
 * remove parameters from clones of functions (.isra, .constprop). So the registers are read from the locations of the
 * parameters at the entry of the function. Unoptimized code keeps parameters in the frame and has no such locations. In
 * this case, the registers are derived from the types of the parameters. */

/* Returns the operations of a parameter's location at an address, and sets *n to their number. Returns NULL if the
 * location is unknown. */
static const Dwarf_Op *location_at(Dwarf_Die *parameter, guint64 pc, size_t *n) {
  Dwarf_Attribute attribute;
  Dwarf_Op *ops;
  const bool is_known = dwarf_attr(parameter, DW_AT_location, &attribute) != NULL &&
                        dwarf_getlocation_addr(&attribute, pc, &ops, n, 1) == 1 && *n > 0;
  return is_known ? ops : NULL;
}

/* Returns the register that contains a parameter or its address, or USES_REGISTER_NONE if no register does. */
static gint8 register_at(Dwarf_Die *parameter, guint64 pc) {
  size_t n;
  const Dwarf_Op *op = location_at(parameter, pc, &n);
  if (op == NULL || n != 1) return USES_REGISTER_NONE;
  if (op->atom >= DW_OP_reg0 && op->atom < DW_OP_reg0 + USES_REGISTERS) return (gint8)(op->atom - DW_OP_reg0);
  const bool is_address = op->atom >= DW_OP_breg0 && op->atom < DW_OP_breg0 + USES_REGISTERS && op->number == 0 &&
                          op->atom != DW_OP_breg0 + USES_REGISTER_STACK;
  return is_address ? (gint8)(op->atom - DW_OP_breg0) : USES_REGISTER_NONE;
}

/* Returns whether the caller passes the address of a parameter, and the function keeps this address in its frame. */
static bool is_by_address(Dwarf_Die *parameter, guint64 pc) {
  size_t n;
  const Dwarf_Op *ops = location_at(parameter, pc, &n);
  return ops != NULL && n == 2 && ops[1].atom == DW_OP_deref;
}

static bool is_record(Dwarf_Die *type) {
  const int tag = dwarf_tag(type);
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

/* Returns the number of general registers in which a parameter is passed. 0: it is passed in vector registers or on the
 * stack; -1: its type does not determine the number. */
static int registers_of(Dwarf_Die *parameter, guint64 pc) {
  Dwarf_Die type, peeled;
  uint64_t encoding;
  if (!name_die_type(parameter, &type) || !name_die_peel(&type, &peeled)) return -1;
  switch (dwarf_tag(&peeled)) {
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
    case DW_TAG_enumeration_type: return 1;
    case DW_TAG_base_type:
      if (!name_die_number(&peeled, DW_AT_encoding, &encoding)) return -1;
      if (encoding == DW_ATE_float || encoding == DW_ATE_complex_float || encoding == DW_ATE_decimal_float) return 0;
      return name_die_size(&peeled) <= WORD ? 1 : -1;
    default:
      if (!is_record(&peeled)) return -1;
      if (is_by_address(parameter, pc)) return 1;
      return name_die_size(&peeled) > 2 * WORD ? 0 : -1;
  }
}

/* Returns whether the function receives the address for its result before its parameters. -1: unknown, since C++
 * returns objects of any size by address if they are not trivially copyable. */
static int gets_place_of_result(Dwarf_Die *function) {
  Dwarf_Die type, peeled;
  uint64_t convention;
  if (!name_die_type(function, &type) || !name_die_peel(&type, &peeled) || !is_record(&peeled)) return 0;
  if (name_die_size(&peeled) > 2 * WORD) return 1;
  if (name_die_number(&peeled, DW_AT_calling_convention, &convention)) return convention == DW_CC_pass_by_reference;
  return name_language_is_c(name_die_language(function)) ? 0 : -1;
}

/* Stores the registers of the parameters according to their locations at the entry of the function. Returns whether any
 * parameter is in a register. */
static bool find_by_places(Dwarf_Die *function, guint64 entry, gint8 *registers, guint most, guint *n) {
  Dwarf_Die child;
  unsigned listed = 0;
  bool any = false;
  for (bool more = name_die_child(function, &child); more; more = name_die_next(&child)) {
    if (dwarf_tag(&child) != DW_TAG_formal_parameter) continue;
    const unsigned number = number_of(function, &child, listed++);
    if (number >= most) continue;
    registers[number] = register_at(&child, entry);
    any |= registers[number] != USES_REGISTER_NONE;
    *n = MAX(*n, number + 1);
  }
  return any;
}

/* Stores the registers of the parameters according to the ABI (System V, AMD64, 3.2.3). Stops at the first parameter
 * whose type does not determine its registers. */
static void find_by_types(Dwarf_Die *function, guint64 entry, gint8 *registers, guint most) {
  Dwarf_Die child;
  unsigned listed = 0;
  int own, taken = gets_place_of_result(function);
  for (bool more = taken >= 0 && name_die_child(function, &child); more; more = name_die_next(&child)) {
    if (dwarf_tag(&child) != DW_TAG_formal_parameter) continue;
    const unsigned number = number_of(function, &child, listed++);
    if ((own = registers_of(&child, entry)) < 0) return;
    if (number < most && own > 0) registers[number] = (gint8)uses_argument_register((unsigned)taken);
    taken += own;
  }
}

guint uses_places_handed_over(NameModule *module, guint64 entry, gint8 *registers, guint most) {
  Dwarf_Die function;
  guint n = 0;
  const bool is_known = name_scope_function(module, entry, &function);
  for (guint i = 0; i < most; i++) registers[i] = is_known ? USES_REGISTER_NONE : (gint8)uses_argument_register(i);
  if (!is_known) return most;
  if (!find_by_places(&function, entry, registers, most, &n)) find_by_types(&function, entry, registers, most);
  return n;
}

static bool is_instruction_before(gconstpointer instruction, gconstpointer address) {
  return ((const UsesMachineInstruction *)instruction)->address < *(const guint64 *)address;
}

/* Returns the number of the first instruction whose address is `address` or higher. */
static guint32 first_from(const GArray *instructions, guint64 address) {
  return UI_SEARCH(instructions, UsesMachineInstruction, is_instruction_before, &address);
}

guint32 uses_places_scope(const UsesPlaces *places, guint64 pc) {
  for (guint i = places->ranges->len; i-- > 0;) { /* inner scopes come later */
    const UsesCodeRange *range = &g_array_index(places->ranges, UsesCodeRange, i);
    if (range->low <= pc && pc < range->high) return range->scope;
  }
  return 0;
}

guint32 *uses_places_scopes(const UsesPlaces *places, const GArray *instructions) {
  guint32 *scopes = g_new0(guint32, instructions->len + 1);
  for (guint i = 0; i < places->ranges->len; i++) {
    const UsesCodeRange *range = &g_array_index(places->ranges, UsesCodeRange, i);
    for (guint32 k = first_from(instructions, range->low);
         k < instructions->len && g_array_index(instructions, UsesMachineInstruction, k).address < range->high; k++)
      scopes[k] = range->scope;
  }
  return scopes;
}

static bool covers(const UsesCodePlace *place, guint64 pc) {
  return (place->low <= pc && pc < place->high) || (place->low == 0 && place->high == (guint64)-1);
}

guint32 uses_places_in_register(const UsesPlaces *places, int reg, guint64 pc, guint32 from) {
  for (guint32 i = from; i < places->places->len; i++) {
    const UsesCodePlace *one = &g_array_index(places->places, UsesCodePlace, i);
    if (one->low > pc) break;
    if (one->reg == reg && covers(one, pc)) return i;
  }
  return USES_PLACES_NONE;
}

guint32 uses_places_in_frame(const UsesPlaces *places, gint64 at, guint64 pc) {
  for (guint32 i = 0; i < places->places->len; i++) {
    const UsesCodePlace *one = &g_array_index(places->places, UsesCodePlace, i);
    if (one->low > pc) break;
    const guint64 bytes = one->is_indirect ? sizeof(guint64) : MAX(one->bytes, 1);
    if (one->reg == USES_REGISTER_NONE && covers(one, pc) && at >= one->at && (guint64)(at - one->at) < bytes) return i;
  }
  return USES_PLACES_NONE;
}

static bool is_place_before(gconstpointer place, gconstpointer pc) {
  return ((const UsesCodePlace *)place)->low < *(const guint64 *)pc;
}

guint32 uses_places_from(const UsesPlaces *places, guint64 pc) {
  return UI_SEARCH(places->places, UsesCodePlace, is_place_before, &pc);
}
