/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/name_symbol.h"

#include <stdlib.h>
#include <string.h>

bool name_symbol_is_mangled(const char *symbol) {
  return g_str_has_prefix(symbol, "_Z") || g_str_has_prefix(symbol, "_R") ||
         (g_str_has_prefix(symbol, "__") && strstr(symbol, "_MOD_") != NULL);
}

/* Reads a name that follows its own length, as in "5stock". Returns the end of the name; NULL: the text is not
 * valid. */
static const char *read_name(const char *p, const char **name, size_t *n) {
  char *end;
  if (!g_ascii_isdigit(*p)) return NULL;
  *n = strtoul(p, &end, 10);
  if (*n == 0 || strlen(end) < *n) return NULL;
  *name = end;
  return end + *n;
}

/* Returns whether the last part of a Rust name is a hash, which is not a part of the source name. */
static bool is_hash(const char *name, size_t n) {
  return n == 17 && *name == 'h' && strspn(name + 1, "0123456789abcdef") >= 16;
}

/* Reads the names of a structured binding, such as "DC5table5marksE", and sets *whole to a text such as "[table,
 * marks]". (GCC 14 writes L before each name if the binding is static.) Returns the end of the names; NULL: the text is not valid. */
static const char *read_binding(const char *p, GString *whole) {
  const char *name;
  size_t n, count = 0;
  for (p += strlen("DC"); *p != 'E' && (p = read_name(p + (*p == 'L'), &name, &n)) != NULL;)
    g_string_append_printf(whole, "%s%.*s", count++ != 0 ? ", " : "[", (int)n, name);
  if (p == NULL || count == 0) return NULL;
  g_string_append_c(whole, ']');
  return p + 1;
}

/* Reads a nested name, such as "N4shop5stockE"; NULL: the name contains other parts. The caller owns the result. */
static char *read_nested(const char *p) {
  GString *whole = g_string_new(NULL);
  const char *name;
  size_t n;
  for (p++; p != NULL && *p != 'E';) {
    const bool binding = g_str_has_prefix(p, "DC");
    if (!binding && (p = read_name(p, &name, &n)) == NULL) break;
    if (!binding && is_hash(name, n)) continue;
    if (whole->len != 0) g_string_append(whole, "::");
    if (binding)
      p = read_binding(p, whole);
    else
      g_string_append_len(whole, name, (gssize)n);
  }
  return g_string_free(whole, p == NULL || whole->len == 0);
}

/* Returns the start of the suffix by which compilers distinguish equal names, as in "cache.0", "cache.1.lto_priv.3" and
 * "cache.llvm.42". */
static const char *number_at_end(const char *symbol) {
  const char *end = symbol + strlen(symbol);
  for (;;) {
    const char *p = end;
    while (p > symbol && g_ascii_isdigit(p[-1])) p--;
    if (p == end || p <= symbol + 1 || p[-1] != '.') return end;
    end = p - 1;
    static const char *const words[] = {".lto_priv", ".llvm"};
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
      const gsize n = strlen(words[i]);
      if ((gsize)(end - symbol) > n && strncmp(end - n, words[i], n) == 0) end -= n;
    }
  }
}

char *name_symbol_variable(const char *symbol) {
  const char *name, *p = symbol + 2;
  size_t n;
  char *found = NULL;
  if (!name_symbol_is_mangled(symbol)) return g_strndup(symbol, (gsize)(number_at_end(symbol) - symbol));
  if (g_str_has_prefix(symbol, "__")) return g_strdup(strstr(symbol, "_MOD_") + strlen("_MOD_"));
  if (*p == 'Z') { /* this is a variable of a function, and the name of the function is before the name of the
                      variable */
    const char *end = strrchr(p, 'E');
    p = end != NULL ? end + 1 : p;
  }
  if (*p == 'N') found = read_nested(p);
  if (*p == 'L') p++;
  if (g_str_has_prefix(p, "DC")) {
    GString *binding = g_string_new(NULL);
    const bool good = read_binding(p, binding) != NULL;
    found = g_string_free(binding, !good);
  }
  if (found == NULL && read_name(p, &name, &n) != NULL) found = g_strndup(name, n);
  return found != NULL ? found : g_strdup(symbol);
}

bool name_symbol_is_missing(const Profile *profile, const ProfileSegment *segment) {
  if (strcmp(segment->name, "???") == 0) return true;
  if (!g_str_has_prefix(segment->name, "func_")) return false;
  const char *digits = segment->name + strlen("func_");
  return segment->line == 0 && *profile->files[segment->file].path == '\0' && *digits != '\0' &&
         digits[strspn(digits, "0123456789abcdef")] == '\0';
}
