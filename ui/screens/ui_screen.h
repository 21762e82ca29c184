/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_screen.h: what screens are printed on, and how the totals of a run look there. */
#ifndef UI_UI_SCREEN_H
#define UI_UI_SCREEN_H

#include "ui/model/ui_view.h"

typedef struct {
  unsigned width; /* columns of the terminal */
  bool colour;
  double least; /* rows and columns below this percentage of the total are summed up; negative: 0.5, or 0 with `top` */
  uint32_t top; /* at most so many rows and columns in the matrix; 0: what fits a screen */
  bool counts;  /* the matrix shows counts, not percentages */
} UiScreen;

enum { UI_SCREEN_NARROWEST = 32 }; /* columns; narrower terminals get lines that are too long */

/* A screen for what file descriptor `fd` leads to. The environment variable COLUMNS, if set, is the width, else the
 * terminal does, else it is 80. Colours only on a terminal, and not with NO_COLOR set or TERM=dumb. */
UiScreen ui_screen_for(int fd);

/* Appends the program, and how and when it ran. `what`: "Profile:", or another word for what was written then. */
void ui_screen_run(const UiScreen *screen, const UiProfile *profile, const char *what, GString *out);

/* Appends how threads took turns and the sums over the whole run. */
void ui_screen_totals(const UiScreen *screen, const UiProfile *profile, GString *out);

/* What text a screen with colours shows differently. Appends nothing on a screen without. */
typedef enum { UI_INK_PLAIN, UI_INK_TITLE, UI_INK_WARM, UI_INK_HOT } UiInk;
void ui_screen_ink(const UiScreen *screen, GString *out, UiInk ink);

/* Appends a line that is a title. */
void ui_screen_title(const UiScreen *screen, GString *out, const char *title);

#endif
