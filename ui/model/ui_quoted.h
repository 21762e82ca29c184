/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_quoted.h: strings in quotes, as our files have them (bins/bin_text.h). */
#ifndef UI_UI_QUOTED_H
#define UI_UI_QUOTED_H

#include <glib.h>
#include <stdbool.h>

/* Takes the quoted string that begins at *at, of a line whose newline is at `end`; *string is what it stands for then.
 * Returns false when there is none: *at is somewhere in the line. */
bool ui_quoted_take(const char **at, const char *end, GString *string);

#endif
