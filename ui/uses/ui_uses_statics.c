/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_statics.c: indexes all variables of an object; ui_static.h searches for given addresses only. */
#include "ui/uses/ui_uses_statics.h"

#include <dwarf.h>

#include "ui/base/ui_search.h"
#include "ui/names/ui_code_scope.h"

enum { MOST_ENTRIES = 30000000 };

struct UiStatics {
  GArray *all;         /* UiStaticVariable, by kind and address */
  GHashTable *by_name; /* index in `all` + 1, by name */
  unsigned entries;
};

static void add_variable(UiStatics *statics, Dwarf_Die *variable, const char *owner) {
  Dwarf_Die type;
  UiStaticVariable one = {.die = *variable, .owner = owner};
  if (!ui_static_address(variable, &one.address, &one.thread_local_data)) return;
  one.bytes = ui_die_type(variable, &type) ? ui_die_size(&type) : 0;
  g_array_append_val(statics->all, one);
}

static void list(UiStatics *statics, Dwarf_Die *around, const char *owner, unsigned depth) {
  Dwarf_Die child;
  if (depth == UI_DIE_DEEPEST) return;
  for (bool more = ui_die_child(around, &child); more && statics->entries++ < MOST_ENTRIES;
       more = ui_die_next(&child)) {
    const int tag = dwarf_tag(&child);
    switch (tag) {
      case DW_TAG_variable: add_variable(statics, &child, owner); break;
      case DW_TAG_subprogram:
      case DW_TAG_inlined_subroutine: {
        const char *name = ui_die_name(&child);
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
  UiStatics *statics = closure;
  list(statics, unit, "", 0);
  return statics->entries < MOST_ENTRIES;
}

static gint compare(gconstpointer a, gconstpointer b) {
  const UiStaticVariable *x = a, *y = b;
  if (x->thread_local_data != y->thread_local_data) return x->thread_local_data ? 1 : -1;
  return x->address < y->address ? -1 : x->address > y->address;
}

UiStatics *ui_statics_new(UiModule *module) {
  UiStatics *statics = g_new0(UiStatics, 1);
  statics->all = g_array_new(FALSE, FALSE, sizeof(UiStaticVariable));
  statics->by_name = g_hash_table_new(g_str_hash, g_str_equal);
  if (ui_module_dwarf(module) != NULL) ui_module_each_unit(module, list_unit, statics);
  g_array_sort(statics->all, compare);
  for (guint i = 0; i < statics->all->len; i++) {
    UiStaticVariable *one = &g_array_index(statics->all, UiStaticVariable, i);
    const char *name = *one->owner == '\0' ? ui_die_name(&one->die) : NULL;
    if (name != NULL) g_hash_table_insert(statics->by_name, (gpointer)name, GUINT_TO_POINTER(i + 1));
  }
  return statics;
}

void ui_statics_free(UiStatics *statics) {
  if (statics == NULL) return;
  g_array_unref(statics->all);
  g_hash_table_destroy(statics->by_name);
  g_free(statics);
}

static bool is_not_behind(gconstpointer variable, gconstpointer place) { return compare(variable, place) <= 0; }

const UiStaticVariable *ui_statics_at(const UiStatics *statics, uint64_t address, bool thread_local_data) {
  const UiStaticVariable wanted = {.address = address, .thread_local_data = thread_local_data};
  const guint n = UI_SEARCH(statics->all, UiStaticVariable, is_not_behind, &wanted);
  if (n == 0) return NULL;
  const UiStaticVariable *one = &g_array_index(statics->all, UiStaticVariable, n - 1);
  const bool same = one->thread_local_data == thread_local_data;
  return same && address - one->address < MAX(one->bytes, 1) ? one : NULL;
}

const UiStaticVariable *ui_statics_named(const UiStatics *statics, const char *name) {
  gpointer number = g_hash_table_lookup(statics->by_name, name);
  return number != NULL ? &g_array_index(statics->all, UiStaticVariable, GPOINTER_TO_UINT(number) - 1) : NULL;
}
