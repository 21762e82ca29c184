/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/name_type_walk.h"

#include <dwarf.h>
#include <string.h>

#include "ui/names/name_type_name.h"

enum {
  MOST_FIELDS = 1000,
  MOST_STEPS = 20000,
  MOST_ELEMENTS = 16 /* maximum number of array elements in a struct that are listed as separate fields */
};

static bool is_record(int tag) {
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

/* Reads the byte offset of a member or base class in its struct. Returns false if the offset is not constant. */
static bool member_offset(Dwarf_Die *member, uint64_t *offset) {
  Dwarf_Attribute attribute;
  Dwarf_Op *ops;
  size_t n;
  uint64_t bits;
  *offset = 0;
  if (dwarf_hasattr(member, DW_AT_external) || dwarf_hasattr(member, DW_AT_declaration)) return false;
  if (name_die_number(member, DW_AT_data_bit_offset, &bits)) {
    *offset = bits / 8;
    return true;
  }
  if (dwarf_attr(member, DW_AT_data_member_location, &attribute) == NULL)
    return true; /* this is a member of a union, which has offset 0 */
  if (name_die_number(member, DW_AT_data_member_location, offset)) return true;
  if (dwarf_getlocation(&attribute, &ops, &n) != 0 || n != 1 || ops[0].atom != DW_OP_plus_uconst) return false;
  *offset = ops[0].number;
  return true;
}

/* Returns whether a class has no data. It can then lie at the address of other data, mostly as a base class. */
static bool is_empty(Dwarf_Die *type, unsigned depth) {
  Dwarf_Die peeled, child, inner;
  uint64_t from;
  if (!name_die_peel(type, &peeled) || !is_record(dwarf_tag(&peeled)) || name_die_size(&peeled) != 1) return false;
  for (bool more = name_die_child(&peeled, &child); more; more = name_die_next(&child)) {
    const int tag = dwarf_tag(&child);
    if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) || !member_offset(&child, &from)) continue;
    if (tag == DW_TAG_member || depth == 0 || !name_die_type(&child, &inner) || !is_empty(&inner, depth - 1))
      return false;
  }
  return true;
}

/* Finds the member or base class of a record that contains byte `offset`. Sets *from to the offset at which it
 * begins. */
static bool member_at(Dwarf_Die *record, uint64_t offset, Dwarf_Die *member, uint64_t *from) {
  for (bool more = name_die_child(record, member); more; more = name_die_next(member)) {
    const int tag = dwarf_tag(member);
    Dwarf_Die type;
    if (tag != DW_TAG_member && tag != DW_TAG_inheritance) continue;
    if (!member_offset(member, from) || *from > offset || !name_die_type(member, &type)) continue;
    if (offset - *from < name_die_size(&type) && !is_empty(&type, NAME_DIE_DEEPEST)) return true;
  }
  return false;
}

static bool first_argument(Dwarf_Die *record, Dwarf_Die *argument) {
  Dwarf_Die child;
  for (bool more = name_die_child(record, &child); more; more = name_die_next(&child))
    if (dwarf_tag(&child) == DW_TAG_template_type_parameter) return name_die_type(&child, argument);
  return false;
}

void name_type_element(Dwarf_Die *type, Dwarf_Die *element) {
  *element = *type;
  for (unsigned n = 0; n < NAME_DIE_DEEPEST; n++) {
    Dwarf_Die peeled, of;
    if (!name_die_peel(element, &peeled) || dwarf_tag(&peeled) != DW_TAG_array_type || !name_die_type(&peeled, &of))
      return;
    *element = of;
  }
}

/* Returns whether the type is the descriptor of an array, whose elements are stored elsewhere. */
static bool is_descriptor(Dwarf_Die *peeled) {
  return dwarf_tag(peeled) == DW_TAG_array_type && dwarf_hasattr(peeled, DW_AT_data_location);
}

static bool is_same_record(Dwarf_Die *type, const Dwarf_Die *record) {
  Dwarf_Die peeled;
  return name_die_peel(type, &peeled) && peeled.addr == record->addr;
}

/* Replaces place->leaf by its member or element at *offset, and *offset by the offset within this member or element.
 * Returns false if there is none. */
static bool step_down(NameModule *module, NamePlaceInType *place, uint64_t *offset, bool *inside_library) {
  Dwarf_Die peeled, next;
  if (!name_die_peel(&place->leaf, &peeled) || is_descriptor(&peeled)) return false;
  if (dwarf_tag(&peeled) == DW_TAG_array_type) {
    name_type_element(&peeled, &next);
    const uint64_t size = name_die_size(&next);
    if (size == 0) return false;
    *offset %= size;
    if (!*inside_library) g_string_append(place->path, "[]");
  } else if (is_record(dwarf_tag(&peeled))) {
    Dwarf_Die member;
    uint64_t from;
    /* A container can contain another one by value. For example, in Mutex<Vec<u64>>, the Vec has the blocks. */
    const bool is_held = *inside_library && place->with_argument && is_same_record(&place->first_argument, &peeled);
    if ((!*inside_library || is_held) && name_die_is_library(module, &peeled)) {
      *inside_library = true;
      place->with_argument = first_argument(&peeled, &place->first_argument);
    }
    if (!member_at(&peeled, *offset, &member, &from) || !name_die_type(&member, &next)) return false;
    *offset -= from;
    const char *name = name_die_name(&member);
    if (!*inside_library && name != NULL && dwarf_tag(&member) == DW_TAG_member)
      g_string_append_printf(place->path, ".%s", name);
  } else {
    return false;
  }
  place->leaf = next;
  if (!*inside_library) place->type = next;
  return true;
}

bool name_type_walk(NameModule *module, Dwarf_Die *type, uint64_t offset, NamePlaceInType *place) {
  *place = (NamePlaceInType){.path = g_string_new(NULL), .type = *type, .leaf = *type};
  bool inside_library = false;
  for (unsigned n = 0; n < NAME_DIE_DEEPEST && step_down(module, place, &offset, &inside_library); n++) {
  }
  if (offset == 0 || inside_library) return true;
  g_string_free(place->path, TRUE);
  return false;
}

/* Returns the name of a struct. In C, a struct without a name has the name of its only typedef; NULL: none. The caller
 * owns the name. */
static char *record_name(NameModule *module, Dwarf_Die *type) {
  Dwarf_Die at = *type, under;
  const char *alias = NULL;
  for (unsigned n = 0; n < NAME_DIE_DEEPEST && !is_record(dwarf_tag(&at)); n++) {
    if (dwarf_tag(&at) == DW_TAG_typedef) alias = name_die_name(&at);
    if (!name_die_type(&at, &under) || dwarf_tag(&at) == DW_TAG_pointer_type) return NULL;
    at = under;
  }
  if (!is_record(dwarf_tag(&at)) || name_die_name(&at) == NULL)
    return g_strdup(is_record(dwarf_tag(&at)) ? alias : NULL);
  g_autofree char *name = name_type_name(module, &at);
  return g_strdup(name_type_name_plain(name));
}

char *name_type_field(NameModule *module, Dwarf_Die *type, uint64_t offset) {
  NamePlaceInType place = {.path = g_string_new(NULL), .type = *type, .leaf = *type};
  g_autofree char *record = NULL, *path = NULL;
  bool inside_library = false;
  for (unsigned n = 0; n < NAME_DIE_DEEPEST; n++) {
    char *named = inside_library ? NULL : record_name(module, &place.leaf);
    if (named != NULL) {
      g_free(record);
      record = named;
      g_string_truncate(place.path, 0);
    }
    if (!step_down(module, &place, &offset, &inside_library)) break;
  }
  g_string_replace(place.path, "[]", "", 0);
  path = g_string_free(place.path, FALSE);
  bool known;
  const bool holds = inside_library || (offset == 0 && name_type_holds_address(&place.leaf, &known));
  const bool found = record != NULL && *path != '\0' && holds;
  return found ? g_strconcat(record, path, NULL) : NULL;
}

bool name_type_pointee(Dwarf_Die *type, Dwarf_Die *target) {
  Dwarf_Die peeled;
  if (!name_die_peel(type, &peeled)) return false;
  const int tag = dwarf_tag(&peeled);
  if (is_descriptor(&peeled)) {
    name_type_element(&peeled, target);
    return true;
  }
  if (tag != DW_TAG_pointer_type && tag != DW_TAG_reference_type && tag != DW_TAG_rvalue_reference_type) return false;
  Dwarf_Die under;
  return name_die_type(&peeled, target) && name_die_peel(target, &under);
}

bool name_type_holds_address(Dwarf_Die *type, bool *known) {
  Dwarf_Die peeled, target;
  *known = name_type_pointee(type, &target);
  if (*known) return true;
  if (!name_die_peel(type, &peeled)) return false;
  if (dwarf_tag(&peeled) == DW_TAG_pointer_type) return true;
  const char *name = name_die_name(type); /* only the integer types uintptr_t and intptr_t can hold addresses */
  return dwarf_tag(&peeled) == DW_TAG_base_type && name_die_size(&peeled) == sizeof(uint64_t) && name != NULL &&
         strstr(name, "ptr") != NULL;
}

/* As name_type_reaches_address(). *steps is the number of DIEs that can still be searched. It is limited because nested
 * types can be reached along very many paths. A type counts as unknown if it exceeds this limit, or if it is nested too
 * deeply. */
static bool reaches_address(Dwarf_Die *type, unsigned depth, unsigned *steps) {
  Dwarf_Die peeled, member, inner;
  bool known, any = false;
  if (name_type_holds_address(type, &known) || !name_die_peel(type, &peeled) || depth > NAME_DIE_DEEPEST) return true;
  const int tag = dwarf_tag(&peeled);
  if (tag == DW_TAG_base_type || tag == DW_TAG_enumeration_type) return false;
  if (tag != DW_TAG_structure_type && tag != DW_TAG_class_type) return true;
  for (bool more = name_die_child(&peeled, &member); more; more = name_die_next(&member)) {
    if (dwarf_tag(&member) == DW_TAG_variant_part) return true;
    if (dwarf_tag(&member) != DW_TAG_member && dwarf_tag(&member) != DW_TAG_inheritance) continue;
    any = true;
    if ((*steps)-- == 0 || !name_die_type(&member, &inner) || reaches_address(&inner, depth + 1, steps)) return true;
  }
  return !any;
}

bool name_type_reaches_address(Dwarf_Die *type) {
  unsigned steps = MOST_STEPS;
  return reaches_address(type, 0, &steps);
}

/* ---- the list of fields ---- */

typedef struct {
  NameModule *module;
  GStringChunk *strings;
  GArray *fields;
  unsigned steps; /* number of DIEs that were read so far, which is limited because damaged types can contain
                     themselves */
} Listing;

static void list(Listing *listing, Dwarf_Die *type, const char *name, uint64_t offset, unsigned depth);
static void list_members(Listing *listing, Dwarf_Die *record, const char *name, uint64_t offset, unsigned depth);

/* Lists the fields of a base class as fields of the derived class. This includes base classes of the library, such as
 * the one that contains the links of a tree's node. */
static void list_base(Listing *listing, Dwarf_Die *type, const char *name, uint64_t offset, unsigned depth) {
  Dwarf_Die peeled;
  if (listing->steps++ > MOST_STEPS || depth >= NAME_DIE_DEEPEST || !name_die_peel(type, &peeled)) return;
  if (is_record(dwarf_tag(&peeled))) list_members(listing, &peeled, name, offset, depth);
}

static void list_members(Listing *listing, Dwarf_Die *record, const char *name, uint64_t offset, unsigned depth) {
  Dwarf_Die member, type;
  for (bool more = name_die_child(record, &member); more; more = name_die_next(&member)) {
    uint64_t from;
    const int tag = dwarf_tag(&member);
    if (tag != DW_TAG_member && tag != DW_TAG_inheritance) continue;
    if (!member_offset(&member, &from) || !name_die_type(&member, &type)) continue;
    if (tag == DW_TAG_inheritance) {
      list_base(listing, &type, name, offset + from, depth + 1);
      continue;
    }
    const char *own = name_die_name(&member);
    g_autofree char *longer = own == NULL     ? g_strdup(name)
                              : *name == '\0' ? g_strdup(own)
                                              : g_strdup_printf("%s.%s", name, own);
    list(listing, &type, longer, offset + from, depth + 1);
  }
}

static void list_elements(Listing *listing, Dwarf_Die *element, uint64_t n, const char *name, uint64_t offset,
                          unsigned depth) {
  const uint64_t size = name_die_size(element);
  for (uint64_t i = 0; i < n; i++) {
    g_autofree char *one = g_strdup_printf("%s[%" G_GUINT64_FORMAT "]", name, i);
    list(listing, element, one, offset + i * size, depth + 1);
  }
}

/* Lists the fields of structs, and of short arrays of structs. Any other type is one field. */
static void list(Listing *listing, Dwarf_Die *type, const char *name, uint64_t offset, unsigned depth) {
  Dwarf_Die peeled, element, under;
  const uint64_t size = name_die_size(type);
  if (listing->steps++ > MOST_STEPS || listing->fields->len == MOST_FIELDS) return;
  if (depth == NAME_DIE_DEEPEST || !name_die_peel(type, &peeled)) return;
  const bool opaque = name_die_is_library(listing->module, &peeled) && depth != 0;
  if (is_record(dwarf_tag(&peeled)) && !opaque) {
    const guint before = listing->fields->len;
    list_members(listing, &peeled, name, offset, depth);
    if (listing->fields->len != before || depth == 0) return;
  }
  name_type_element(type, &element);
  const uint64_t of_element = name_die_size(&element);
  const uint64_t n = of_element != 0 && element.addr != type->addr ? size / of_element : 0;
  if (n != 0 && n <= MOST_ELEMENTS && name_die_peel(&element, &under) && is_record(dwarf_tag(&under))) {
    list_elements(listing, &element, n, name, offset, depth);
    return;
  }
  if (depth == 0 || size == 0) return;
  g_autofree char *declared = name_type_name(listing->module, type);
  const NameField field = {g_string_chunk_insert_const(listing->strings, name),
                           g_string_chunk_insert_const(listing->strings, declared), offset, size};
  g_array_append_val(listing->fields, field);
}

static gint compare_fields(gconstpointer a, gconstpointer b) {
  const NameField *x = a, *y = b;
  return x->offset < y->offset ? -1 : x->offset > y->offset;
}

void name_type_fields(NameModule *module, Dwarf_Die *type, GStringChunk *strings, GArray *fields) {
  Listing listing = {module, strings, fields, 0};
  list(&listing, type, "", 0, 0);
  g_array_sort(fields, compare_fields);
}
