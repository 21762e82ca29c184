/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/screen_first.h"

#include "ui/profile/profile_machine.h"
#include "ui/screens/screen_advice.h"
#include "ui/screens/screen_matrix.h"

static void append_rule(const Screen *screen, GString *out) {
  for (unsigned i = 0; i < screen->width; i++) g_string_append_c(out, '-');
  g_string_append_c(out, '\n');
}

void screen_first(const Screen *screen, const View *view, const NameTable *names, const char *where, GString *out) {
  screen_run(screen, view->profile, "Profile:", out);
  profile_machine_describe(view->profile, screen->width, out);
  screen_totals(screen, view->profile, out);
  append_rule(screen, out);
  if (screen_advice_first(screen, view, names, where, out)) append_rule(screen, out);
  screen_matrix(screen, view, out);
}
