/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/name_functions.h"

#include <dwarf.h>
#include <string.h>

#include "ui/names/name_code_scope.h"

typedef struct {
  const char *name; /* name of the function, owned by libdw */
  Dwarf_Addr entry;
  Dwarf_Die unit, die;
} Function;

struct NameFunctions {
  GArray *all; /* Function */
};

static void add_functions(GArray *all, Dwarf_Die *unit, Dwarf_Die *around, unsigned depth) {
  Dwarf_Die child;
  if (depth == NAME_DIE_DEEPEST) return;
  for (bool more = name_die_child(around, &child); more; more = name_die_next(&child)) {
    const int tag = dwarf_tag(&child);
    Function one = {.unit = *unit, .die = child};
    if (tag == DW_TAG_subprogram && dwarf_entrypc(&child, &one.entry) == 0 &&
        (one.name = name_die_name(&child)) != NULL)
      g_array_append_val(all, one);
    if (name_scope_holds_functions(tag)) add_functions(all, unit, &child, depth + 1);
  }
}

static bool add_unit(Dwarf_Die *unit, void *closure) {
  add_functions(closure, unit, unit, 0);
  return true;
}

NameFunctions *name_functions_new(const NameModule *module) {
  NameFunctions *functions = g_new0(NameFunctions, 1);
  functions->all = g_array_new(FALSE, FALSE, sizeof(Function));
  name_module_each_unit(module, add_unit, functions->all);
  return functions;
}

void name_functions_free(NameFunctions *functions) {
  if (functions == NULL) return;
  g_array_unref(functions->all);
  g_free(functions);
}

/* Returns the source line of a function's first instruction; 0: unknown. */
static uint64_t first_line(const Function *function) {
  Dwarf_Die unit = function->unit;
  Dwarf_Line *at = dwarf_getsrc_die(&unit, function->entry);
  int line;
  return at != NULL && dwarf_lineno(at, &line) == 0 ? (uint64_t)line : 0;
}

/* Returns whether a symbol belongs to the function called `name`. For example, "ns::f<int>(char)" belongs to "f<int>",
 * and "f.part.0" to "f". */
static bool is_symbol_of(const char *symbol, const char *name) {
  const size_t length = strcspn(name, "<");
  g_autofree char *plain = g_strndup(name, length);
  for (const char *at = symbol; length > 0 && (at = strstr(at, plain)) != NULL; at++) {
    const char before = at == symbol ? ' ' : at[-1], behind = at[length];
    if (!g_ascii_isalnum(before) && before != '_' && !g_ascii_isalnum(behind) && behind != '_') return true;
  }
  return false;
}

/* Returns whether the function is the main program of Fortran, which has the symbol MAIN__. Its name in the debug
 * information is the name of the program. */
static bool is_main_program(const char *symbol, const Function *function) {
  Dwarf_Die die = function->die;
  return strcmp(symbol, "MAIN__") == 0 && dwarf_hasattr(&die, DW_AT_main_subprogram) != 0;
}

bool name_functions_find(const NameFunctions *functions, const ProfileSegment *segment, Dwarf_Die *function) {
  for (guint i = 0; i < functions->all->len; i++) {
    const Function *one = &g_array_index(functions->all, Function, i);
    if (!is_symbol_of(segment->name, one->name) && !is_main_program(segment->name, one)) continue;
    if (first_line(one) != segment->line) continue;
    *function = one->die;
    return true;
  }
  return false;
}
