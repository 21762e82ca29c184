/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/screen_first_screen.h"

#include "ui/profile/profile_machine.h"
#include "ui/screens/screen_advice_screen.h"
#include "ui/screens/screen_matrix_screen.h"

static void append_rule(const Screen *screen, GString *out) {
  for (unsigned i = 0; i < screen->width; i++) g_string_append_c(out, '-');
  g_string_append_c(out, '\n');
}

void screen_first_screen(const Screen *screen, const View *view, const NameNames *names, const char *where,
                         GString *out) {
  screen_run(screen, view->profile, "Profile:", out);
  profile_machine_describe(view->profile, screen->width, out);
  screen_totals(screen, view->profile, out);
  append_rule(screen, out);
  if (screen_advice_screen_first(screen, view, names, where, out)) append_rule(screen, out);
  screen_matrix_screen(screen, view, out);
}
