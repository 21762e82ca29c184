/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_variables.h: numbers the variables of a program, for samples and exact profiles alike.
 *
 * Two variables are the same if their kinds and names are equal; the name of a stack variable includes its function.
 * Names are canonical: "A->nz" is "A.nz", "rows[i]" is "rows[]". */
#pragma once

#include "ui/names/ui_names.h"

typedef enum {
  UI_VARIABLE_UNKNOWN,
  UI_VARIABLE_HEAP,
  UI_VARIABLE_STATIC, /* thread-local ones too */
  UI_VARIABLE_STACK,
  UI_VARIABLE_KINDS
} UiVariableKind;

/* The suffix of a variable that also names the data to which it points. */
#define UI_VARIABLES_ITSELF " (itself)"

enum { UI_VARIABLE_NONE = 0 }; /* number of unknown data */

typedef struct {
  UiVariableKind kind;
  const char *name;  /* without the function of a stack variable */
  const char *owner; /* function of a stack variable; else "" */
  const char *file;  /* file of the allocating call for heap data; "": unknown */
  guint64 line;
} UiProgramVariable;

typedef struct UiVariables UiVariables;

/* Contains only UI_VARIABLE_NONE. Free the result with ui_variables_free(), which accepts NULL. */
UiVariables *ui_variables_new(void);
void ui_variables_free(UiVariables *variables);

/* The number of a variable, from 1; adds it if it is new. Copies the strings. Keeps the first known file and line. */
guint32 ui_variables_number(UiVariables *variables, const UiProgramVariable *variable);

/* The key of a source line: the base name of the file, and the line. Owned by the caller. */
char *ui_variables_line_key(const char *file, guint64 line);

/* Adds holders of the address of a heap variable; ignores other variables and UI_VARIABLE_NONE. */
void ui_variables_hold(UiVariables *variables, guint32 number, const UiHolders *holders);

/* The holders of a variable; valid until the next ui_variables_hold(). */
UiHolders ui_variables_holders(const UiVariables *variables, guint32 number);

/* The variable with a number; valid until the next one is added. */
const UiProgramVariable *ui_variables_get(const UiVariables *variables, guint32 number);
guint32 ui_variables_count(const UiVariables *variables);

/* "x", "i in main", "(stack) main". Owned by the caller. */
char *ui_variables_name(const UiProgramVariable *variable);

/* "G", "S" and "H", as in the paper; "-" for unknown data. */
const char *ui_variables_letter(UiVariableKind kind);

/* The variables of the bins of a profile, by bin. Owned by the caller. */
guint32 *ui_variables_of_bins(UiVariables *variables, const UiProfile *profile, const UiNames *names);

/* Whether the profile has single stack variables. */
bool ui_variables_has_stack(const UiProfile *profile);
