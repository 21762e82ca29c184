/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/ui_first_screen.h"

#include "ui/model/ui_machine.h"
#include "ui/screens/ui_advice_screen.h"
#include "ui/screens/ui_matrix_screen.h"

static void append_rule(const UiScreen *screen, GString *out) {
  for (unsigned i = 0; i < screen->width; i++) g_string_append_c(out, '-');
  g_string_append_c(out, '\n');
}

void ui_first_screen(const UiScreen *screen, const UiView *view, const UiNames *names, const char *where,
                     GString *out) {
  ui_screen_run(screen, view->profile, "Profile:", out);
  ui_machine_describe(view->profile, screen->width, out);
  ui_screen_totals(screen, view->profile, out);
  append_rule(screen, out);
  if (ui_advice_screen_first(screen, view, names, where, out)) append_rule(screen, out);
  ui_matrix_screen(screen, view, out);
}
