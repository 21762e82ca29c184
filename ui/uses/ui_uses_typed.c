/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/uses/ui_uses_typed.h"

#include <dwarf.h>
#include <string.h>

#include "ui/names/ui_symbol.h"
#include "ui/names/ui_type_walk.h"

struct UiTyped {
  UiModule *module;
  UiCellSet *cells;
  const UiPlaces *places;
  GHashTable *types;   /* Dwarf_Die, by cell */
  GHashTable *by_die;  /* cell + 1, by Dwarf_Die.addr of the variable */
  GHashTable *symbols; /* cell + 1, by name */
  GHashTable *slots;   /* cell + 1, by bytes from the canonical frame address */
  GHashTable *numbers; /* number of the slot + 1, by cell */
  GStringChunk *strings;
};

UiTyped *ui_typed_new(UiModule *module, UiCellSet *cells, const UiPlaces *places) {
  UiTyped *typed = g_new0(UiTyped, 1);
  typed->module = module;
  typed->cells = cells;
  typed->places = places;
  typed->types = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  typed->by_die = g_hash_table_new(NULL, NULL);
  typed->symbols = g_hash_table_new(g_str_hash, g_str_equal);
  typed->slots = g_hash_table_new(NULL, NULL);
  typed->numbers = g_hash_table_new(NULL, NULL);
  typed->strings = g_string_chunk_new(1024);
  return typed;
}

void ui_typed_free(UiTyped *typed) {
  if (typed == NULL) return;
  g_hash_table_destroy(typed->types);
  g_hash_table_destroy(typed->by_die);
  g_hash_table_destroy(typed->symbols);
  g_hash_table_destroy(typed->slots);
  g_hash_table_destroy(typed->numbers);
  g_string_chunk_free(typed->strings);
  g_free(typed);
}

static void set_type(UiTyped *typed, UiCell cell, const Dwarf_Die *type) {
  g_hash_table_insert(typed->types, GUINT_TO_POINTER(cell), g_memdup2(type, sizeof *type));
}

static Dwarf_Die *type_of(const UiTyped *typed, UiCell cell) {
  return g_hash_table_lookup(typed->types, GUINT_TO_POINTER(cell));
}

static const char *keep(UiTyped *typed, const char *string) {
  return g_string_chunk_insert_const(typed->strings, string != NULL ? string : "");
}

static bool is_scalar(Dwarf_Die *type) {
  Dwarf_Die peeled;
  if (!ui_die_peel(type, &peeled)) return false;
  switch (dwarf_tag(&peeled)) {
    case DW_TAG_base_type:
    case DW_TAG_enumeration_type:
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type: return true;
    default: return false;
  }
}

static UiCell add(UiTyped *typed, Dwarf_Die *die, const UiUsesData *data, Dwarf_Die *type) {
  const UiCell cell = ui_cell_variable(typed->cells, data);
  g_hash_table_insert(typed->by_die, die->addr, GUINT_TO_POINTER(cell + 1));
  if (type != NULL) set_type(typed, cell, type);
  return cell;
}

static UiUsesData describe(UiTyped *typed, Dwarf_Die *die, UiUsesKind kind, const char *owner) {
  int line = 0;
  if (dwarf_decl_line(die, &line) != 0) line = 0;
  return (UiUsesData){.kind = kind,
                      .name = keep(typed, ui_die_name(die)),
                      .owner = keep(typed, owner),
                      .file = keep(typed, dwarf_decl_file(die)),
                      .line = (unsigned)MAX(line, 0)};
}

static UiCell known(GHashTable *table, gconstpointer key) {
  gpointer cell = g_hash_table_lookup(table, key);
  return cell != NULL ? GPOINTER_TO_UINT(cell) - 1 : UI_CELL_NONE;
}

UiCell ui_typed_local(UiTyped *typed, const UiCodePlace *place) {
  UiCodeVariable *variable = &g_array_index(typed->places->variables, UiCodeVariable, place->variable);
  UiCell cell = known(typed->by_die, variable->die.addr);
  if (cell != UI_CELL_NONE) return cell;
  const UiCodeScope *scope = &g_array_index(typed->places->scopes, UiCodeScope, variable->scope);
  const UiUsesKind kind = variable->is_parameter ? UI_USES_PARAMETER : UI_USES_STACK;
  UiUsesData data = describe(typed, &variable->die, kind, scope->name);
  data.argument = variable->number;
  data.bytes = place->is_indirect || !variable->has_type ? 0 : ui_die_size(&variable->type);
  data.scalar = place->is_indirect || (variable->has_type && is_scalar(&variable->type));
  cell = add(typed, &variable->die, &data, variable->has_type && !place->is_indirect ? &variable->type : NULL);
  if (place->is_indirect && variable->has_type) set_type(typed, ui_cell_target(typed->cells, cell), &variable->type);
  return cell;
}

UiCell ui_typed_static(UiTyped *typed, const UiStaticVariable *variable) {
  Dwarf_Die die = variable->die, type;
  UiCell cell = known(typed->by_die, die.addr);
  if (cell != UI_CELL_NONE) return cell;
  const bool has_type = ui_die_type(&die, &type);
  UiUsesData data = describe(typed, &die, UI_USES_STATIC, variable->owner);
  if (*variable->owner == '\0') {
    g_autofree char *name = g_strconcat(ui_die_scope(typed->module, &die), data.name, NULL);
    data.name = keep(typed, name);
  }
  data.bytes = has_type ? ui_die_size(&type) : 0;
  data.scalar = has_type && is_scalar(&type);
  return add(typed, &die, &data, has_type ? &type : NULL);
}

UiCell ui_typed_symbol(UiTyped *typed, const char *name) {
  UiCell cell = known(typed->symbols, name);
  if (cell != UI_CELL_NONE) return cell;
  g_autofree char *variable = ui_symbol_variable(name);
  const UiUsesData data = {.kind = UI_USES_STATIC, .name = keep(typed, variable), .owner = "", .file = ""};
  cell = ui_cell_variable(typed->cells, &data);
  g_hash_table_insert(typed->symbols, (gpointer)keep(typed, name), GUINT_TO_POINTER(cell + 1));
  return cell;
}

UiCell ui_typed_slot(UiTyped *typed, gint64 at) {
  UiCell cell = known(typed->slots, (gconstpointer)at);
  if (cell != UI_CELL_NONE) return cell;
  const UiUsesData data = {.kind = UI_USES_STACK, .name = "", .owner = "", .file = "", .scalar = true};
  cell = ui_cell_variable(typed->cells, &data);
  g_hash_table_insert(typed->slots, (gpointer)at, GUINT_TO_POINTER(cell + 1));
  g_hash_table_insert(typed->numbers, GUINT_TO_POINTER(cell), GUINT_TO_POINTER(g_hash_table_size(typed->slots)));
  return cell;
}

UiCell ui_typed_known_slot(const UiTyped *typed, gint64 at) { return known(typed->slots, (gconstpointer)at); }

guint ui_typed_slot_number(const UiTyped *typed, UiCell cell) {
  const guint number = GPOINTER_TO_UINT(g_hash_table_lookup(typed->numbers, GUINT_TO_POINTER(cell)));
  return number != 0 ? number - 1 : (guint)UI_SLOT_NONE;
}

/* Whether data of a type can contain an address: also a number of eight bytes, such as a uintptr_t. */
static bool may_hold_address(Dwarf_Die *type) {
  Dwarf_Die peeled;
  bool is_known;
  if (ui_type_holds_address(type, &is_known)) return true;
  if (!ui_die_peel(type, &peeled)) return true;
  const int tag = dwarf_tag(&peeled);
  return tag != DW_TAG_base_type && tag != DW_TAG_enumeration_type;
}

static bool is_container(const UiTyped *typed, Dwarf_Die *type) {
  Dwarf_Die peeled;
  if (!ui_die_peel(type, &peeled)) return false;
  const int tag = dwarf_tag(&peeled);
  return (tag == DW_TAG_class_type || tag == DW_TAG_structure_type) && ui_die_is_library(typed->module, &peeled);
}

UiCell ui_typed_target(UiTyped *typed, UiCell pointer) {
  if (pointer == UI_CELL_NONE) return UI_CELL_NONE;
  Dwarf_Die *type = type_of(typed, pointer), pointee;
  if (type != NULL && !may_hold_address(type)) {
    Dwarf_Die element; /* an array of addresses, or a vector */
    ui_type_element(type, &element);
    if (!may_hold_address(&element)) return UI_CELL_NONE;
  }
  /* A call that passes the address of a container passes its content. */
  if (type != NULL && ui_cell_is_target(typed->cells, pointer) && is_container(typed, type)) return pointer;
  const UiCell target = ui_cell_target(typed->cells, pointer);
  if (type != NULL && type_of(typed, target) == NULL && ui_type_pointee(type, &pointee))
    set_type(typed, target, &pointee);
  return target;
}

/* Converts the path of a field to its name: ".a.b" to "a.b", and "[].a" of an array to "a". */
static void plain_path(GString *path) {
  for (char *at; (at = strstr(path->str, "[]")) != NULL;) g_string_erase(path, at - path->str, 2);
  if (path->str[0] == '.') g_string_erase(path, 0, 1);
}

UiCell ui_typed_within(UiTyped *typed, UiCell data, gint64 at) {
  Dwarf_Die *type = data != UI_CELL_NONE ? type_of(typed, data) : NULL;
  const guint64 size = type != NULL ? ui_die_size(type) : 0;
  UiPlaceInType place;
  if (size == 0) return data;
  const gint64 within = (at % (gint64)size + (gint64)size) % (gint64)size;
  if (size > G_MAXINT64 || !ui_type_walk(typed->module, type, (guint64)within, &place)) return data;
  plain_path(place.path);
  UiCell cell = data;
  if (place.path->len > 0) {
    cell = ui_cell_field(typed->cells, data, place.path->str);
    if (type_of(typed, cell) == NULL) set_type(typed, cell, &place.type);
    if (*ui_cell_field_name(typed->cells, cell) == '\0') {
      g_autofree char *name = ui_type_field(typed->module, type, within);
      ui_cell_call_field(typed->cells, cell, name != NULL ? name : "");
    }
  }
  g_string_free(place.path, TRUE);
  return cell;
}
