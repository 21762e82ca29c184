/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_element.h: the array element in the source lines of a bottleneck, and the loops around it. Only the files of
 * ui/advice use this header. */
#pragma once

#include "ui/advice/advice_find.h"
#include "ui/advice/advice_walk.h"

/* An array element in a source line. */
typedef struct {
  char *text;            /* text of the element, such as "b[k][j]"; NULL: no source line has an element */
  GPtrArray *subscripts; /* char *: the subscripts, such as "k" and "j"; NULL if `text` is NULL */
  bool fortran;          /* whether elements along the first subscript are contiguous in memory; otherwise along the
                            last one */
  AdviceWalk walk;       /* how the innermost loop goes through the array */
  bool steps;            /* whether the innermost loop goes along the array in steps other than one */
  char *inner, *again;   /* inner: variable of the innermost loop. again: variable of the nearest outer loop whose
                            variable is in no subscript, so that each iteration uses the same elements again. NULL:
                            unknown */
  uint64_t inner_line, again_line; /* source lines where the loops of `inner` and `again` begin */
  bool mixed;       /* whether another element of the line goes along the array, so that either element can be the one
                       that misses */
  bool same_column; /* whether the loop directly around the innermost one does not go along the array */
  unsigned streams; /* number of different arrays in the source lines that a loop goes along */
} AdviceElement;

/* Finds the element of the bottleneck's data in the source lines, preferably an element whose array the loop crosses
 * row by row. The caller clears the element with advice_element_clear(). */
AdviceElement advice_element(const AdviceContext *context, const AdviceTrouble *trouble);
void advice_element_clear(AdviceElement *element);
