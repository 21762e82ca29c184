/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_help.h: help texts as wide as the terminal. */
#ifndef UI_UI_HELP_H
#define UI_UI_HELP_H

enum { UI_HELP_WIDTH = 80, UI_HELP_LEAST_WIDTH = 40 };

#include <stdio.h>

/* Columns for a help text on `stream`: those of the terminal, at least UI_HELP_LEAST_WIDTH; UI_HELP_WIDTH if the stream is
 * no terminal. */
unsigned ui_help_width(int stream);

/* Returns `help`, a text such as g_option_context_get_help() makes, with no line wider than `width` columns except for words
 * that are wider. Descriptions of options stand in one column, below the option where that is long. Paragraphs with a line
 * that is too wide are filled again; indented lines keep their indentation. The caller frees the result. */
char *ui_help_wrapped(const char *help, unsigned width);

/* Prints `help` to `file`, as wide as that is. */
void ui_help_print(const char *help, FILE *file);

#endif
