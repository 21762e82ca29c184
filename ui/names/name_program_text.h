/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_program_text.h: reads statements from the source files of the profiled program. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* A reader of source files, which reads each file only once. */
typedef struct NameProgramText NameProgramText;

/* Returns a new reader. It ignores files that were changed after `time` (seconds since 1970), because the program was
 * built from older versions of them. The caller frees the reader with name_program_text_free(). */
NameProgramText *name_program_text_new(uint64_t time);
void name_program_text_free(NameProgramText *program);

/* Adds copies of the paths of all files that were read so far, or that could not be read, to `files`. */
void name_program_text_files(const NameProgramText *program, GPtrArray *files);

/* Returns the statement that contains line number `line` (from 1) of a file, as one line without comments and without
 * the contents of quotes. If `fortran` is set, the statement is in lower case. Sets *at to the offset in the statement
 * of column number `column` of the line (from 1; 0: the start of the line). Returns NULL if the file cannot be read or
 * does not have this line. The caller owns the statement. */
char *name_program_text_statement(NameProgramText *program, const char *path, uint64_t line, uint64_t column,
                                  bool fortran, size_t *at);

/* Returns whether the source file can be read. */
bool name_program_text_has(NameProgramText *program, const char *path);

/* Returns whether one of the lines `first` to `last` of the file returns the variable `name`. */
bool name_program_text_returns(NameProgramText *program, const char *path, uint64_t first, uint64_t last,
                               const char *name);
