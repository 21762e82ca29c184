/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_pointers.h: lists of the names of variables and fields that hold the address of data.
 *
 * Examples: "EState.arr2" is the field arr2 of any struct EState. "rows in main" is a variable of this function.
 * "table" is a static variable. "rows[]" is an element of the data to which `rows` points. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Lists of different names. In a list, a newline follows each name. "": the list is empty. */
typedef struct {
  const char *seen;     /* variables in which the tool saw the address; for a profile made of samples: variables through
                           which the code reached the data */
  const char *assigned; /* variables that the code copies to or from a variable in `seen` */
} NamePointers;

/* Returns whether the list `names` contains the name. */
bool name_pointers_has(const char *names, const char *name);

/* Calls `each` for all names of the list, in their order. */
void name_pointers_for_each(const char *names, void (*each)(void *closure, const char *name), void *closure);

/* Adds a name, or all names of `others`, to the list. Names that the list already contains are not added again. */
void name_pointers_add(GString *names, const char *name);
void name_pointers_add_all(GString *names, const char *others);
