/* ui_program_text.h: statements in the source files of the profiled program.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_PROGRAM_TEXT_H
#define UI_UI_PROGRAM_TEXT_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Source files, each read once. */
typedef struct UiProgramText UiProgramText;

/* Files that were changed after `time` (seconds since 1970) are as if they were not there: the program was made of
 * others. Free it with ui_program_text_free(). */
UiProgramText *ui_program_text_new(uint64_t time);
void ui_program_text_free(UiProgramText *program);

/* The statement that line `line` (from 1) of a file is in, in one line, without comments and what is in quotes. With
 * `fortran`, in lower case. *at is where in it column `column` of the line is (from 1; 0: the line's start). NULL when
 * the file cannot be read, or is shorter. Owned by the caller. */
char *ui_program_text_statement(UiProgramText *program, const char *path, uint64_t line, uint64_t column, bool fortran,
                                size_t *at);

/* Can the file be read? */
bool ui_program_text_has(UiProgramText *program, const char *path);

/* Does a function return the variable `name`, in one of the lines first to last of the file? */
bool ui_program_text_returns(UiProgramText *program, const char *path, uint64_t first, uint64_t last, const char *name);

#endif
