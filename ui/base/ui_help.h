/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_help.h: wraps help texts at the width of the terminal. */
#pragma once

#include <stdio.h>

enum { UI_HELP_LEAST_WIDTH = 40 };

/* Wraps the text `help` at `width` columns. The text must be a result of g_option_context_get_help(). Only single words
 * can be wider. Descriptions of options begin in one column, or on the next line if an option is long. If a line of a
 * paragraph is too wide, the whole paragraph is filled again. Indented lines keep their indentation. The caller frees
 * the result. */
char *ui_help_wrapped(const char *help, unsigned width);

/* Prints the text `help` to `file`, wrapped at the width of the terminal, but at no less than UI_HELP_LEAST_WIDTH. */
void ui_help_print(const char *help, FILE *file);
