/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/profile/profile_full_name.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

/* Returns the bytes of the number at `p` with its point or colon, or 0 if there is none. */
static size_t number_length(const char *p) {
  if (*p != '.' && *p != ':') return 0;
  const bool address = g_str_has_prefix(p + 1, "0x");
  const size_t digits = address ? 2 + strspn(p + 3, "0123456789abcdef") : strspn(p + 1, "0123456789");
  return digits != 0 && (p[digits + 1] == '\0' || strchr(".,) ", p[digits + 1]) != NULL) ? digits + 1 : 0;
}

char *profile_full_name_without_lines(const char *name) {
  GString *out = g_string_new(NULL);
  for (const char *p = name; *p != '\0';) {
    const size_t n = number_length(p);
    if (n == 0) g_string_append_c(out, *p);
    p += MAX(n, 1);
  }
  return g_string_free(out, FALSE);
}

/* Moves *p after the next number. Returns false if there is none. */
static bool next_number(const char **p, guint64 *number) {
  for (; **p != '\0'; ++*p) {
    const size_t n = number_length(*p);
    if (n == 0) continue;
    *number = g_ascii_strtoull(*p + 1, NULL, 0);
    *p += n;
    return true;
  }
  return false;
}

int profile_full_name_compare_lines(const char *a, const char *b) {
  guint64 x, y;
  for (;;) {
    const bool more = next_number(&a, &x), other = next_number(&b, &y);
    if (!more || !other) return (int)more - (int)other;
    if (x != y) return x < y ? -1 : 1;
  }
}

uint64_t profile_full_name_lines_apart(const char *a, const char *b) {
  guint64 x, y, sum = 0;
  while (next_number(&a, &x) && next_number(&b, &y)) sum += x > y ? x - y : y - x;
  return sum;
}

char *profile_full_name_plain(const char *name) {
  const char *function = strstr(name, " in "), *parts = strstr(name, " (");
  const char *end = name + strlen(name);
  if (function != NULL && function < end) end = function;
  if (parts != NULL && parts < end) end = parts;
  return g_strndup(name, (gsize)(end - name));
}
