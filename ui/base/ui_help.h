/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_help.h: wraps help texts at the terminal's width. */
#pragma once

#include <stdio.h>

enum { UI_HELP_LEAST_WIDTH = 40 };

/* Wraps `help`, the result of g_option_context_get_help(), at `width` columns; only single words exceed them.
 * Descriptions of options form one column, or are below a long option. Fills paragraphs again if a line is too wide;
 * indented lines keep their indentation. The caller frees the result. */
char *ui_help_wrapped(const char *help, unsigned width);

/* Prints `help` to `file`, wrapped at its width: the terminal's, at least UI_HELP_LEAST_WIDTH. */
void ui_help_print(const char *help, FILE *file);
