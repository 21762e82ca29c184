/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/base/ui_fail.h"

#include "ui/base/ui_text.h"

bool ui_fail(GError **error, GQuark domain, gint code, const char *format, ...) {
  va_list list;
  va_start(list, format);
  g_propagate_error(error, g_error_new_valist(domain, code, format, list));
  va_end(list);
  return false;
}

bool ui_fail_option(GError **error, const char *format, ...) {
  va_list list;
  va_start(list, format);
  g_propagate_error(error, g_error_new_valist(G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, format, list));
  va_end(list);
  return false;
}

bool ui_fail_file(GError **error, const char *path, int number, const char *message) {
  g_autofree char *printable = ui_text_escaped(path);
  return ui_fail(error, G_FILE_ERROR, (gint)g_file_error_from_errno(number), "%s: %s", printable,
                 message != NULL ? message : g_strerror(number));
}
