/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen.h: the properties of the screen on which text is printed, and the totals of a run. */
#pragma once

#include "ui/view/view.h"

typedef struct {
  unsigned width; /* columns of the terminal */
  bool colour;
  /* rows and columns with less than this percentage of the total are summed up; negative: the percentage is 0.5, or 0
   * if `top` is given */
  double least;
  uint32_t top; /* maximum number of rows and columns of the matrix; 0: as many as fit on a screen */
  bool counts;  /* whether the matrix shows counts instead of percentages */
} Screen;

enum { SCREEN_NARROWEST = 32 }; /* width in columns; on narrower terminals, lines wrap */

/* Returns the properties of the screen on file descriptor `fd`. The width is the value of the environment variable
 * COLUMNS, or else the width of the terminal, or else 80. There are colours only if `fd` is a terminal, NO_COLOR is not
 * set, and TERM is not "dumb". */
Screen screen_for(int fd);

/* Appends the name of the program, and how and when it ran. `what` is the kind of the file: "Profile:". */
void screen_run(const Screen *screen, const Profile *profile, const char *what, GString *out);

/* Appends the misses of `counts` per thousand instructions, and a newline. */
void screen_mpki(const ProfileCounts *counts, double instructions, GString *out);

/* Appends how threads were interleaved, and the totals of the run. */
void screen_totals(const Screen *screen, const Profile *profile, GString *out);

/* Appends the code that switches to a colour or to bold. Appends nothing if the screen has no colours. */
typedef enum { SCREEN_INK_PLAIN, SCREEN_INK_TITLE, SCREEN_INK_WARM, SCREEN_INK_HOT } ScreenInk;
void screen_ink(const Screen *screen, GString *out, ScreenInk ink);

/* The next two functions append a text as a title. The second one also appends a newline. */
void screen_bold(const Screen *screen, GString *out, const char *text);
void screen_title(const Screen *screen, GString *out, const char *title);
