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

const char *advice_write_bare_type(const char *type) {
  return g_str_has_prefix(type, "struct ") ? type + strlen("struct ") : type;
}
