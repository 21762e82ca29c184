/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_statement_text.h: finds the expression in a source statement that receives the result of a call.
 *
 * Optimized code often does not store the address of a new block, but its statement contains the name. This is not a
 * parser: it recognizes the usual forms of assignments, declarations and methods of containers in C, C++, Rust and
 * Fortran, and finds nothing in others. Statements come from name_program_text_statement(). */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Returns the expression that receives the result of a call of `callee`: "M.nz", "p->buf[]" (without subscripts), "x".
 * For a container's method without a result, returns the container. With a column, the call is the one to which byte
 * `at` of the statement belongs; without one, it is the only call. callee NULL: an allocation, by malloc() or a similar
 * function, by new, or by a macro. Returns NULL if there is no such expression, or if several are possible. The caller
 * owns the expression. */
char *name_statement_text_receiver(const char *statement, size_t at, bool with_column, const char *callee);

/* Returns the `nth` array (from 0) of Fortran's allocate statement, as an expression; *n: the number of arrays. */
char *name_statement_text_allocated(const char *statement, unsigned nth, unsigned *n);

/* Returns the first occurrence of a whole word in the text; NULL: none. */
const char *name_statement_text_word(const char *text, const char *word);
