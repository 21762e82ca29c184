/* ui_statement_text.h: what a statement of source text says about who receives the result of a call.
 *
 * Optimized code often stores the address of a new block nowhere; the statement that made it still says what it is
 * called. This is no parser: it finds the usual forms of an assignment, a declaration and a container's method, in C,
 * C++, Rust and Fortran, and says nothing when it is not sure. Statements are as ui_program_text_statement() gives
 * them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_STATEMENT_TEXT_H
#define UI_UI_STATEMENT_TEXT_H

#include <glib.h>
#include <stdbool.h>

/* The expression that receives what a call of `callee` returns: "M.nz", "p->buf[]" (without subscripts), "x"; of a
 * container's method without a result, the container. With a column, the call is the one that byte `at` of the
 * statement belongs to, otherwise the only one. A callee of NULL is an allocation: malloc() and the like, new, a macro.
 * Returns NULL if there is none, or if several are possible. The caller owns the expression. */
char *ui_statement_text_receiver(const char *statement, size_t at, bool with_column, const char *callee);

/* The same of the `nth` array (from 0) of Fortran's allocate statement; *n gets how many it has. */
char *ui_statement_text_allocated(const char *statement, unsigned nth, unsigned *n);

/* Where the word stands in the text, as a whole; NULL: nowhere. */
const char *ui_statement_text_word(const char *text, const char *word);

#endif
