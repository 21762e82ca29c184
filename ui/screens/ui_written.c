/* ui_written.c: see ui_written.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/screens/ui_written.h"

#include <stdio.h>
#include <unistd.h>

#include "ui/base/ui_text.h"
#include "ui/names/ui_names.h"
#include "ui/screens/ui_screen.h"

void ui_written_print(const UiProfile *profile, const char *path, const char *before) {
  const UiScreen screen = ui_screen_for(STDERR_FILENO);
  UiNames *names = ui_names_new(profile, true);
  UiView *view = ui_view_new(profile, ui_names_labels(names));
  GString *text = g_string_new(before);
  ui_screen_first(&screen, view, text);
  g_autofree char *printable = ui_text_escaped(path);
  g_string_append_printf(text, "\nThe profile is in %s; for details: memspy %s\n", printable, printable);
  fputs(text->str, stderr);
  g_string_free(text, TRUE);
  ui_view_free(view);
  ui_names_free(names);
}
