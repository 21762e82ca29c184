/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/name_pointers.h"

#include <string.h>

bool name_pointers_has(const char *names, const char *name) {
  const size_t n = strlen(name);
  for (const char *at = names, *end; (end = strchr(at, '\n')) != NULL; at = end + 1)
    if ((size_t)(end - at) == n && strncmp(at, name, n) == 0) return true;
  return false;
}

void name_pointers_for_each(const char *names, void (*each)(void *closure, const char *name), void *closure) {
  for (const char *at = names, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
    g_autofree char *name = g_strndup(at, (gsize)(end - at));
    each(closure, name);
  }
}

void name_pointers_add(GString *names, const char *name) {
  if (*name == '\0' || strchr(name, '\n') != NULL || name_pointers_has(names->str, name)) return;
  g_string_append_printf(names, "%s\n", name);
}

static void add_one(void *names, const char *name) { name_pointers_add(names, name); }

void name_pointers_add_all(GString *names, const char *others) { name_pointers_for_each(others, add_one, names); }
