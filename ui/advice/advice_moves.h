/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_moves.h: determines from the text of a source line whether a loop around the line moves through the data. Only
 * the files of ui/advice use this header. */
#pragma once

#include "ui/advice/advice_loops.h"

/* The characters between the words of a text. */
#define ADVICE_MOVES_BETWEEN_WORDS " \t()[]{}+-*/%=<>!&|^~?:;,.\"'"

/* Returns the rest of the line after the heads of for loops. */
const char *advice_moves_behind_heads(const char *text);

/* Returns the elements in a text, such as "a[k][j]" and "at(k, j)", as an array of char *. If an element begins with a
 * word of the data's name, returns only such elements. The caller owns the array. */
GPtrArray *advice_moves_elements(const char *text, const char *variable);

/* A source line, and a loop around it. */
typedef struct {
  const GPtrArray *lines; /* char *: lines of the source file; NULL: not available */
  uint64_t line;
  AdviceSyntax syntax;
  const AdviceLoop *loop;
  const char *name; /* last word of the data's name; NULL: any data */
} AdviceMoves;

/* Returns whether the loop moves through the data: their element in the line contains the loop's variable, or a word that
 * is derived from it. A loop without a variable, such as "while (true)", moves if it changes a word of the element by
 * steps. If the line does not contain the name of the data, any of its words can belong to the data. */
bool advice_moves(const AdviceMoves *moves);

/* Returns whether the name is in an argument of a call in the text, as "a" is in "multiply(n, &a[at])". */
bool advice_moves_is_argument(const char *text, const char *name);
