/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_program_text.h: reads statements from the source files of the profiled program. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Source files, each read once. */
typedef struct NameProgramText NameProgramText;

/* Makes a reader. It ignores files that have changed after `time` (seconds since 1970), because the program was built
 * from older versions. Free the result with name_program_text_free(). */
NameProgramText *name_program_text_new(uint64_t time);
void name_program_text_free(NameProgramText *program);

/* Returns the statement that contains line `line` (from 1) of a file, in one line, without comments and the contents of
 * quotes; fortran: in lower case. *at is the offset of column `column` of the line (from 1; 0: the line's start).
 * Returns NULL if the file cannot be read or has fewer lines. Owned by the caller. */
char *name_program_text_statement(NameProgramText *program, const char *path, uint64_t line, uint64_t column,
                                  bool fortran, size_t *at);

/* Returns whether the file can be read. */
bool name_program_text_has(NameProgramText *program, const char *path);

/* Returns whether one of the lines first to last of the file returns the variable `name`. */
bool name_program_text_returns(NameProgramText *program, const char *path, uint64_t first, uint64_t last,
                               const char *name);
