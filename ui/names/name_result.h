/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_result.h: the variable that names a bin, and the type of the bin's data. docs/naming.md contains the rules. */
#pragma once

#include "ui/names/name_debug.h"

/* The quality of a name, from low to high. If there are several names for a bin, the one with the highest quality is
 * used. */
typedef enum {
  NAME_FOUND_NOTHING,
  NAME_FOUND_PARTS,   /* a variable or field to which the same line of code also stored addresses inside the block; or
                         the variable of a container, if the address is in its blocks where no pointer is */
  NAME_FOUND_LOCAL,   /* a local variable of a function in the call path; the variable of the outermost function is the
                         best */
  NAME_FOUND_UNTYPED, /* a static variable or a field, whose type is void * */
  NAME_FOUND_FIELD    /* a static variable, or a field of static or heap data */
} NameResultRank;

/* The links of a name through heap blocks. For example, "A->nz" has one link. */
typedef struct {
  const char *root; /* name of the variable before the first link */
  const char *last; /* the last link, such as "->nz", "[]" or "[].name" */
  unsigned links;   /* number of links; 0: the other members are not valid */
  bool open;        /* whether the name contains "...", which stands for any number of further links */
} NameChain;

/* The variable that names a bin. The strings belong to the NameSearchContext (name_search_context.h). */
typedef struct {
  NameResultRank rank;
  guint frame;           /* for a local variable: number of its active function, counted from the innermost function of
                            the path */
  const char *variable;  /* name of the variable */
  const char *data_type; /* declared type of the variable; "": unknown */
  NameChain chain;       /* links of the variable's name */
  NameModule *module;    /* module that contains the types */
  Dwarf_Die type;        /* if has_type: type of the variable; for a heap bin, it is the variable that receives the
                            address */
  Dwarf_Die element;     /* if has_element: type of an element of the data */
  Dwarf_Die argument;    /* if has_argument: the template argument T of a container of the language's library */
  bool has_type, has_element, has_argument;
  /* The variable is the first of several addresses in a heap block, and the bin has a single block: the other addresses,
   * which can be too late for the tool, are probably those of its parts. Name of the function that stored the address;
   * NULL: this is not so. */
  const char *may_be_part;
  const NameStatic *common; /* Fortran common block of the bin; NULL: none */
} NameResult;
