/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_bin_types.c: computes the types of bins (see name_bin_types.h and name_types.h). */
#include "ui/names/name_bin_types.h"

#include <dwarf.h>

#include "ui/names/name_type_name.h"
#include "ui/profile/profile_resolved.h"

struct NameBinTypes {
  NameSearchContext *finder;
  GHashTable *known;  /* number of a bin -> NameBinType; NULL: unknown */
  GHashTable *fields; /* address of a type's DIE -> GArray of NameField */
  GStringChunk *strings;
};

static void fields_free(gpointer fields) { g_array_unref(fields); }

NameBinTypes *name_bin_types_new(NameSearchContext *finder) {
  NameBinTypes *types = g_new0(NameBinTypes, 1);
  types->finder = finder;
  types->known = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  types->fields = g_hash_table_new_full(NULL, NULL, NULL, fields_free);
  types->strings = g_string_chunk_new(4096);
  return types;
}

void name_bin_types_free(NameBinTypes *types) {
  if (types == NULL) return;
  g_hash_table_destroy(types->known);
  g_hash_table_destroy(types->fields);
  g_string_chunk_free(types->strings);
  g_free(types);
}

static void list_common(NameBinTypes *types, const NameResult *found, GArray *fields) {
  Dwarf_Die block = found->common->die, child, type;
  for (bool more = name_die_child(&block, &child); more; more = name_die_next(&child)) {
    uint64_t address;
    bool thread;
    const char *name = name_die_name(&child);
    if (dwarf_tag(&child) != DW_TAG_variable || name == NULL || !name_static_address(&child, &address, &thread))
      continue;
    if (address < found->common->address || !name_die_type(&child, &type)) continue;
    g_autofree char *declared = name_type_name(found->module, &type);
    const NameField field = {g_string_chunk_insert_const(types->strings, name),
                             g_string_chunk_insert_const(types->strings, declared), address - found->common->address,
                             name_die_size(&type)};
    g_array_append_val(fields, field);
  }
}

/* Returns the fields of a type or common block. Computes them only once for each. */
static const GArray *fields_of(NameBinTypes *types, const NameResult *found) {
  void *const key = found->common != NULL ? found->common->die.addr : found->element.addr;
  GArray *fields = g_hash_table_lookup(types->fields, key);
  if (fields != NULL) return fields;
  fields = g_array_new(FALSE, FALSE, sizeof(NameField));
  g_hash_table_insert(types->fields, key, fields);
  Dwarf_Die element = found->element;
  if (found->common != NULL)
    list_common(types, found, fields);
  else
    name_type_fields(found->module, &element, types->strings, fields);
  return fields;
}

/* Returns whether a profile can store the sizes of the type's elements and fields. (Only the sizes of damaged types are
 * too large.) */
static bool has_size(const NameBinType *type) {
  bool good = type->element_size <= PROFILE_RESOLVED_LARGEST;
  for (uint32_t i = 0; i < type->n_fields; i++)
    good &= type->fields[i].offset <= PROFILE_RESOLVED_LARGEST && type->fields[i].size <= PROFILE_RESOLVED_LARGEST;
  return good;
}

static void set_element(NameBinTypes *types, const NameResult *found, NameBinType *type) {
  Dwarf_Die element = found->element;
  g_autofree char *name = found->common != NULL ? g_strdup("common") : name_type_name(found->module, &element);
  type->element = g_string_chunk_insert_const(types->strings, name);
  const GArray *fields = fields_of(types, found);
  type->fields = (const NameField *)(const void *)fields->data;
  type->n_fields = fields->len;
  type->element_size = found->common == NULL ? name_die_size(&element) : 0;
  for (guint i = 0; found->common != NULL && i < fields->len; i++)
    type->element_size = MAX(type->element_size, type->fields[i].offset + type->fields[i].size);
  if (has_size(type)) return;
  type->element_size = type->n_fields = 0;
  type->fields = NULL;
}

const NameBinType *name_bin_types_get(NameBinTypes *types, uint32_t bin) {
  gpointer known;
  if (g_hash_table_lookup_extended(types->known, GUINT_TO_POINTER(bin), NULL, &known)) return known;
  const NameResult *found = name_search_context_bin(types->finder, bin);
  NameBinType *type = NULL;
  if (found->rank != NAME_FOUND_NOTHING || found->has_element) {
    type = g_new0(NameBinType, 1);
    type->variable = found->variable != NULL ? found->variable : "";
    type->data_type = found->data_type != NULL ? found->data_type : "";
    type->element = "";
    if (found->has_element || found->common != NULL) set_element(types, found, type);
  }
  g_hash_table_insert(types->known, GUINT_TO_POINTER(bin), type);
  return type;
}
