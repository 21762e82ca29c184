/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_method.h: parses and prints the methods of attribution. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* The steps of a method. A method without steps is "raw". */
typedef enum {
  ATTR_STEP_LOOP = 1,        /* loop compensation */
  ATTR_STEP_SKID = 2,        /* skid negation */
  ATTR_STEP_INSTRUCTION = 4, /* attribute by instruction if possible, otherwise by line */
  ATTR_STEP_TRAINED = 8      /* attribute in the proportions of an earlier simulated run, if that run has the line */
} AttrStep;

/* Parses --method: words of attr_method_word(), separated by +. Returns false and sets *error if it is invalid. */
bool attr_method_parse(const char *text, unsigned *steps, GError **error);

/* Returns word number i of methods, from 0, and sets *summary to its meaning. Returns NULL if there is no such word. */
const char *attr_method_word(unsigned i, const char **summary);

/* Returns the canonical text of a method: "skid+loop". The caller owns it. */
char *attr_method_text(unsigned steps);
