/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_pointer_copies.c: A call sets the parameters of the called function if only one function has that name. One
 * function can occur with several names of its file, because its units have different folders. It can also occur with
 * several first lines, because source and debug information differ. So functions with equal names and overlapping lines
 * are treated as the same function. */
#include "ui/attribute/attr_pointer_copies.h"

#include <string.h>

struct AttrPointerCopies {
  GHashTable *from; /* name of a pointer -> GPtrArray of the names of the pointers from which it is set */
  GStringChunk *texts;
};

/* The distinct functions, in the order of the profile. */
typedef struct {
  AttrPointerCopies *copied;
  GPtrArray *all;    /* UsesFunction */
  GHashTable *seen;  /* set of the elements of `all` */
  GHashTable *named; /* name -> UsesFunction; NULL: several functions have the name */
  GHashTable *known; /* set of copies, as texts */
} Reading;

/* ---- functions ---- */

static bool is_file(const char *a, const char *b) {
  if (strcmp(a, b) == 0) return true;
  g_autofree char *x = g_canonicalize_filename(a, "/"), *y = g_canonicalize_filename(b, "/");
  return g_str_has_suffix(x, y) || g_str_has_suffix(y, x);
}

/* Returns whether two functions with equal names are the same function, for example read once from its source and once
 * from machine code, or inlined. */
static bool is_same(const UsesFunction *a, const UsesFunction *b) {
  return a->first <= b->last && b->first <= a->last && is_file(a->file, b->file);
}

static void add_function(Reading *reading, const UsesFunction *function) {
  gpointer known;
  if (!g_hash_table_add(reading->seen, (gpointer)function)) return;
  g_ptr_array_add(reading->all, (gpointer)function);
  if (!g_hash_table_lookup_extended(reading->named, function->name, NULL, &known))
    g_hash_table_insert(reading->named, (gpointer)function->name, (gpointer)function);
  else if (known != NULL && !is_same(known, function))
    g_hash_table_insert(reading->named, (gpointer)function->name, NULL);
}

/* Adds the functions around an instruction. */
static void add_place(Reading *reading, Uses *uses, const ProfileObject *object, guint64 address) {
  const UsesFunction *function;
  unsigned line;
  guint depth = 0;
  while ((function = uses_around(uses, object->path, object->build_id, address, depth++, &line)) != NULL)
    add_function(reading, function);
}

/* ---- copies ---- */

/* Returns whether the name of a variable, such as "p in get", is ambiguous because several functions have a variable of
 * that name. */
static bool is_of_several(const Reading *reading, const char *name) {
  static const char in[] = " in ";
  const char *owner = g_strrstr(name, in);
  gpointer known;
  return owner != NULL && g_hash_table_lookup_extended(reading->named, owner + strlen(in), NULL, &known) &&
         known == NULL;
}

static void note_copy(Reading *reading, const char *to, const char *from) {
  AttrPointerCopies *copied = reading->copied;
  if (is_of_several(reading, to) || is_of_several(reading, from) ||
      !g_hash_table_add(reading->known, g_strconcat(to, "\n", from, NULL)))
    return;
  GPtrArray *names = g_hash_table_lookup(copied->from, to);
  if (names == NULL) {
    names = g_ptr_array_new();
    g_hash_table_insert(copied->from, g_string_chunk_insert_const(copied->texts, to), names);
  }
  g_ptr_array_add(names, g_string_chunk_insert_const(copied->texts, from));
}

/* A parameter that receives an argument. */
typedef struct {
  Reading *reading;
  const char *parameter;
} Passing;

static void pass(void *closure, const char *argument) {
  const Passing *passing = closure;
  note_copy(passing->reading, passing->parameter, argument);
}

static void note_call(Reading *reading, const UsesFunction *caller, const UsesCall *call, const UsesFunction *callee) {
  const guint n = MIN(call->n_arguments, callee->parameters->len);
  for (guint i = 0; i < n; i++) {
    Passing passing = {reading, g_array_index(callee->parameters, const char *, i)};
    if (call->arguments[i] == USES_NONE || *passing.parameter == '\0') continue;
    const UsesData *data = &g_array_index(caller->data, UsesData, call->arguments[i]);
    name_pointers_for_each(data->holders.seen, pass, &passing);
  }
}

static void note_function(Reading *reading, const UsesFunction *function) {
  for (guint i = 0; i < function->copies->len; i++) {
    const UsesCopy *copy = &g_array_index(function->copies, UsesCopy, i);
    note_copy(reading, copy->to, copy->from);
  }
  for (guint i = 0; i < function->calls->len; i++) {
    const UsesCall *call = &g_array_index(function->calls, UsesCall, i);
    const UsesFunction *callee = call->by_pointer ? NULL : g_hash_table_lookup(reading->named, call->callee);
    if (callee != NULL) note_call(reading, function, call, callee);
  }
}

AttrPointerCopies *attr_pointer_copies_new(const Profile *profile, Uses *uses, Uses *code) {
  AttrPointerCopies *copied = g_new0(AttrPointerCopies, 1);
  Reading reading = {.copied = copied,
                     .all = g_ptr_array_new(),
                     .seen = g_hash_table_new(NULL, NULL),
                     .named = g_hash_table_new(g_str_hash, g_str_equal),
                     .known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};
  copied->from = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
  copied->texts = g_string_chunk_new(4096);
  for (uint32_t i = 0; i < profile->n_places; i++) {
    const ProfilePlace *place = &profile->places[i];
    if (place->address == 0) continue;
    const ProfileObject *object = &profile->objects[profile->segments[place->segment].object];
    add_place(&reading, uses, object, place->address);
    add_place(&reading, code, object, place->address);
  }
  for (guint i = 0; i < reading.all->len; i++) note_function(&reading, g_ptr_array_index(reading.all, i));
  g_ptr_array_unref(reading.all);
  g_hash_table_destroy(reading.seen);
  g_hash_table_destroy(reading.named);
  g_hash_table_destroy(reading.known);
  return copied;
}

void attr_pointer_copies_free(AttrPointerCopies *copied) {
  if (copied == NULL) return;
  g_hash_table_destroy(copied->from);
  g_string_chunk_free(copied->texts);
  g_free(copied);
}

/* ---- queries ---- */

typedef struct {
  const AttrPointerCopies *copied;
  GHashTable *known; /* set of the names so far */
  GString *names;
} Adding;

static void know(void *closure, const char *name) {
  g_hash_table_add(((const Adding *)closure)->known, g_strdup(name));
}

static void add_from(void *closure, const char *name) {
  const Adding *adding = closure;
  const GPtrArray *from = g_hash_table_lookup(adding->copied->from, name);
  for (guint i = 0; from != NULL && i < from->len; i++) {
    const char *one = g_ptr_array_index(from, i);
    if (g_hash_table_add(adding->known, g_strdup(one))) g_string_append_printf(adding->names, "%s\n", one);
  }
}

bool attr_pointer_copies_add(const AttrPointerCopies *copied, GString *names) {
  g_autofree char *before = g_strdup(names->str);
  Adding adding = {copied, g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), names};
  name_pointers_for_each(before, know, &adding);
  name_pointers_for_each(before, add_from, &adding);
  g_hash_table_destroy(adding.known);
  return strlen(before) < names->len;
}
