/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/profile/profile_quoted.h"

#include <string.h>

/* Takes the escape after a backslash. Returns false if it is invalid. */
static bool take_escape(const char **at, const char *end, GString *string) {
  const char *p = *at;
  const ptrdiff_t left = end - p;
  if (left >= 1 && (*p == '"' || *p == '\\')) {
    g_string_append_c(string, *p);
  } else if (left >= 1 && (*p == 'n' || *p == 't')) {
    g_string_append_c(string, *p == 'n' ? '\n' : '\t');
  } else if (left >= 3 && *p == 'x' && memchr("01234567", p[1], 8) != NULL) {
    const char *digits = "0123456789abcdef";
    const char *low = memchr(digits, p[2], 16);
    const int byte = low != NULL ? (p[1] - '0') * 16 + (int)(low - digits) : 0;
    if (byte == 0 || byte == '\n' || byte == '\t' || (byte >= 0x20 && byte != 0x7f)) return false;
    g_string_append_c(string, (char)byte);
    *at += 2;
  } else {
    return false;
  }
  (*at)++;
  return true;
}

bool profile_quoted_take(const char **at, const char *end, GString *string) {
  g_string_truncate(string, 0);
  if (**at != '"') return false;
  ++*at;
  while (**at != '"') {
    const char *plain = *at;
    while (**at != '"' && **at != '\\' && (unsigned char)**at >= 0x20 && **at != 0x7f) ++*at;
    g_string_append_len(string, plain, *at - plain);
    if (**at == '"') break;
    if (**at != '\\') return false;
    ++*at;
    if (!take_escape(at, end, string)) return false;
  }
  ++*at;
  return true;
}
