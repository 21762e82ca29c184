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
  char *defined;         /* definition of a variable in the subscripts, such as "k is order[n]"; NULL: the innermost
                            loop defines none */
  AdviceWalk walk;       /* how the innermost loop goes through the array */
  bool steps;            /* the innermost loop goes along the array in steps larger than one */
  bool by_value;         /* the subscript is itself the element that the innermost loop has reached in another array */
  char *computed; /* the expression with which the innermost loop computes a subscript, such as "(low + high) / 2";
                     NULL: none */
  bool predicted; /* a condition with the element decides which element the computation yields next */
  /* inner: variable of the innermost loop. again: variable of the nearest loop whose variable is in no subscript; each
   * iteration of this loop uses the same elements. NULL: unknown */
  char *inner, *again;
  uint64_t inner_line, again_line; /* where these loops begin */
  uint32_t file;                   /* number of their source file */
  bool mixed;       /* another element of the line goes along the array; either can be the element that misses */
  bool same_column; /* the next loop around the innermost one does not go along the array */
  bool next_along;  /* the next loop around the innermost one goes along the array */
  uint64_t trips;   /* iterations of the innermost loop, if its head has their number; 0: unknown */
  unsigned streams; /* number of different arrays in the lines that a loop goes along */
} AdviceElement;

/* Finds the element of the bottleneck's data in the source lines, preferably an element whose array the loop crosses
 * row by row. The caller clears the element with advice_element_clear(). */
AdviceElement advice_element(const AdviceContext *context, const AdviceTrouble *trouble);
void advice_element_clear(AdviceElement *element);

/* Returns whether the computation contains a remainder or a mask, as in "hash % n" and "hash & (n - 1)". */
bool advice_element_is_hashed(const char *computation);
