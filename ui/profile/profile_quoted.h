/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_quoted.h: quoted strings in memspy's files (bins/bin_text.h). */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Takes the quoted string at *at, in a line whose newline is at `end`, and sets *string to its value. Returns false if
 * there is none; in this case, *at is somewhere in the line. */
bool profile_quoted_take(const char **at, const char *end, GString *string);
