/* ui_variables.h: variables of a program, each once, as samples and exact profiles both know them.
 *
 * The rule by which two are the same: kind and name are the same, where the name of a stack variable has its function
 * in it. Names are written alike: "A->nz" is "A.nz", "rows[i]" is "rows[]".
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ATTRIBUTE_VARIABLES_H
#define UI_ATTRIBUTE_VARIABLES_H

#include "ui/names/ui_names.h"

typedef enum {
  UI_VARIABLE_UNKNOWN,
  UI_VARIABLE_HEAP,
  UI_VARIABLE_STATIC, /* thread-local ones too */
  UI_VARIABLE_STACK,
  UI_VARIABLE_KINDS
} UiVariableKind;

/* Behind the name of a variable after which other data are called. */
#define UI_VARIABLES_ITSELF " (itself)"

enum { UI_VARIABLE_NONE = 0 }; /* number of the variable that stands for none */

typedef struct {
  UiVariableKind kind;
  const char *name;  /* of a stack variable without its function */
  const char *owner; /* function of a stack variable; else "" */
  const char *file;  /* heap: of the allocating call; "": unknown */
  guint64 line;
} UiProgramVariable;

typedef struct UiVariables UiVariables;

/* Holds the one that stands for none. Free it with ui_variables_free(); NULL is allowed there. */
UiVariables *ui_variables_new(void);
void ui_variables_free(UiVariables *variables);

/* The number of a variable, which is made if it is new: 1 and up. Strings are copied. The file and line of the first
 * that had one are kept. */
guint32 ui_variables_number(UiVariables *variables, const UiProgramVariable *variable);

/* By what a line of source is known: the last part of its file's path, and the line. Owned by the caller. */
char *ui_variables_line_key(const char *file, guint64 line);

/* Notes what holds the address of a variable of the heap; of others, of none and of UI_VARIABLE_NONE nothing. */
void ui_variables_hold(UiVariables *variables, guint32 number, const UiHolders *holders);

/* All that was noted; valid until more is. */
UiHolders ui_variables_holders(const UiVariables *variables, guint32 number);

/* By number; valid until the next is made. */
const UiProgramVariable *ui_variables_get(const UiVariables *variables, guint32 number);
guint32 ui_variables_count(const UiVariables *variables);

/* "x", "i in main", "(stack) main". Owned by the caller. */
char *ui_variables_name(const UiProgramVariable *variable);

/* "G", "S" and "H", as the paper has them; "-" of what stands for none. */
const char *ui_variables_letter(UiVariableKind kind);

/* The variables that the bins of a profile are, by number of the bin. Owned by the caller. */
guint32 *ui_variables_of_bins(UiVariables *variables, const UiProfile *profile, const UiNames *names);

/* Whether the profile tells the variables of a function's stack frame apart. */
bool ui_variables_has_stack(const UiProfile *profile);

#endif
