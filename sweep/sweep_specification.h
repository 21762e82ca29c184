/* sweep_specification.h: parses a term of a sweep: the name of a parameter and its values.
 *
 * NAME=ITEM,ITEM,...     an item is a value, or a range of numbers:
 * FROM..TO:xFACTOR       each is the previous one times FACTOR
 * FROM..TO:+STEP         each is the previous one plus STEP
 *
 * Numbers can end in K, M or G.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "machine/mach_option_value.h"

enum { SWEEP_PLAN_MOST = 4096 }; /* maximum number of machines of a sweep, and of values of a parameter */

typedef struct {
  char *name;
  /* texts of the values, with NULL after the last; computed sizes end in K, M or G if they are multiples of it */
  char **values;
  uint32_t n; /* number of values, 1 to SWEEP_PLAN_MOST */
} sweep_parameter;

/* Parses a term. Returns false on an error, and writes a sentence with the term and the allowed values to `wrong`. Call
 * sweep_parameter_clear() in both cases. */
bool sweep_parameter_parse(sweep_parameter *parameter, const char *term, mach_words *wrong);
void sweep_parameter_clear(sweep_parameter *parameter);

/* Parses a number, optionally with a suffix K, M or G. Returns false if the text is not a number, or if the number is
 * above 2^60. */
bool sweep_parse_long(const char *text, uint64_t *number);

/* Returns a copy of the first n bytes of a text, ended by a 0. Free with plat_free(). */
char *sweep_copy_text(const char *text, size_t n);

/* Returns the length of a text in bytes. */
size_t sweep_text_length(const char *text);
