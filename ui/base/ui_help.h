/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_help.h: wraps help texts at the terminal's width. */
#pragma once

#include <stdio.h>

enum { UI_HELP_LEAST_WIDTH = 40 };

/* Wraps `help`, a text as g_option_context_get_help() makes it, at `width` columns; only wider words exceed them.
 * Descriptions of options stand in one column, or below a long option. Paragraphs with a line that is too wide are
 * filled again; indented lines keep their indentation. The caller frees the result. */
char *ui_help_wrapped(const char *help, unsigned width);

/* Prints `help` to `file`, wrapped at its width: the terminal's, at least UI_HELP_LEAST_WIDTH. */
void ui_help_print(const char *help, FILE *file);
