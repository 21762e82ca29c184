/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_result.h: the variable that names a bin, and the type of its data. docs/naming.md has the rules. */
#pragma once

#include "ui/names/name_debug.h"

/* The quality of a name. If a bin has several names, the one with the highest quality is used. */
typedef enum {
  NAME_FOUND_NOTHING,
  NAME_FOUND_PARTS,   /* a variable or field in which the same code also stored addresses inside the block */
  NAME_FOUND_LOCAL,   /* a local variable of a function in the call path; the outermost is the best */
  NAME_FOUND_UNTYPED, /* a static variable or a field, with type void * */
  NAME_FOUND_FIELD    /* a static variable, or a field of static or heap data */
} NameResultRank;

/* The links of a name through heap blocks: "A->nz" has one. */
typedef struct {
  const char *root; /* the variable before the first link */
  const char *last; /* the last link: "->nz", "[]", "[].name" */
  unsigned links;   /* number of links; 0: the other members are invalid */
  bool open;        /* the name ends in "...", for any number of further links */
} NameChain;

/* Strings belong to the NameSearchContext (name_search_context.h). */
typedef struct {
  NameResultRank rank;
  guint frame;           /* for a local variable: its active function, counted from the innermost of the path */
  const char *variable;  /* name of the variable */
  const char *data_type; /* its declared type; "": unknown */
  NameChain chain;       /* links of the variable's name */
  NameModule *module;    /* module of the types */
  Dwarf_Die type;     /* if has_type: type of the variable; for a heap bin, of the variable that receives the address */
  Dwarf_Die element;  /* if has_element: type of an element */
  Dwarf_Die argument; /* if has_argument: T of a container of the library */
  bool has_type, has_element, has_argument;
  const NameStatic *common; /* the Fortran common block of the bin; NULL: none */
} NameResult;
