/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/base/ui_out_name.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

/* Appends the expansion of the escape sequence at *format, such as %p. Sets *format to the last character of the
 * sequence. */
static void expand_one(GString *name, const char **format, pid_t pid, unsigned number) {
  const char *close;
  switch ((*format)[1]) {
    case 'p': g_string_append_printf(name, "%d", (int)pid); break;
    case 'n': g_string_append_printf(name, "%u", number); break;
    case '%': g_string_append_c(name, '%'); break;
    case 'q':
      close = strchr(*format, '}');
      if ((*format)[2] == '{' && close != NULL) {
        g_autofree char *variable = g_strndup(*format + 3, (gsize)(close - *format - 3));
        const char *value = getenv(variable);
        g_string_append(name, value != NULL ? value : "");
        *format = close;
        return;
      }
      /* fall through */
    default: g_string_append_c(name, '%'); return;
  }
  ++*format;
}

char *ui_out_name(const char *template, pid_t pid, unsigned number) {
  GString *name = g_string_new(NULL);
  for (const char *p = template; *p != '\0'; p++) {
    if (*p == '%')
      expand_one(name, &p, pid, number);
    else
      g_string_append_c(name, *p);
  }
  return g_string_free(name, FALSE);
}
