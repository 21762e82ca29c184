/* ui_copied.c: see ui_copied.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/attribute/ui_copied.h"

#include <string.h>

struct UiCopied {
  GHashTable *from; /* GString: the names that a name is set from (UiHolders), by that */
};

/* ---- what functions copy ---- */

static void free_names(gpointer names) { g_string_free(names, TRUE); }

static void note_copy(UiCopied *copied, const char *to, const char *from) {
  GString *names = g_hash_table_lookup(copied->from, to);
  if (names == NULL) {
    names = g_string_new(NULL);
    g_hash_table_insert(copied->from, g_strdup(to), names);
  }
  ui_holders_add(names, from);
}

static void note_copies(UiCopied *copied, const UiUsesFunction *function) {
  for (guint i = 0; i < function->copies->len; i++) {
    const UiUsesCopy *copy = &g_array_index(function->copies, UiUsesCopy, i);
    note_copy(copied, copy->to, copy->from);
  }
}

/* A parameter that gets what an argument points to. */
typedef struct {
  UiCopied *copied;
  const char *parameter;
} Passing;

static void pass(void *closure, const char *argument) {
  const Passing *passing = closure;
  note_copy(passing->copied, passing->parameter, argument);
}

static void note_call(UiCopied *copied, const UiUsesFunction *caller, const UiUsesCall *call,
                      const UiUsesFunction *callee) {
  const guint n = MIN(call->n_arguments, callee->parameters->len);
  for (guint i = 0; i < n; i++) {
    Passing passing = {copied, g_array_index(callee->parameters, const char *, i)};
    if (call->arguments[i] == UI_USES_NONE || *passing.parameter == '\0') continue;
    const UiUsesData *data = &g_array_index(caller->data, UiUsesData, call->arguments[i]);
    ui_holders_for_each(data->holders.seen, pass, &passing);
  }
}

/* Functions, each once, in the order in which the profile has them. */
typedef struct {
  GPtrArray *all; /* UiUsesFunction */
  GHashTable *seen;
  GHashTable *by_name; /* UiUsesFunction by name; NULL: files have several */
} Functions;

static void add_function(Functions *functions, const UiUsesFunction *function) {
  gpointer known;
  if (!g_hash_table_add(functions->seen, (gpointer)function)) return;
  g_ptr_array_add(functions->all, (gpointer)function);
  if (!g_hash_table_lookup_extended(functions->by_name, function->name, NULL, &known))
    g_hash_table_insert(functions->by_name, (gpointer)function->name, (gpointer)function);
  else if (known != NULL && strcmp(((const UiUsesFunction *)known)->file, function->file) != 0)
    g_hash_table_insert(functions->by_name, (gpointer)function->name, NULL);
}

/* Adds the functions around an instruction. */
static void add_place(Functions *functions, UiUses *uses, const UiObject *object, guint64 address) {
  const UiUsesFunction *function;
  unsigned line;
  guint depth = 0;
  while ((function = ui_uses_around(uses, object->path, object->build_id, address, depth++, &line)) != NULL)
    add_function(functions, function);
}

static void note_function(UiCopied *copied, const UiUsesFunction *function, const Functions *functions) {
  note_copies(copied, function);
  for (guint i = 0; i < function->calls->len; i++) {
    const UiUsesCall *call = &g_array_index(function->calls, UiUsesCall, i);
    const UiUsesFunction *callee = g_hash_table_lookup(functions->by_name, call->callee);
    if (callee != NULL) note_call(copied, function, call, callee);
  }
}

UiCopied *ui_copied_new(const UiProfile *profile, UiUses *uses, UiUses *code) {
  UiCopied *copied = g_new0(UiCopied, 1);
  Functions functions = {g_ptr_array_new(), g_hash_table_new(NULL, NULL), g_hash_table_new(g_str_hash, g_str_equal)};
  copied->from = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_names);
  for (uint32_t i = 0; i < profile->n_places; i++) {
    const UiPlace *place = &profile->places[i];
    if (place->address == 0) continue;
    const UiObject *object = &profile->objects[profile->segments[place->segment].object];
    add_place(&functions, uses, object, place->address);
    add_place(&functions, code, object, place->address);
  }
  for (guint i = 0; i < functions.all->len; i++) note_function(copied, g_ptr_array_index(functions.all, i), &functions);
  g_ptr_array_unref(functions.all);
  g_hash_table_destroy(functions.seen);
  g_hash_table_destroy(functions.by_name);
  return copied;
}

void ui_copied_free(UiCopied *copied) {
  if (copied == NULL) return;
  g_hash_table_destroy(copied->from);
  g_free(copied);
}

/* ---- queries ---- */

typedef struct {
  const UiCopied *copied;
  GString *names;
} Adding;

static void add_from(void *closure, const char *name) {
  const Adding *adding = closure;
  const GString *from = g_hash_table_lookup(adding->copied->from, name);
  if (from != NULL) ui_holders_add_all(adding->names, from->str);
}

bool ui_copied_add(const UiCopied *copied, GString *names) {
  g_autofree char *before = g_strdup(names->str);
  Adding adding = {copied, names};
  ui_holders_for_each(before, add_from, &adding);
  return strlen(before) < names->len;
}
