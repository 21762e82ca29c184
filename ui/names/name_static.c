/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/name_static.h"

#include <dwarf.h>
#include <stdlib.h>

enum {
  MOST_ENTRIES = 30000000
}; /* maximum number of DIEs that are searched per object file, which takes a few seconds */

typedef struct {
  NameModule *module;
  NameStatic *wanted; /* the addresses to search, sorted by address */
  uint32_t n;
  uint32_t missing;
  unsigned entries;
  bool in_functions;
  GHashTable *partial; /* addresses in memory of the partial units that were already searched in this pass */
  GHashTable *symbols; /* symbol at a wanted address -> NameStatic, for declarations that refer to the symbol; NULL:
                          search only definitions */
} Search;

bool name_static_address(Dwarf_Die *variable, uint64_t *address, bool *thread_local_data) {
  Dwarf_Attribute attribute, indirect;
  Dwarf_Block block;
  Dwarf_Op *ops;
  size_t n;
  if (dwarf_attr(variable, DW_AT_location, &attribute) == NULL) return false;
  /* Skip locations that are too short for an address without parsing them. Most locations are. */
  if (dwarf_formblock(&attribute, &block) != 0 || block.length < 2) return false;
  if (dwarf_getlocation(&attribute, &ops, &n) != 0 || n == 0) return false;
  *thread_local_data = n > 1 && (ops[1].atom == DW_OP_GNU_push_tls_address || ops[1].atom == DW_OP_form_tls_address);
  *address = ops[0].number;
  if (ops[0].atom == DW_OP_addrx || ops[0].atom == DW_OP_GNU_addr_index) {
    Dwarf_Addr found;
    if (dwarf_getlocation_attr(&attribute, &ops[0], &indirect) != 0 || dwarf_formaddr(&indirect, &found) != 0)
      return false;
    *address = found;
  } else if (ops[0].atom != DW_OP_addr && !*thread_local_data) {
    return false;
  }
  const size_t behind = *thread_local_data ? 2 : 1;
  if (n > behind && ops[behind].atom == DW_OP_plus_uconst) *address += ops[behind].number;
  return true;
}

static int compare(const NameStatic *x, bool thread_local_data, uint64_t address) {
  if (x->thread_local_data != thread_local_data) return x->thread_local_data < thread_local_data ? -1 : 1;
  return x->address < address ? -1 : x->address > address;
}

static int compare_wanted(const void *a, const void *b) {
  const NameStatic *y = b;
  return compare(a, y->thread_local_data, y->address);
}

/* Returns the index of the first wanted address that is not before `address`. */
static uint32_t first_from(const Search *search, bool thread_local_data, uint64_t address) {
  uint32_t first = 0, n = search->n;
  while (n > 0) {
    const uint32_t half = n / 2;
    const bool before = compare(&search->wanted[first + half], thread_local_data, address) < 0;
    first += before ? half + 1 : 0;
    n = before ? n - half - 1 : half;
  }
  return first;
}

/* Assigns a variable or common block to all wanted addresses that it contains. A variable that begins exactly at the
 * address takes precedence. */
static void offer(Search *search, NameStaticKind kind, Dwarf_Die *die, uint64_t address, uint64_t bytes, bool thread) {
  for (uint32_t i = first_from(search, thread, address); i < search->n; i++) {
    NameStatic *one = &search->wanted[i];
    if (one->thread_local_data != thread || one->address - address >= MAX(bytes, 1)) return;
    const bool better = one->address == address && (one->within != 0 || kind == NAME_STATIC_COMMON);
    if (one->found != NAME_STATIC_NOTHING && !better) continue;
    search->missing -= one->found == NAME_STATIC_NOTHING;
    one->found = kind;
    one->die = *die;
    one->within = one->address - address;
  }
}

/* Assigns the declaration of a variable to the wanted address of its symbol. This is for copies of a library's
 * variables: the linker gives the copy memory in the program, but the program's debug information contains only the
 * declaration. */
static void offer_declaration(Search *search, Dwarf_Die *variable) {
  Dwarf_Attribute linkage;
  Dwarf_Die type;
  const char *symbol = dwarf_formstring(dwarf_attr_integrate(variable, DW_AT_linkage_name, &linkage));
  if (symbol == NULL) symbol = name_die_name(variable);
  NameStatic *one = symbol != NULL ? g_hash_table_lookup(search->symbols, symbol) : NULL;
  Dwarf_Addr start, bytes;
  if (one == NULL || one->found != NAME_STATIC_NOTHING || !name_die_type(variable, &type)) return;
  const uint64_t size = name_die_size(&type);
  if (!name_module_symbol_around(search->module, one->address, &start, &bytes)) return;
  if (start != one->address || (size != 0 && size != bytes)) return;
  one->found = NAME_STATIC_VARIABLE;
  one->die = *variable;
  search->missing--;
}

static void offer_variable(Search *search, Dwarf_Die *variable) {
  Dwarf_Die type;
  uint64_t address;
  bool thread;
  if (search->symbols != NULL) {
    if (dwarf_hasattr(variable, DW_AT_declaration)) offer_declaration(search, variable);
    return;
  }
  if (name_static_address(variable, &address, &thread))
    offer(search, NAME_STATIC_VARIABLE, variable, address, name_die_type(variable, &type) ? name_die_size(&type) : 0,
          thread);
}

/* Assigns a common block to all wanted addresses that it contains. The block begins at its first variable. */
static void offer_common(Search *search, Dwarf_Die *block) {
  Dwarf_Die child, type;
  uint64_t low = UINT64_MAX, high = 0, address;
  bool thread, all_thread = false;
  for (bool more = name_die_child(block, &child); more; more = name_die_next(&child)) {
    if (dwarf_tag(&child) != DW_TAG_variable || !name_static_address(&child, &address, &thread)) continue;
    all_thread = thread;
    low = MIN(low, address);
    high = MAX(high, address + (name_die_type(&child, &type) ? name_die_size(&type) : 0));
  }
  if (low < high) offer(search, NAME_STATIC_COMMON, block, low, high - low, all_thread);
}

static void look_in(Search *search, Dwarf_Die *around, unsigned depth);

/* Searches an imported partial unit, unless it was already searched. */
static void look_in_import(Search *search, Dwarf_Die *import, unsigned depth) {
  Dwarf_Die unit;
  if (name_module_import(import, &unit) && g_hash_table_add(search->partial, unit.addr)) look_in(search, &unit, depth);
}

static void look_in(Search *search, Dwarf_Die *around, unsigned depth) {
  Dwarf_Die child;
  if (depth == NAME_DIE_DEEPEST) return;
  bool more = name_die_child(around, &child);
  for (; more && search->missing != 0 && search->entries++ < MOST_ENTRIES; more = name_die_next(&child)) {
    switch (dwarf_tag(&child)) {
      case DW_TAG_variable: offer_variable(search, &child); break;
      case DW_TAG_common_block:
        if (search->symbols == NULL) offer_common(search, &child);
        break;
      case DW_TAG_imported_unit: look_in_import(search, &child, depth + 1); break;
      case DW_TAG_namespace:
      case DW_TAG_module: look_in(search, &child, depth + 1); break;
      case DW_TAG_subprogram:
      case DW_TAG_lexical_block:
      case DW_TAG_inlined_subroutine:
        if (search->in_functions) look_in(search, &child, depth + 1);
        break;
      default: break;
    }
  }
}

static bool look_in_unit(Dwarf_Die *unit, void *closure) {
  Search *search = closure;
  look_in(search, unit, 0);
  return search->missing != 0 && search->entries < MOST_ENTRIES;
}

static void look_in_units(Search *search) {
  search->partial = g_hash_table_new(NULL, NULL);
  name_module_each_unit(search->module, look_in_unit, search);
  g_hash_table_destroy(search->partial);
}

/* Searches declarations for the variables that have no definition in the debug information. */
static void look_for_declarations(Search *search) {
  search->symbols = g_hash_table_new(g_str_hash, g_str_equal);
  for (uint32_t i = 0; i < search->n; i++) {
    NameStatic *one = &search->wanted[i];
    if (one->found != NAME_STATIC_NOTHING || one->thread_local_data) continue;
    const char *symbol = name_module_symbol_at(search->module, one->address);
    if (symbol != NULL) g_hash_table_insert(search->symbols, (gpointer)symbol, one);
  }
  search->in_functions = false;
  if (g_hash_table_size(search->symbols) != 0) look_in_units(search);
  g_hash_table_destroy(search->symbols);
}

void name_static_find(NameModule *module, NameStatic *wanted, uint32_t n) {
  if (name_module_dwarf(module) == NULL || n == 0) return;
  qsort(wanted, n, sizeof *wanted, compare_wanted);
  Search search = {.module = module, .wanted = wanted, .n = n, .missing = n};
  look_in_units(&search);
  search.in_functions = true;
  if (search.missing != 0) look_in_units(&search);
  if (search.missing != 0) look_for_declarations(&search);
}
