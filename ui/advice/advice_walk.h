/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_walk.h: determines how a loop goes through an array, from the subscripts of an element. Only the files of
 * ui/advice use this header. */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef enum {
  ADVICE_WALK_UNKNOWN,
  ADVICE_WALK_ALONG,    /* the next iteration uses the next element in memory */
  ADVICE_WALK_ACROSS,   /* the next iteration uses an element of another row */
  ADVICE_WALK_INDIRECT, /* the subscript is itself read from memory, or is the result of a call */
  ADVICE_WALK_FIXED     /* each iteration uses the same element */
} AdviceWalk;

/* Returns whether the character can be part of a word of the source. */
static inline bool advice_walk_is_word(char c) { return g_ascii_isalnum(c) || c == '_'; }

/* Returns the position after the bracket that closes the bracket at `open`; NULL: the line does not contain it. */
const char *advice_walk_closed(const char *open);

/* Returns the first occurrence of `word` as a whole word in the text from `at` on; NULL: none. */
const char *advice_walk_word(const char *at, const char *word);

/* Returns the position of the bracket that begins a subscript, after the word from `at` to `end`. Blanks may come before
 * the bracket, as in "x [i]", unless the word is a keyword. Returns `end` if no bracket follows. */
const char *advice_walk_bracket(const char *at, const char *end);

/* Returns whether the subscript is an array element itself, such as order[i], or the result of a call. */
bool advice_walk_is_indirect(const char *subscript);

/* Returns how the loop over `variable` goes through an array, given the subscripts (char *) of an element. first:
 * whether elements along the first subscript are contiguous in memory; otherwise, elements along the last one are. */
AdviceWalk advice_walk(const GPtrArray *subscripts, bool first, const char *variable);
