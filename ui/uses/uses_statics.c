/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_statics.c: indexes all static variables of an object. (name_static.h only searches for given addresses.) */
#include "ui/uses/uses_statics.h"

#include <dwarf.h>

#include "ui/base/ui_search.h"
#include "ui/names/name_code_scope.h"

enum { MOST_ENTRIES = 30000000 };

struct UsesStatics {
  GArray *all;         /* UsesStaticVariable, sorted by kind and address */
  GHashTable *by_name; /* maps a name to 1 + the index in `all` */
  unsigned entries;
};

static void add_variable(UsesStatics *statics, Dwarf_Die *variable, const char *owner) {
  Dwarf_Die type;
  UsesStaticVariable one = {.die = *variable, .owner = owner};
  if (!name_static_address(variable, &one.address, &one.thread_local_data)) return;
  one.bytes = name_die_type(variable, &type) ? name_die_size(&type) : 0;
  g_array_append_val(statics->all, one);
}

static void list(UsesStatics *statics, Dwarf_Die *around, const char *owner, unsigned depth) {
  Dwarf_Die child;
  if (depth == NAME_DIE_DEEPEST) return;
  for (bool more = name_die_child(around, &child); more && statics->entries++ < MOST_ENTRIES;
       more = name_die_next(&child)) {
    const int tag = dwarf_tag(&child);
    switch (tag) {
      case DW_TAG_variable: add_variable(statics, &child, owner); break;
      case DW_TAG_subprogram:
      case DW_TAG_inlined_subroutine: {
        const char *name = name_die_name(&child);
        list(statics, &child, name != NULL ? name : owner, depth + 1);
        break;
      }
      case DW_TAG_namespace:
      case DW_TAG_module:
      case DW_TAG_common_block:
      case DW_TAG_lexical_block: list(statics, &child, owner, depth + 1); break;
      default: break;
    }
  }
}

static bool list_unit(Dwarf_Die *unit, void *closure) {
  UsesStatics *statics = closure;
  list(statics, unit, "", 0);
  return statics->entries < MOST_ENTRIES;
}

static gint compare(gconstpointer a, gconstpointer b) {
  const UsesStaticVariable *x = a, *y = b;
  if (x->thread_local_data != y->thread_local_data) return x->thread_local_data ? 1 : -1;
  return x->address < y->address ? -1 : x->address > y->address;
}

UsesStatics *uses_statics_new(NameModule *module) {
  UsesStatics *statics = g_new0(UsesStatics, 1);
  statics->all = g_array_new(FALSE, FALSE, sizeof(UsesStaticVariable));
  statics->by_name = g_hash_table_new(g_str_hash, g_str_equal);
  if (name_module_dwarf(module) != NULL) name_module_each_unit(module, list_unit, statics);
  g_array_sort(statics->all, compare);
  for (guint i = 0; i < statics->all->len; i++) {
    UsesStaticVariable *one = &g_array_index(statics->all, UsesStaticVariable, i);
    const char *name = *one->owner == '\0' ? name_die_name(&one->die) : NULL;
    if (name != NULL) g_hash_table_insert(statics->by_name, (gpointer)name, GUINT_TO_POINTER(i + 1));
  }
  return statics;
}

void uses_statics_free(UsesStatics *statics) {
  if (statics == NULL) return;
  g_array_unref(statics->all);
  g_hash_table_destroy(statics->by_name);
  g_free(statics);
}

static bool is_not_behind(gconstpointer variable, gconstpointer place) { return compare(variable, place) <= 0; }

const UsesStaticVariable *uses_statics_at(const UsesStatics *statics, uint64_t address, bool thread_local_data) {
  const UsesStaticVariable wanted = {.address = address, .thread_local_data = thread_local_data};
  const guint n = UI_SEARCH(statics->all, UsesStaticVariable, is_not_behind, &wanted);
  if (n == 0) return NULL;
  const UsesStaticVariable *one = &g_array_index(statics->all, UsesStaticVariable, n - 1);
  const bool same = one->thread_local_data == thread_local_data;
  return same && address - one->address < MAX(one->bytes, 1) ? one : NULL;
}

const UsesStaticVariable *uses_statics_named(const UsesStatics *statics, const char *name) {
  gpointer number = g_hash_table_lookup(statics->by_name, name);
  return number != NULL ? &g_array_index(statics->all, UsesStaticVariable, GPOINTER_TO_UINT(number) - 1) : NULL;
}
