/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_statement_text.h: finds the expression in a source statement that receives the result of a call.
 *
 * Optimized code often does not store the address of a new block, but the source statement contains the name of the
 * variable. This is not a parser. It recognizes the usual forms of assignments, declarations and containers' methods in
 * C, C++, Rust and Fortran. In other forms, it finds nothing. The statements come from
 * name_program_text_statement(). */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Returns the expression that receives the result of a call of `callee`, such as "M.nz", "p->buf[]" (without the
 * contents of subscripts), "x" or, for the target of a pointer, "*x". For a method that has no result, returns the
 * container. With a column, the call is the one to which byte `at` of the statement belongs. Without a column, it must
 * be the only call of `callee`. If `callee` is NULL, the call is an allocation by malloc() or a similar function, by
 * new, or by a macro. Returns NULL if there is no such expression, or if several are possible. The caller owns the
 * expression. */
char *name_statement_text_receiver(const char *statement, size_t at, bool with_column, const char *callee);

/* Returns argument number `number` (from 0) of the call of `callee`, such as "x", "p->buf[]" or, for an address,
 * "&x.size". The call is found as in name_statement_text_receiver(). Returns NULL if the call is not found, or if the
 * argument is another expression. The caller owns the argument. */
char *name_statement_text_argument(const char *statement, size_t at, bool with_column, const char *callee,
                                   unsigned number);

/* Returns array number `nth` (from 0) of a Fortran allocate statement, as an expression. Sets *n to the number of
 * arrays in the statement. */
char *name_statement_text_allocated(const char *statement, unsigned nth, unsigned *n);

/* Returns the first occurrence of `word` as a whole word in the text; NULL: none. */
const char *name_statement_text_word(const char *text, const char *word);
