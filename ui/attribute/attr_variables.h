/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_variables.h: numbers the variables of a program, for samples and exact profiles alike.
 *
 * Two variables with equal kinds and names are the same variable. The name of a stack variable includes its function.
 * Names are canonical: "A->nz" is "A.nz", "rows[i]" is "rows[]". */
#pragma once

#include "ui/names/name_table.h"

typedef enum {
  ATTR_VARIABLE_UNKNOWN,
  ATTR_VARIABLE_HEAP,
  ATTR_VARIABLE_STATIC, /* thread-local ones too */
  ATTR_VARIABLE_STACK,
  ATTR_VARIABLE_MAPPING, /* data of a file, or of memory without a known variable */
  ATTR_VARIABLE_KINDS
} AttrVariableKind;

/* If data are named after the pointer to them, the name of the pointer variable itself gets this suffix. */
#define ATTR_VARIABLES_ITSELF " (itself)"

enum { ATTR_VARIABLE_NONE = 0 }; /* number of unknown data */

typedef struct {
  AttrVariableKind kind;
  const char *name;  /* name of the variable; for a stack variable, without the function */
  const char *owner; /* function of a stack variable; "" for other variables */
  const char *file;  /* file of the allocating call for heap data; "": unknown */
  guint64 line;
} AttrProgramVariable;

typedef struct AttrVariables AttrVariables;

/* Makes a list that contains only ATTR_VARIABLE_NONE. Free the result with attr_variables_free(), which accepts
 * NULL. */
AttrVariables *attr_variables_new(void);
void attr_variables_free(AttrVariables *variables);

/* Returns the number of a variable, from 1. Adds the variable, with copies of its strings, if it is new. If it is not
 * new, replaces only a file and line that were unknown so far. */
guint32 attr_variables_number(AttrVariables *variables, const AttrProgramVariable *variable);

/* Returns the key of a source line: the base name of the file, and the line. The caller owns the key. */
char *attr_variables_line_key(const char *file, guint64 line);

/* Adds pointers that hold the address of a heap variable. Ignores other variables and ATTR_VARIABLE_NONE. */
void attr_variables_hold(AttrVariables *variables, guint32 number, const NamePointers *holders);

/* Returns the pointers that hold the address of a variable. The result is valid until the next
 * attr_variables_hold(). */
NamePointers attr_variables_holders(const AttrVariables *variables, guint32 number);

/* Returns the variable with a number. The result is valid until the next variable is added. */
const AttrProgramVariable *attr_variables_get(const AttrVariables *variables, guint32 number);
guint32 attr_variables_count(const AttrVariables *variables);

/* Returns the full name of a variable: "x", "i in main", "(stack) main". The caller owns it. */
char *attr_variables_name(const AttrProgramVariable *variable);

/* Returns the letter of a kind: "G", "S" or "H", as in the paper; "M" for mappings, and "-" for unknown data. */
const char *attr_variables_letter(AttrVariableKind kind);

/* Returns an array with the number of the variable of each bin of a profile. The caller owns the array. */
guint32 *attr_variables_of_bins(AttrVariables *variables, const Profile *profile, const NameTable *names);

/* Returns whether the profile separates stack variables. */
bool attr_variables_has_stack(const Profile *profile);
