/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_program_text.h: reads statements from the source files of the profiled program. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Source files, each read once. */
typedef struct UiProgramText UiProgramText;

/* Files that have changed after `time` (seconds since 1970) are ignored, because the program was built from older ones.
 * Free the result with ui_program_text_free(). */
UiProgramText *ui_program_text_new(uint64_t time);
void ui_program_text_free(UiProgramText *program);

/* The statement that contains line `line` (from 1) of a file, in one line, without comments and the contents of quotes;
 * fortran: in lower case. *at is the offset of column `column` of the line (from 1; 0: the line's start). NULL: the file
 * cannot be read, or is shorter. Owned by the caller. */
char *ui_program_text_statement(UiProgramText *program, const char *path, uint64_t line, uint64_t column, bool fortran,
                                size_t *at);

/* Whether the file can be read. */
bool ui_program_text_has(UiProgramText *program, const char *path);

/* Whether one of the lines first to last of the file returns the variable `name`. */
bool ui_program_text_returns(UiProgramText *program, const char *path, uint64_t first, uint64_t last, const char *name);
