/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/base/ui_error.h"

#include <stdarg.h>

#include "ui/base/ui_text.h"

G_GNUC_PRINTF(4, 0)
static void set(GError **error, GQuark domain, gint code, const char *format, va_list arguments) {
  g_autofree char *message = g_strdup_vprintf(format, arguments);
  g_autofree char *printable = ui_text_escaped(message);
  g_set_error_literal(error, domain, code, printable);
}

bool ui_error_set(GError **error, GQuark domain, gint code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  set(error, domain, code, format, arguments);
  va_end(arguments);
  return false;
}

bool ui_error_option(GError **error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  set(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, format, arguments);
  va_end(arguments);
  return false;
}
