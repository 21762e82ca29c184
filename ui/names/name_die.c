/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/name_die.h"

#include <dwarf.h>
#include <string.h>

#include "ui/base/ui_search.h"

/* Codes of languages that were added to those of DWARF 5. */
enum { FORTRAN_18 = 0x2d, ADA_2005 = 0x2e, ADA_2012 = 0x2f };

bool name_die_type(Dwarf_Die *die, Dwarf_Die *type) {
  Dwarf_Attribute attribute;
  if (dwarf_attr_integrate(die, DW_AT_type, &attribute) == NULL) return false;
  if (dwarf_formref_die(&attribute, type) == NULL) return false;
  /* With -fdebug-types-section, the type is in a separate section, and the DIE refers to it. */
  if (dwarf_attr(type, DW_AT_signature, &attribute) != NULL) dwarf_formref_die(&attribute, type);
  return true;
}

static bool is_alias(int tag) {
  switch (tag) {
    case DW_TAG_typedef:
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
    case DW_TAG_restrict_type:
    case DW_TAG_atomic_type:
    case DW_TAG_immutable_type: return true;
    default: return false;
  }
}

bool name_die_peel(Dwarf_Die *type, Dwarf_Die *peeled) {
  *peeled = *type;
  for (unsigned n = 0; is_alias(dwarf_tag(peeled)); n++) {
    Dwarf_Die under;
    if (n == NAME_DIE_DEEPEST || !name_die_type(peeled, &under)) return false;
    *peeled = under;
  }
  return true;
}

bool name_die_number(Dwarf_Die *die, unsigned attribute, uint64_t *value) {
  Dwarf_Attribute found;
  Dwarf_Word word;
  if (dwarf_attr_integrate(die, attribute, &found) == NULL || dwarf_formudata(&found, &word) != 0) return false;
  *value = word;
  return true;
}

/* Returns the number of elements of an array in all dimensions; 0: unknown. */
static uint64_t count_elements(Dwarf_Die *array) {
  const uint64_t first = name_language_lower_bound(name_die_language(array));
  uint64_t all = 1;
  Dwarf_Die range;
  for (bool more = name_die_child(array, &range); more; more = name_die_next(&range)) {
    uint64_t count, upper, lower = first;
    if (dwarf_tag(&range) != DW_TAG_subrange_type) continue;
    name_die_number(&range, DW_AT_lower_bound, &lower);
    if (!name_die_number(&range, DW_AT_count, &count)) {
      if (!name_die_number(&range, DW_AT_upper_bound, &upper) || upper + 1 < lower) return 0;
      count = upper - lower + 1;
    }
    if (__builtin_mul_overflow(all, count, &all)) return 0;
  }
  return all;
}

/* Returns the size in bytes of gfortran's descriptor of a Fortran array. The descriptor consists of address, offset,
 * type, span, and three words for each dimension. The debug information does not contain its size. */
static uint64_t descriptor_size(Dwarf_Die *array) {
  enum { HEAD_BYTES = 40, DIMENSION_BYTES = 24 };
  uint64_t size = HEAD_BYTES;
  Dwarf_Die range;
  for (bool more = name_die_child(array, &range); more; more = name_die_next(&range))
    size += dwarf_tag(&range) == DW_TAG_subrange_type ? DIMENSION_BYTES : 0;
  return size;
}

static uint64_t size_at(Dwarf_Die *type, unsigned depth) {
  Dwarf_Die peeled, element;
  uint64_t size;
  if (depth == NAME_DIE_DEEPEST || !name_die_peel(type, &peeled)) return 0;
  if (name_die_number(&peeled, DW_AT_byte_size, &size)) return size;
  switch (dwarf_tag(&peeled)) {
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type: return sizeof(uint64_t);
    case DW_TAG_array_type:
      if (dwarf_hasattr(&peeled, DW_AT_data_location)) return descriptor_size(&peeled);
      if (!name_die_type(&peeled, &element)) return 0;
      size = size_at(&element, depth + 1);
      return __builtin_mul_overflow(size, count_elements(&peeled), &size) ? 0 : size;
    default: return 0;
  }
}

uint64_t name_die_size(Dwarf_Die *type) { return size_at(type, 0); }

const char *name_die_name(Dwarf_Die *die) {
  Dwarf_Attribute attribute;
  return dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute));
}

bool name_die_child(Dwarf_Die *die, Dwarf_Die *child) { return dwarf_child(die, child) == 0; }

bool name_die_next(Dwarf_Die *child) {
  Dwarf_Die next;
  /* Sibling DIEs have ascending addresses. In a damaged file, a sibling with a lower address would cause an endless
   * loop. */
  if (dwarf_siblingof(child, &next) != 0 || next.addr <= child->addr) return false;
  *child = next;
  return true;
}

/* Returns the declaration or the abstract origin of a function or variable. Its position in the tree of DIEs shows the
 * scope of the function or variable. */
static Dwarf_Die declaration_of(Dwarf_Die *die) {
  static const unsigned ways[] = {DW_AT_abstract_origin, DW_AT_specification};
  Dwarf_Die found = *die;
  for (unsigned step = 0, i = 0; step < NAME_DIE_DEEPEST && i < G_N_ELEMENTS(ways); i++) {
    Dwarf_Attribute attribute;
    Dwarf_Die origin;
    if (dwarf_attr(&found, ways[i], &attribute) == NULL || dwarf_formref_die(&attribute, &origin) == NULL) continue;
    found = origin;
    i = (unsigned)-1;
    step++;
  }
  return found;
}

static bool names_scope(int tag) {
  return tag == DW_TAG_namespace || tag == DW_TAG_class_type || tag == DW_TAG_structure_type ||
         tag == DW_TAG_union_type || tag == DW_TAG_enumeration_type;
}

static bool is_call_site(Dwarf_Die *die) {
  const int tag = dwarf_tag(die);
  return tag == DW_TAG_call_site || tag == DW_TAG_GNU_call_site;
}

const GArray *name_die_children(NameModule *module, Dwarf_Die *outer) {
  GHashTable *known = name_module_children(module);
  GArray *children = g_hash_table_lookup(known, outer->addr);
  if (children != NULL) return children;
  Dwarf_Die child;
  children = g_array_new(FALSE, FALSE, sizeof child);
  for (bool more = name_die_child(outer, &child); more; more = name_die_next(&child))
    if (!is_call_site(&child)) g_array_append_val(children, child);
  g_hash_table_insert(known, outer->addr, children);
  return children;
}

static bool is_not_behind(gconstpointer child, gconstpointer target) {
  return ((const Dwarf_Die *)child)->addr <= ((const Dwarf_Die *)target)->addr;
}

/* Replaces *outer by its child that contains the DIE `target`. Returns false if this child is `target` itself. */
static bool step_towards(NameModule *module, Dwarf_Die *outer, Dwarf_Die *target) {
  const GArray *children = name_die_children(module, outer);
  const guint n = UI_SEARCH(children, Dwarf_Die, is_not_behind, target);
  if (n == 0 || g_array_index(children, Dwarf_Die, n - 1).addr >= target->addr) return false;
  *outer = g_array_index(children, Dwarf_Die, n - 1);
  return true;
}

/* Appends the names of the scopes from `around` down to the DIE `target`. */
static void append_scopes(NameModule *module, GString *out, Dwarf_Die *around, Dwarf_Die *target) {
  Dwarf_Die outer = *around;
  for (unsigned depth = 0; depth < NAME_DIE_DEEPEST && step_towards(module, &outer, target); depth++) {
    if (!names_scope(dwarf_tag(&outer))) continue;
    const char *name = name_die_name(&outer);
    if (name != NULL) g_string_append_printf(out, "%s::", name);
  }
}

bool name_die_parent(NameModule *module, Dwarf_Die *die, Dwarf_Die *around) {
  Dwarf_Die declared = declaration_of(die);
  if (dwarf_diecu(&declared, around, NULL, NULL) == NULL) return false;
  unsigned depth = 0;
  while (depth < NAME_DIE_DEEPEST && step_towards(module, around, &declared)) depth++;
  return depth != 0;
}

bool name_die_function(NameModule *module, Dwarf_Die *die, Dwarf_Die *function) {
  Dwarf_Die declared = declaration_of(die), outer;
  bool found = false;
  if (dwarf_diecu(&declared, &outer, NULL, NULL) == NULL) return false;
  for (unsigned depth = 0; depth < NAME_DIE_DEEPEST && step_towards(module, &outer, &declared); depth++) {
    const int tag = dwarf_tag(&outer);
    if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine) continue;
    *function = outer;
    found = true;
  }
  return found;
}

const char *name_die_scope(NameModule *module, Dwarf_Die *die) {
  if (name_language_is_c(name_die_language(die))) return ""; /* C does not have named scopes */
  GHashTable *known = name_module_scopes(module);
  Dwarf_Die declared = declaration_of(die), unit;
  char *scope = g_hash_table_lookup(known, declared.addr);
  if (scope != NULL) return scope;
  GString *out = g_string_new(NULL);
  if (dwarf_diecu(&declared, &unit, NULL, NULL) != NULL) append_scopes(module, out, &unit, &declared);
  scope = g_string_free(out, FALSE);
  g_hash_table_insert(known, declared.addr, scope);
  return scope;
}

bool name_die_is_library(NameModule *module, Dwarf_Die *die) {
  static const char *const cxx[] = {"std::", "__gnu_cxx::", "__gnu_debug::", "__cxxabiv1::"};
  static const char *const rust[] = {"std::", "core::", "alloc::", "hashbrown::", "std_detect::"};
  const int language = name_die_language(die);
  const bool is_rust = name_language_is_rust(language);
  if (name_language_is_c(language) || name_language_is_fortran(language)) return false;
  /* (The names of Rust's fat pointers contain their whole path.) */
  const char *name = is_rust ? name_die_name(die) : NULL;
  const char *own_scope = name_die_scope(module, die);
  const char *scope = name != NULL && *own_scope == '\0' ? name : own_scope;
  const char *const *list = is_rust ? rust : cxx;
  for (size_t i = 0; i < (is_rust ? G_N_ELEMENTS(rust) : G_N_ELEMENTS(cxx)); i++)
    if (g_str_has_prefix(scope, list[i])) return true;
  return false;
}

bool name_die_declaring_unit(Dwarf_Die *function, Dwarf_Die *unit) {
  Dwarf_Die declared = declaration_of(function);
  return dwarf_diecu(&declared, unit, NULL, NULL) != NULL;
}

int name_die_language(Dwarf_Die *die) {
  Dwarf_Die unit;
  if (dwarf_diecu(die, &unit, NULL, NULL) == NULL) return -1;
  const int language = dwarf_srclang(&unit);
  return language >= 0 ? language : name_module_importer(&unit);
}

bool name_language_is_c(int language) {
  return language == DW_LANG_C || language == DW_LANG_C89 || language == DW_LANG_C99 || language == DW_LANG_C11;
}

bool name_language_is_fortran(int language) {
  return language == DW_LANG_Fortran77 || language == DW_LANG_Fortran90 || language == DW_LANG_Fortran95 ||
         language == DW_LANG_Fortran03 || language == DW_LANG_Fortran08 || language == FORTRAN_18;
}

uint64_t name_language_lower_bound(int language) {
  static const int from_one[] = {DW_LANG_Ada83,   DW_LANG_Ada95,   ADA_2005,         ADA_2012,   DW_LANG_Cobol74,
                                 DW_LANG_Cobol85, DW_LANG_Modula2, DW_LANG_Pascal83, DW_LANG_PLI};
  for (size_t i = 0; i < G_N_ELEMENTS(from_one); i++)
    if (language == from_one[i]) return 1;
  return name_language_is_fortran(language);
}

bool name_language_is_rust(int language) { return language == DW_LANG_Rust; }
