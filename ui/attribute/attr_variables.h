/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_variables.h: numbers the variables of a program, for samples and exact profiles alike.
 *
 * Two variables are the same if their kinds and names are equal; the name of a stack variable includes its function.
 * Names are canonical: "A->nz" is "A.nz", "rows[i]" is "rows[]". */
#pragma once

#include "ui/names/name_names.h"

typedef enum {
  ATTR_VARIABLE_UNKNOWN,
  ATTR_VARIABLE_HEAP,
  ATTR_VARIABLE_STATIC, /* thread-local ones too */
  ATTR_VARIABLE_STACK,
  ATTR_VARIABLE_KINDS
} AttrVariableKind;

/* The suffix of a variable that also names the data to which it points. */
#define ATTR_VARIABLES_ITSELF " (itself)"

enum { ATTR_VARIABLE_NONE = 0 }; /* number of unknown data */

typedef struct {
  AttrVariableKind kind;
  const char *name;  /* without the function of a stack variable */
  const char *owner; /* function of a stack variable; else "" */
  const char *file;  /* file of the allocating call for heap data; "": unknown */
  guint64 line;
} AttrProgramVariable;

typedef struct AttrVariables AttrVariables;

/* Contains only ATTR_VARIABLE_NONE. Free the result with attr_variables_free(), which accepts NULL. */
AttrVariables *attr_variables_new(void);
void attr_variables_free(AttrVariables *variables);

/* Returns the number of a variable, from 1; adds it if it is new. Copies the strings. Keeps the first known file and
 * line. */
guint32 attr_variables_number(AttrVariables *variables, const AttrProgramVariable *variable);

/* Returns the key of a source line: the base name of the file, and the line. Owned by the caller. */
char *attr_variables_line_key(const char *file, guint64 line);

/* Adds holders of the address of a heap variable; ignores other variables and ATTR_VARIABLE_NONE. */
void attr_variables_hold(AttrVariables *variables, guint32 number, const NamePointers *holders);

/* Returns the holders of a variable; valid until the next attr_variables_hold(). */
NamePointers attr_variables_holders(const AttrVariables *variables, guint32 number);

/* Returns the variable with a number; valid until the next one is added. */
const AttrProgramVariable *attr_variables_get(const AttrVariables *variables, guint32 number);
guint32 attr_variables_count(const AttrVariables *variables);

/* "x", "i in main", "(stack) main". Owned by the caller. */
char *attr_variables_name(const AttrProgramVariable *variable);

/* "G", "S" and "H", as in the paper; "-" for unknown data. */
const char *attr_variables_letter(AttrVariableKind kind);

/* Returns the variables of the bins of a profile, by bin. Owned by the caller. */
guint32 *attr_variables_of_bins(AttrVariables *variables, const Profile *profile, const NameNames *names);

/* Returns whether the profile has single stack variables. */
bool attr_variables_has_stack(const Profile *profile);
