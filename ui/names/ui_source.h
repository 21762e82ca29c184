/* ui_source.h: what a line of source text says about who receives the result of a call.
 *
 * Optimized code often stores the address of a new block nowhere; the statement that made it still says what it is
 * called. This is no parser: it finds the usual forms of an assignment, a declaration and a container's method, in C,
 * C++, Rust and Fortran, and says nothing when it is not sure.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_SOURCE_H
#define UI_UI_SOURCE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Source files, each read once. */
typedef struct UiSources UiSources;

/* Files that were changed after `time` (seconds since 1970) are as if they were not there: the program was made of
 * others. */
UiSources *ui_sources_new(uint64_t time);
void ui_sources_free(UiSources *sources);

/* The statement that line `line` (from 1) of a file is in, in one line, without comments and what is in quotes. With
 * `fortran`, in lower case. *at is where in it column `column` of the line is (from 1; 0: the line's start). NULL when the file cannot be read, or is shorter. Owned by the caller. */
char *ui_source_statement(UiSources *sources, const char *path, uint64_t line, uint64_t column, bool fortran,
                          size_t *at);

/* The expression that receives what a call of `callee` returns, the first that reaches behind byte `at` of the
 * statement: "M.nz", "p->buf[]" (without
 * subscripts), "x"; of a container's method without a result, the container. A callee of NULL is the language's own
 * allocation: new, a macro. NULL when there is none. Owned by the caller. */
char *ui_source_receiver(const char *statement, size_t at, const char *callee);

/* The same of the `nth` array (from 0) of Fortran's allocate statement, and how many it has. */
char *ui_source_allocated(const char *statement, unsigned nth, unsigned *n);

/* Can the file be read? */
bool ui_source_is_there(UiSources *sources, const char *path);

/* Does a function return the variable `name`, in one of the lines first to last of the file? */
bool ui_source_returns(UiSources *sources, const char *path, uint64_t first, uint64_t last, const char *name);

#endif
