/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_fields.c: makes layouts of fields. Overlapping fields, such as bit fields in a word or members of a union,
 * form one piece. The name of each of these fields selects the whole piece. A piece includes the padding before the
 * next piece. At its new place, a field gets the largest alignment that fits its old offset and its size (for an array,
 * the size of an element). This alignment is at most that of the struct, and at most 16 bytes. */
#include "ui/whatif/whatif_fields.h"

#include <string.h>

#include "ui/base/ui_nearest.h"
#include "ui/base/ui_number.h"

enum { LARGEST_ALIGNMENT = 16, NOWHERE = -1 };

/* A piece of an element, and its new place. */
typedef struct {
  uint64_t from, end; /* the piece occupies the bytes [from, end) of the element, without the padding that follows */
  int group;          /* number of the group; NOWHERE: no list names the piece */
  unsigned rank;      /* position of the piece in the order of the group */
  uint64_t to;
  uint64_t grain; /* a number whose lowest set bit limits the alignment */
  uint64_t kept;  /* number of bytes that remain if the piece shrinks; 0: all */
  bool narrows;   /* whether references to the piece are narrowed if it shrinks */
  bool is_shared; /* whether the piece contains several fields */
} Part;

static Part *part_number(GArray *parts, guint i) { return &g_array_index(parts, Part, i); }

/* Returns the number of elements of a field that is an array; 1 for other fields. */
static uint64_t elements_of(const NameField *field) {
  uint64_t n = 1;
  if (strchr(field->type, '(') != NULL) return 1;
  for (const char *at = strchr(field->type, '['); at != NULL; at = strchr(at + 1, '['))
    if (__builtin_mul_overflow(n, MAX(g_ascii_strtoull(at + 1, NULL, 10), 1), &n)) return 1;
  return field->size % n == 0 ? n : 1;
}

/* Divides an element into pieces (Part). */
static GArray *make_parts(const NameBinType *type) {
  GArray *parts = g_array_new(FALSE, FALSE, sizeof(Part));
  const Part head = {.end = type->fields[0].offset,
                     .group = NOWHERE,
                     .grain = type->fields[0].offset | type->element_size};
  if (head.end != 0) g_array_append_val(parts, head);
  for (uint32_t i = 0; i < type->n_fields; i++) {
    const NameField *field = &type->fields[i];
    const uint64_t end = MIN(field->offset + field->size, type->element_size);
    Part *last = parts->len != 0 ? part_number(parts, parts->len - 1) : NULL;
    if (last != NULL && field->offset < last->end) {
      last->end = MAX(last->end, end);
      last->grain = (last->end - last->from) | type->element_size;
      last->is_shared = true;
      continue;
    }
    const uint64_t grain = (end - field->offset) / elements_of(field) | type->element_size;
    const Part part = {.from = field->offset, .end = end, .group = NOWHERE, .grain = grain};
    g_array_append_val(parts, part);
  }
  return parts;
}

/* Returns the piece that contains a field. */
static Part *part_of(GArray *parts, const NameField *field) {
  guint p = parts->len - 1;
  while (part_number(parts, p)->from > field->offset) p--;
  return part_number(parts, p);
}

/* Returns whether `name` is the name of the field, or of a field that contains it. */
static bool is_named(const char *field, const char *name) {
  const size_t n = strlen(name);
  return strncmp(field, name, n) == 0 && (field[n] == '\0' || field[n] == '.' || field[n] == '[');
}

static char *unknown_field(const NameBinType *type, const char *name) {
  UiNearest nearest;
  GString *allowed = g_string_new(NULL);
  ui_nearest_start(&nearest, name);
  for (uint32_t i = 0; i < type->n_fields; i++) {
    ui_nearest_offer(&nearest, type->fields[i].name);
    g_string_append_printf(allowed, "%s%s", i > 0 ? ", " : "", type->fields[i].name);
  }
  const char *near = ui_nearest_take(&nearest);
  char *wrong = near != NULL ? g_strdup_printf("%s has no field '%s'; the nearest is '%s'", type->element, name, near)
                             : g_strdup_printf("%s has no field '%s'; it has %s", type->element, name, allowed->str);
  g_string_free(allowed, TRUE);
  return wrong;
}

/* Assigns the pieces that a list names to group number `group`. named[f] is whether a list has already named field f.
 * Returns NULL, or an error message that the caller owns. */
static char *take_list(const NameBinType *type, GArray *parts, bool *named, const char *list, int group) {
  g_auto(GStrv) names = g_strsplit(list, ",", -1);
  unsigned rank = 0;
  for (guint i = 0; names[i] != NULL; i++) {
    const char *name = g_strstrip(names[i]);
    bool known = false;
    for (uint32_t f = 0; f < type->n_fields; f++) {
      const char *field = type->fields[f].name;
      Part *part = part_of(parts, &type->fields[f]);
      if (!is_named(field, name)) continue;
      if (named[f]) return g_strdup_printf("field '%s' is named twice", field);
      if (part->group != NOWHERE && part->group != group)
        return g_strdup_printf("field '%s' overlaps a field of another list", field);
      known = named[f] = true;
      if (part->group == group) continue;
      part->group = group;
      part->rank = rank++;
    }
    if (!known) return unknown_field(type, name);
  }
  return NULL;
}

/* Assigns each piece to a group. Returns the number of groups. On failure, returns 0 and sets *wrong. */
static int take_lists(const NameBinType *type, GArray *parts, WhatifFields how, const char *fields, char **wrong) {
  g_auto(GStrv) lists = g_strsplit(fields != NULL ? fields : "", "|", -1);
  g_autofree bool *named = g_new0(bool, type->n_fields);
  int n = 0, rest;
  for (; fields != NULL && lists[n] != NULL && *wrong == NULL; n++) *wrong = take_list(type, parts, named, lists[n], n);
  if (*wrong == NULL && how == WHATIF_FIELDS_ORDER && n > 1)
    *wrong = g_strdup("expected one list of fields, without '|'");
  if (*wrong != NULL) return 0;
  rest = how == WHATIF_FIELDS_SPLIT && n == 1 ? 1 : MAX(n - 1, 0);
  for (guint p = 0; p < parts->len; p++) {
    Part *part = part_number(parts, p);
    if (how == WHATIF_FIELDS_APART)
      part->group = (int)p;
    else if (part->group == NOWHERE) {
      part->group = rest;
      part->rank = (unsigned)(parts->len + p);
    }
    n = MAX(n, part->group + 1);
  }
  return n;
}

static gint compare_ranks(gconstpointer one, gconstpointer other) {
  const Part *a = *(Part *const *)one, *b = *(Part *const *)other;
  return a->rank < b->rank ? -1 : a->rank > b->rank;
}

uint64_t whatif_alignment(uint64_t bytes) {
  const uint64_t both = bytes | LARGEST_ALIGNMENT;
  return both & -both;
}

/* Returns the largest alignment that the piece can have had. */
static uint64_t alignment(const Part *part) { return whatif_alignment(part->from | part->grain); }

/* Returns the number of bytes of a piece at its new place, without padding. */
static uint64_t bytes_of(const Part *part) { return part->kept != 0 ? part->kept : part->end - part->from; }

/* Places the pieces of a group one after the other. Returns the size of an element of the group. */
static uint64_t lay_group(GArray *parts, int group) {
  g_autoptr(GPtrArray) members = g_ptr_array_new();
  uint64_t end = 0, widest = 1;
  for (guint p = 0; p < parts->len; p++)
    if (part_number(parts, p)->group == group) g_ptr_array_add(members, part_number(parts, p));
  g_ptr_array_sort(members, compare_ranks);
  for (guint i = 0; i < members->len; i++) {
    Part *part = members->pdata[i];
    part->to = ui_number_round_up(end, alignment(part));
    end = part->to + bytes_of(part);
    widest = MAX(widest, alignment(part));
  }
  return ui_number_round_up(MAX(end, 1), widest);
}

static char *no_fields(const NameBinType *type) {
  return g_strdup_printf("the fields of '%s' are unknown; allowed are changes without fields", type->element);
}

/* Makes the layout with `n` groups. Each piece must already have a group. */
static WhatifLayout *lay_parts(const NameBinType *type, GArray *parts, int n) {
  WhatifLayout *layout = whatif_layout_new(type->element_size);
  for (int group = 0; group < n; group++) whatif_layout_group(layout, lay_group(parts, group));
  for (guint p = 0; p < parts->len; p++) {
    const Part *part = part_number(parts, p);
    const uint64_t end = p + 1 < parts->len ? part_number(parts, p + 1)->from : type->element_size;
    whatif_layout_piece(layout, end - part->from, (uint32_t)part->group, part->to);
    if (part->kept != 0) whatif_layout_keep(layout, part->kept, part->narrows);
  }
  return layout;
}

WhatifLayout *whatif_fields_layout(const NameBinType *type, WhatifFields how, const char *fields, char **wrong) {
  *wrong = type->n_fields == 0 ? no_fields(type) : NULL;
  if (*wrong != NULL) return NULL;
  g_autoptr(GArray) parts = make_parts(type);
  const int n = take_lists(type, parts, how, fields, wrong);
  return *wrong == NULL ? lay_parts(type, parts, n) : NULL;
}

/* Shrinks a field to `bytes` bytes. Returns NULL, or the reason why it cannot be shrunk. */
static char *shrink(Part *part, const NameField *field, uint64_t bytes) {
  const uint64_t n = elements_of(field), element = field->size / n;
  if (part->is_shared)
    return g_strdup_printf("field '%s' shares bytes with another field; allowed are fields that do not overlap",
                           field->name);
  if (bytes >= field->size)
    return g_strdup_printf("field '%s' has %" G_GUINT64_FORMAT " bytes now: N must be less", field->name, field->size);
  if (n > 1 && bytes % element != 0)
    return g_strdup_printf("field '%s' has elements of %" G_GUINT64_FORMAT " bytes: N must be a multiple", field->name,
                           element);
  part->kept = bytes;
  part->narrows = n == 1 && field->size <= WHATIF_NARROW;
  if (n == 1) part->grain |= bytes;
  return NULL;
}

WhatifLayout *whatif_fields_shrunk(const NameBinType *type, const char *fields, uint64_t bytes, char **wrong) {
  *wrong = type->n_fields == 0 ? no_fields(type) : NULL;
  if (*wrong != NULL) return NULL;
  g_autoptr(GArray) parts = make_parts(type);
  g_autofree bool *named = g_new0(bool, type->n_fields);
  *wrong = take_list(type, parts, named, fields, 0);
  for (uint32_t f = 0; f < type->n_fields && *wrong == NULL; f++)
    if (named[f]) *wrong = shrink(part_of(parts, &type->fields[f]), &type->fields[f], bytes);
  for (guint p = 0; p < parts->len; p++) {
    part_number(parts, p)->group = 0;
    part_number(parts, p)->rank = p;
  }
  return *wrong == NULL ? lay_parts(type, parts, 1) : NULL;
}

uint64_t whatif_row_bytes(const NameBinType *type) {
  const char *first = strchr(type->data_type, '['), *second = first != NULL ? strchr(first + 1, '[') : NULL;
  if (second == NULL || type->element_size == 0) return 0;
  uint64_t bytes = type->element_size;
  for (const char *at = second; at != NULL; at = strchr(at + 1, '['))
    if (__builtin_mul_overflow(bytes, g_ascii_strtoull(at + 1, NULL, 10), &bytes) || bytes > WHATIF_ROOM) return 0;
  return bytes;
}
