/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/ui_holders.h"

#include <string.h>

bool ui_holders_has(const char *names, const char *name) {
  const size_t n = strlen(name);
  for (const char *at = names, *end; (end = strchr(at, '\n')) != NULL; at = end + 1)
    if ((size_t)(end - at) == n && strncmp(at, name, n) == 0) return true;
  return false;
}

void ui_holders_for_each(const char *names, void (*each)(void *closure, const char *name), void *closure) {
  for (const char *at = names, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
    g_autofree char *name = g_strndup(at, (gsize)(end - at));
    each(closure, name);
  }
}

void ui_holders_add(GString *names, const char *name) {
  if (*name == '\0' || strchr(name, '\n') != NULL || ui_holders_has(names->str, name)) return;
  g_string_append_printf(names, "%s\n", name);
}

static void add_one(void *names, const char *name) { ui_holders_add(names, name); }

void ui_holders_add_all(GString *names, const char *others) { ui_holders_for_each(others, add_one, names); }
