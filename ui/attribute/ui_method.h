/* ui_method.h: how samples are attributed, as words.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ATTRIBUTE_METHOD_H
#define UI_ATTRIBUTE_METHOD_H

#include <glib.h>
#include <stdbool.h>

/* Steps of a method; none of them: raw. */
typedef enum {
  UI_STEP_LOOP = 1,        /* loop compensation */
  UI_STEP_SKID = 2,        /* skid negation */
  UI_STEP_INSTRUCTION = 4, /* by instruction where that is possible; else by line */
  UI_STEP_TRAINED = 8      /* as an earlier run was simulated, where that has the line */
} UiStep;

/* Reads what --method says: words of ui_method_word() with + between them. Returns false and sets *error if it is no
 * such method. */
bool ui_method_parse(const char *text, unsigned *steps, GError **error);

/* Word number i of methods, from 0, and what it means; NULL: there is none. */
const char *ui_method_word(unsigned i, const char **summary);

/* The method that these steps are, spelled in one way: "skid+loop". Owned by the caller. */
char *ui_method_text(unsigned steps);

#endif
