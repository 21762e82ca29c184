/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_pointers.h: the names of variables and fields that hold the address of data.
 *
 * "EState.arr2": the field arr2 of any struct EState; "rows in main": the variable of that function; "table": the
 * static variable; "rows[]": an element of what `rows` points to. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Distinct names, each followed by a newline; "": none. */
typedef struct {
  const char *seen;     /* variables in which the tool saw the address; for samples: variables through which the code
                       reached the data */
  const char *assigned; /* variables that the code copies to or from a variable of `seen` */
} NamePointers;

/* Returns whether `names` contains a name. */
bool name_pointers_has(const char *names, const char *name);

/* Calls `each` for every name, in their order. */
void name_pointers_for_each(const char *names, void (*each)(void *closure, const char *name), void *closure);

/* Adds a name, or each of `others`, unless it is there. */
void name_pointers_add(GString *names, const char *name);
void name_pointers_add_all(GString *names, const char *others);
