/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen.h: the screen that text is printed on, and the totals of a run. */
#pragma once

#include "ui/view/view.h"

typedef struct {
  unsigned width; /* columns of the terminal */
  bool colour;
  double least; /* sum up rows and columns below this percentage of the total; negative: 0.5, or 0 with `top` */
  uint32_t top; /* number of rows and columns of the matrix; 0: those that fit a screen */
  bool counts;  /* the matrix shows counts rather than percentages */
} Screen;

enum { SCREEN_NARROWEST = 32 }; /* columns; on narrower terminals lines wrap */

/* Returns the screen of file descriptor `fd`. The width is that of the environment variable COLUMNS, else the
 * terminal's, else 80. Colours only on a terminal, without NO_COLOR and TERM=dumb. */
Screen screen_for(int fd);

/* Appends the program, and how and when it ran. `what` is the kind of file: "Profile:". */
void screen_run(const Screen *screen, const Profile *profile, const char *what, GString *out);

/* Appends the misses of `counts` per thousand instructions, and ends the line. */
void screen_mpki(const ProfileCounts *counts, double instructions, GString *out);

/* Appends the interleaving of threads and the totals of the run. */
void screen_totals(const Screen *screen, const Profile *profile, GString *out);

/* Switches to a colour, or to bold; does nothing on a screen without colours. */
typedef enum { SCREEN_INK_PLAIN, SCREEN_INK_TITLE, SCREEN_INK_WARM, SCREEN_INK_HOT } ScreenInk;
void screen_ink(const Screen *screen, GString *out, ScreenInk ink);

/* Append a text as a title; the second function ends the line. */
void screen_bold(const Screen *screen, GString *out, const char *text);
void screen_title(const Screen *screen, GString *out, const char *title);
