/* ui_found.h: the variable that a bin is called by, and the type of its data. docs/naming.md has the rules.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_FOUND_H
#define UI_UI_FOUND_H

#include "ui/names/ui_debug.h"

/* How good a name is; of two, the greater is taken. */
typedef enum {
  UI_FOUND_NOTHING,
  UI_FOUND_LOCAL,   /* a local variable of a function in the call path; the outermost is the best */
  UI_FOUND_UNTYPED, /* something that lasts, but a void * */
  UI_FOUND_FIELD    /* something static, or a field of something static or in the heap */
} UiFoundRank;

/* How a name leads through blocks of the heap: "A->nz" has one link. */
typedef struct {
  const char *root; /* the variable that the first link follows */
  const char *last; /* the last link: "->nz", "[]", "[].name" */
  unsigned links;   /* in the name; 0: none, and the others do not hold */
  bool open;        /* the name has "..." for further links, so it also stands for what the last link leads to */
} UiChain;

/* Strings belong to the UiFinder (ui_finder.h). */
typedef struct {
  UiFoundRank rank;
  guint frame;           /* of a local: of the active function that has it, counted from the innermost of the path */
  const char *variable;  /* VarName */
  const char *data_type; /* DataType; "": unknown */
  UiChain chain;         /* of the variable's name */
  UiModule *module;      /* that the types are in */
  Dwarf_Die type;        /* of the variable, when has_type is set; of a heap bin, of what receives the address */
  Dwarf_Die element;     /* type of an element, when has_element is set */
  Dwarf_Die argument;    /* T of a container of the library, when has_argument is set */
  bool has_type, has_element, has_argument;
  const UiStatic *common; /* the bin is this Fortran common block; NULL: it is none */
} UiFound;

#endif
