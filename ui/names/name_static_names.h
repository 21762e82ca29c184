/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_static_names.h: makes names of static and thread-local variables. The names do not change if other data are
 * added or removed. */
#pragma once

#include "ui/names/name_search_context.h"

/* The names of the static and thread-local variables of a profile. */
typedef struct NameStaticNames NameStaticNames;

/* Makes the names. If there is a finder, they come from the debug information; otherwise from symbols. The profile and
 * the finder must outlive the names. The caller frees them with name_static_names_free(), which accepts NULL. */
NameStaticNames *name_static_names_new(const Profile *profile, NameSearchContext *finder);
void name_static_names_free(NameStaticNames *names);

/* Returns the name of a bin for static or thread-local data at `level` of detail. The caller owns the name. The levels
 * are:
 *   0  the name in the program, with namespaces and classes, such as "cache"
 *   1  for a variable of a function, "cache in fill()"; otherwise "table (b.c)" if code in other files cannot refer to
 *      the variable; otherwise "table (libb.so)"
 *   further levels add the file, the object, the line of the declaration, and the size in bytes
 * Returns NULL after the last level. A variable that keeps its plain name has only level 0. In the program itself, it
 * is the only variable with this name, or the only one to which code in all files can refer. */
char *name_static_names_get(const NameStaticNames *names, uint32_t bin, unsigned level);

/* Returns the name that identifies the variable in all runs. This is the name of level 0 if the variable belongs to the
 * program itself, and code in all files can refer to it. Otherwise, it is the name of level 1. If several variables
 * have this name, returns the name of a further level. The caller owns the name. */
char *name_static_names_full(const NameStaticNames *names, uint32_t bin);

/* Returns the number of the object file that is the program itself. This is the object that is named as the command, or
 * else the object with main(). Returns profile->n_objects if it is unknown. */
uint32_t name_static_names_program(const Profile *profile);
