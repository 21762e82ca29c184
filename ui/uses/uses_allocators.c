/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/uses/uses_allocators.h"

#include <glib.h>
#include <string.h>

static bool is_among(const char *name, const char *const *list) {
  for (; *list != NULL; list++)
    if (strcmp(name, *list) == 0) return true;
  return false;
}

bool uses_allocates_there(const char *function) {
  static const char *const list[] = {"posix_memalign", "asprintf", "getline", "getdelim", NULL};
  return is_among(function, list);
}

bool uses_allocates(const char *function) {
  static const char *const words[] = {"alloc", "strdup", "strndup", "memalign", "mmap"};
  static const char *const starts[] = {"_Znw", "_Zna", "operator new", "make_unique", "make_shared"};
  if (uses_allocates_there(function) || g_str_has_suffix(function, "alloca")) return false;
  for (size_t i = 0; i < G_N_ELEMENTS(starts); i++)
    if (g_str_has_prefix(function, starts[i])) return true;
  /* ("dealloc" contains "alloc", but does not allocate.) */
  for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
    const char *at = strstr(function, words[i]);
    if (at != NULL && !(at - function >= 2 && strncmp(at - 2, "dealloc", strlen("dealloc")) == 0)) return true;
  }
  return false;
}

bool uses_returns_first(const char *function) {
  static const char *const list[] = {"memcpy",
                                     "memmove",
                                     "memset",
                                     "strcpy",
                                     "strncpy",
                                     "strcat",
                                     "strncat",
                                     "fgets",
                                     "strchr",
                                     "strrchr",
                                     "strstr",
                                     "memchr",
                                     "__builtin_assume_aligned",
                                     NULL};
  return is_among(function, list);
}

bool uses_grows(const char *method) {
  static const char *const list[] = {"resize",        "reserve",    "push_back", "emplace_back", "push_front",
                                     "emplace_front", "assign",     "insert",    "emplace",      "append",
                                     "reset",         "operator+=", NULL};
  return is_among(method, list);
}

bool uses_gives_content(const char *method) {
  static const char *const list[] = {"operator[]", "at",         "front",  "back", "data",
                                     "begin",      "end",        "cbegin", "cend", "operator*",
                                     "operator->", "operator++", "get",    "base", NULL};
  return is_among(method, list);
}
