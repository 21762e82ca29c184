/* ui_statement_text.h: finds the expression in a source statement that receives the result of a call.
 *
 * Optimized code often does not store the address of a new block, but its statement contains the name. This is not a
 * parser: it recognizes the usual forms of assignments, declarations and methods of containers in C, C++, Rust and
 * Fortran, and finds nothing in others. Statements come from ui_program_text_statement().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_STATEMENT_TEXT_H
#define UI_UI_STATEMENT_TEXT_H

#include <glib.h>

/* The expression that receives what a call of `callee` returns, the first that reaches behind byte `at` of the
 * statement: "M.nz", "p->buf[]" (without subscripts), "x"; of a container's method without a result, the container. A
 * callee of NULL is the language's own allocation: new, a macro. NULL when there is none. Owned by the caller. */
char *ui_statement_text_receiver(const char *statement, size_t at, const char *callee);

/* The `nth` array (from 0) of Fortran's allocate statement, as an expression; *n: the number of arrays. */
char *ui_statement_text_allocated(const char *statement, unsigned nth, unsigned *n);

/* The first occurrence of a whole word in the text; NULL: none. */
const char *ui_statement_text_word(const char *text, const char *word);

#endif
