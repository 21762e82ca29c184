/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/session/session_command_error.h"

#include <string.h>

#include "ui/base/ui_nearest.h"
#include "ui/base/ui_text.h"

G_DEFINE_QUARK(ui - command - error - quark, session_command_error)

bool session_command_fail(GError **error, const char *format, ...) {
  va_list list;
  va_start(list, format);
  g_propagate_error(error, g_error_new_valist(SESSION_COMMAND_ERROR, 0, format, list));
  va_end(list);
  return false;
}

bool session_command_fail_about(GError **error, const char *typed, const char *format) {
  g_autofree char *printable = ui_text_escaped(typed);
  g_autofree char *quoted = g_strdup_printf("'%s'", printable);
  g_auto(GStrv) parts = g_strsplit(format, "%s", -1);
  g_autofree char *message = g_strjoinv(quoted, parts);
  return session_command_fail(error, "%s", message);
}

bool session_command_fail_unknown(GError **error, const char *what, const char *typed, const char *const *names) {
  enum { LISTED = 12 }; /* maximum number of names in a message */
  const guint n = g_strv_length((char **)names);
  UiNearest nearest;
  ui_nearest_start(&nearest, typed);
  for (guint i = 0; i < n; i++) ui_nearest_offer(&nearest, names[i]);
  const char *near = ui_nearest_take(&nearest);
  g_autofree char *printable = ui_text_escaped(typed);
  if (near != NULL)
    return session_command_fail(error, "there is no %s '%s'; the nearest is '%s'", what, printable, near);
  if (n > LISTED) return session_command_fail(error, "there is no %s '%s': see help", what, printable);
  g_autofree char *all = g_strjoinv(", ", (char **)names);
  return session_command_fail(error, "there is no %s '%s'; there are %s", what, printable, all);
}

int session_command_choose(const char *what, const char *typed, const char *const *names, GError **error) {
  g_autoptr(GPtrArray) starting = g_ptr_array_new(); /* names that start with the typed word */
  int found = -1;
  for (int i = 0; names[i] != NULL; i++) {
    if (g_ascii_strcasecmp(names[i], typed) == 0) return i;
    if (g_ascii_strncasecmp(names[i], typed, strlen(typed)) != 0) continue;
    found = i;
    g_ptr_array_add(starting, (gpointer)(uintptr_t)names[i]);
  }
  if (starting->len == 1) return found;
  if (starting->len == 0) {
    session_command_fail_unknown(error, what, typed, names);
    return -1;
  }
  g_ptr_array_add(starting, NULL);
  g_autofree char *all = g_strjoinv(", ", (char **)starting->pdata);
  g_autofree char *printable = ui_text_escaped(typed);
  session_command_fail(error, "'%s' is the start of more than one %s: %s", printable, what, all);
  return -1;
}

bool session_command_number(const char *typed, const char *what, uint32_t least, uint32_t *number, GError **error) {
  guint64 value;
  if (!g_ascii_string_to_unsigned(typed, 10, least, G_MAXUINT32, &value, NULL)) {
    g_autofree char *format = g_strdup_printf("%s, from %u, not %%s", what, least);
    return session_command_fail_about(error, typed, format);
  }
  *number = (uint32_t)value;
  return true;
}
