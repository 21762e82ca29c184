/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/advice/advice_writer.h"

#include <string.h>

void advice_write(const AdviceWriter *writer, const char *format, ...) {
  va_list list;
  va_start(list, format);
  g_string_append_vprintf(writer->out, format, list);
  va_end(list);
}

const char *advice_write_alignment(const AdviceWriter *writer) {
  return writer->language == ADVICE_LANGUAGE_C ? "_Alignas" : "alignas";
}

char *advice_write_declaration(const char *type, const char *name) {
  static const char twice[] = "volatile volatile ";
  if (g_str_has_prefix(type, twice)) type += strlen("volatile ");
  size_t n = strcspn(type, "[");
  const char *bounds = type + n;
  while (n > 0 && type[n - 1] == ' ') n--;
  return n != 0 && strchr(type, '(') == NULL ? g_strdup_printf("%.*s %s%s", (int)n, type, name, bounds) : NULL;
}

const char *advice_write_bare_type(const char *type) {
  return g_str_has_prefix(type, "struct ") ? type + strlen("struct ") : type;
}
