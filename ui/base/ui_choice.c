/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/base/ui_choice.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>

#include "ui/base/ui_nearest.h"
#include "ui/base/ui_text.h"

bool ui_choice_find(const char *subcommand, const char *option, const char *value, const char *(*words)(unsigned i),
                    unsigned *index) {
  UiNearest nearest;
  ui_nearest_start(&nearest, value);
  bool found = false;
  for (unsigned i = 0; words(i) != NULL; i++) {
    ui_nearest_offer(&nearest, words(i));
    if (strcmp(words(i), value) != 0) continue;
    *index = i;
    found = true;
  }
  const char *near = ui_nearest_take(&nearest);
  if (found) return true;
  g_autofree char *printable = ui_text_escaped(value);
  fprintf(stderr, "memspy %s: bad option --%s=%s: there is no '%s'", subcommand, option, printable, printable);
  if (near != NULL) fprintf(stderr, "; the nearest is '%s'", near);
  for (unsigned i = 0; words(i) != NULL; i++) fprintf(stderr, "%s%s", i == 0 ? "; expected one of " : ", ", words(i));
  fputc('\n', stderr);
  return false;
}
