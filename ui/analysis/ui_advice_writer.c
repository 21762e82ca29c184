/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/analysis/ui_advice_writer.h"

#include <string.h>

void ui_write(const UiWriter *writer, const char *format, ...) {
  va_list list;
  va_start(list, format);
  g_string_append_vprintf(writer->out, format, list);
  va_end(list);
}

const char *ui_write_alignment(const UiWriter *writer) {
  return writer->language == UI_LANGUAGE_C ? "_Alignas" : "alignas";
}

const char *ui_write_bare_type(const char *type) {
  return g_str_has_prefix(type, "struct ") ? type + strlen("struct ") : type;
}
