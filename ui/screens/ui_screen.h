/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_screen.h: the screen that text is printed on, and the totals of a run. */
#pragma once

#include "ui/model/ui_view.h"

typedef struct {
  unsigned width; /* columns of the terminal */
  bool colour;
  double least; /* sum up rows and columns below this percentage of the total; negative: 0.5, or 0 with `top` */
  uint32_t top; /* number of rows and columns of the matrix; 0: those that fit a screen */
  bool counts;  /* the matrix shows counts rather than percentages */
} UiScreen;

enum { UI_SCREEN_NARROWEST = 32 }; /* columns; on narrower terminals lines wrap */

/* Returns the screen of file descriptor `fd`. The width is that of the environment variable COLUMNS, else the
 * terminal's, else 80. Colours only on a terminal, without NO_COLOR and TERM=dumb. */
UiScreen ui_screen_for(int fd);

/* Appends the program, and how and when it ran. `what` is the kind of file: "Profile:". */
void ui_screen_run(const UiScreen *screen, const UiProfile *profile, const char *what, GString *out);

/* Appends the interleaving of threads and the totals of the run. */
void ui_screen_totals(const UiScreen *screen, const UiProfile *profile, GString *out);

/* Switches to a colour, or to bold; does nothing on a screen without colours. */
typedef enum { UI_INK_PLAIN, UI_INK_TITLE, UI_INK_WARM, UI_INK_HOT } UiInk;
void ui_screen_ink(const UiScreen *screen, GString *out, UiInk ink);

/* Append a text as a title; the second function ends the line. */
void ui_screen_bold(const UiScreen *screen, GString *out, const char *text);
void ui_screen_title(const UiScreen *screen, GString *out, const char *title);
