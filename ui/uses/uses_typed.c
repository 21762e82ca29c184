/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/uses/uses_typed.h"

#include <dwarf.h>
#include <string.h>

#include "ui/names/name_symbol.h"
#include "ui/names/name_type_walk.h"

struct UsesTyped {
  NameModule *module;
  UsesCellSet *cells;
  const UsesPlaces *places;
  GHashTable *types;   /* maps a cell to the Dwarf_Die of its type */
  GHashTable *by_die;  /* maps Dwarf_Die.addr of a variable to its cell + 1 */
  GHashTable *symbols; /* maps a name to its cell + 1 */
  GHashTable *slots;   /* maps the offset of a slot from the canonical frame address, in bytes, to its cell + 1 */
  GHashTable *numbers; /* maps a cell to the number of the slot + 1 */
  GStringChunk *strings;
};

UsesTyped *uses_typed_new(NameModule *module, UsesCellSet *cells, const UsesPlaces *places) {
  UsesTyped *typed = g_new0(UsesTyped, 1);
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

void uses_typed_free(UsesTyped *typed) {
  if (typed == NULL) return;
  g_hash_table_destroy(typed->types);
  g_hash_table_destroy(typed->by_die);
  g_hash_table_destroy(typed->symbols);
  g_hash_table_destroy(typed->slots);
  g_hash_table_destroy(typed->numbers);
  g_string_chunk_free(typed->strings);
  g_free(typed);
}

static void set_type(UsesTyped *typed, UsesCell cell, const Dwarf_Die *type) {
  g_hash_table_insert(typed->types, GUINT_TO_POINTER(cell), g_memdup2(type, sizeof *type));
}

static Dwarf_Die *type_of(const UsesTyped *typed, UsesCell cell) {
  return g_hash_table_lookup(typed->types, GUINT_TO_POINTER(cell));
}

static const char *keep(UsesTyped *typed, const char *string) {
  return g_string_chunk_insert_const(typed->strings, string != NULL ? string : "");
}

static bool is_scalar(Dwarf_Die *type) {
  Dwarf_Die peeled;
  if (!name_die_peel(type, &peeled)) return false;
  switch (dwarf_tag(&peeled)) {
    case DW_TAG_base_type:
    case DW_TAG_enumeration_type:
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type: return true;
    default: return false;
  }
}

static UsesCell add(UsesTyped *typed, Dwarf_Die *die, const UsesData *data, Dwarf_Die *type) {
  const UsesCell cell = uses_cell_variable(typed->cells, data);
  g_hash_table_insert(typed->by_die, die->addr, GUINT_TO_POINTER(cell + 1));
  if (type != NULL) set_type(typed, cell, type);
  return cell;
}

static UsesData describe(UsesTyped *typed, Dwarf_Die *die, UsesKind kind, const char *owner) {
  int line = 0;
  if (dwarf_decl_line(die, &line) != 0) line = 0;
  return (UsesData){.kind = kind,
                    .name = keep(typed, name_die_name(die)),
                    .owner = keep(typed, owner),
                    .file = keep(typed, dwarf_decl_file(die)),
                    .line = (unsigned)MAX(line, 0)};
}

static UsesCell known(GHashTable *table, gconstpointer key) {
  gpointer cell = g_hash_table_lookup(table, key);
  return cell != NULL ? GPOINTER_TO_UINT(cell) - 1 : USES_CELL_NONE;
}

UsesCell uses_typed_local(UsesTyped *typed, const UsesCodePlace *place) {
  UsesCodeVariable *variable = &g_array_index(typed->places->variables, UsesCodeVariable, place->variable);
  UsesCell cell = known(typed->by_die, variable->die.addr);
  if (cell != USES_CELL_NONE) return cell;
  const UsesCodeScope *scope = &g_array_index(typed->places->scopes, UsesCodeScope, variable->scope);
  const UsesKind kind = variable->is_parameter ? USES_PARAMETER : USES_STACK;
  UsesData data = describe(typed, &variable->die, kind, scope->name);
  data.argument = variable->number;
  data.bytes = place->is_indirect || !variable->has_type ? 0 : name_die_size(&variable->type);
  data.scalar = place->is_indirect || (variable->has_type && is_scalar(&variable->type));
  cell = add(typed, &variable->die, &data, variable->has_type && !place->is_indirect ? &variable->type : NULL);
  if (place->is_indirect && variable->has_type) set_type(typed, uses_cell_target(typed->cells, cell), &variable->type);
  return cell;
}

UsesCell uses_typed_static(UsesTyped *typed, const UsesStaticVariable *variable) {
  Dwarf_Die die = variable->die, type;
  UsesCell cell = known(typed->by_die, die.addr);
  if (cell != USES_CELL_NONE) return cell;
  const bool has_type = name_die_type(&die, &type);
  UsesData data = describe(typed, &die, USES_STATIC, variable->owner);
  if (*variable->owner == '\0') {
    g_autofree char *name = g_strconcat(name_die_scope(typed->module, &die), data.name, NULL);
    data.name = keep(typed, name);
  }
  data.bytes = has_type ? name_die_size(&type) : 0;
  data.scalar = has_type && is_scalar(&type);
  return add(typed, &die, &data, has_type ? &type : NULL);
}

UsesCell uses_typed_symbol(UsesTyped *typed, const char *name) {
  UsesCell cell = known(typed->symbols, name);
  if (cell != USES_CELL_NONE) return cell;
  g_autofree char *variable = name_symbol_variable(name);
  const UsesData data = {.kind = USES_STATIC, .name = keep(typed, variable), .owner = "", .file = ""};
  cell = uses_cell_variable(typed->cells, &data);
  g_hash_table_insert(typed->symbols, (gpointer)keep(typed, name), GUINT_TO_POINTER(cell + 1));
  return cell;
}

UsesCell uses_typed_slot(UsesTyped *typed, gint64 at) {
  UsesCell cell = known(typed->slots, (gconstpointer)at);
  if (cell != USES_CELL_NONE) return cell;
  const UsesData data = {.kind = USES_STACK, .name = "", .owner = "", .file = "", .scalar = true};
  cell = uses_cell_variable(typed->cells, &data);
  g_hash_table_insert(typed->slots, (gpointer)at, GUINT_TO_POINTER(cell + 1));
  g_hash_table_insert(typed->numbers, GUINT_TO_POINTER(cell), GUINT_TO_POINTER(g_hash_table_size(typed->slots)));
  return cell;
}

UsesCell uses_typed_known_slot(const UsesTyped *typed, gint64 at) { return known(typed->slots, (gconstpointer)at); }

guint uses_typed_slot_number(const UsesTyped *typed, UsesCell cell) {
  const guint number = GPOINTER_TO_UINT(g_hash_table_lookup(typed->numbers, GUINT_TO_POINTER(cell)));
  return number != 0 ? number - 1 : (guint)USES_SLOT_NONE;
}

/* Returns whether data of a type can contain an address. This includes numbers of eight bytes, such as a uintptr_t. */
static bool may_hold_address(Dwarf_Die *type) {
  Dwarf_Die peeled;
  bool is_known;
  if (name_type_holds_address(type, &is_known)) return true;
  if (!name_die_peel(type, &peeled)) return true;
  const int tag = dwarf_tag(&peeled);
  return tag != DW_TAG_base_type && tag != DW_TAG_enumeration_type;
}

static bool is_container(const UsesTyped *typed, Dwarf_Die *type) {
  Dwarf_Die peeled;
  if (!name_die_peel(type, &peeled)) return false;
  const int tag = dwarf_tag(&peeled);
  return (tag == DW_TAG_class_type || tag == DW_TAG_structure_type) && name_die_is_library(typed->module, &peeled);
}

UsesCell uses_typed_target(UsesTyped *typed, UsesCell pointer) {
  if (pointer == USES_CELL_NONE) return USES_CELL_NONE;
  Dwarf_Die *type = type_of(typed, pointer), pointee;
  if (type != NULL && !may_hold_address(type)) {
    Dwarf_Die element; /* the type is an array of addresses, or a vector */
    name_type_element(type, &element);
    if (!may_hold_address(&element)) return USES_CELL_NONE;
  }
  /* If a call passes the address of a container, it passes the content of the container. */
  if (type != NULL && uses_cell_is_target(typed->cells, pointer) && is_container(typed, type)) return pointer;
  const UsesCell target = uses_cell_target(typed->cells, pointer);
  if (type != NULL && type_of(typed, target) == NULL && name_type_pointee(type, &pointee))
    set_type(typed, target, &pointee);
  return target;
}

bool uses_typed_has_type(const UsesTyped *typed, UsesCell cell) { return type_of(typed, cell) != NULL; }

void uses_typed_learn(UsesTyped *typed, UsesCell target, UsesCodeVariable *pointer) {
  Dwarf_Die pointee;
  if (pointer->has_type && name_type_pointee(&pointer->type, &pointee)) set_type(typed, target, &pointee);
}

/* Converts the path of a field to the name of the field: ".a.b" to "a.b", and "[].a" in an array to "a". */
static void plain_path(GString *path) {
  for (char *at; (at = strstr(path->str, "[]")) != NULL;) g_string_erase(path, at - path->str, 2);
  if (path->str[0] == '.') g_string_erase(path, 0, 1);
}

UsesCell uses_typed_within(UsesTyped *typed, UsesCell data, gint64 at) {
  Dwarf_Die *type = data != USES_CELL_NONE ? type_of(typed, data) : NULL;
  const guint64 size = type != NULL ? name_die_size(type) : 0;
  NamePlaceInType place;
  if (size == 0) return data;
  const gint64 within = (at % (gint64)size + (gint64)size) % (gint64)size;
  if (size > G_MAXINT64 || !name_type_walk(typed->module, type, (guint64)within, &place)) return data;
  plain_path(place.path);
  UsesCell cell = data;
  if (place.path->len > 0) {
    cell = uses_cell_field(typed->cells, data, place.path->str);
    if (type_of(typed, cell) == NULL) set_type(typed, cell, &place.type);
    if (*uses_cell_field_name(typed->cells, cell) == '\0') {
      g_autofree char *name = name_type_field(typed->module, type, within);
      uses_cell_call_field(typed->cells, cell, name != NULL ? name : "");
    }
  }
  g_string_free(place.path, TRUE);
  return cell;
}
