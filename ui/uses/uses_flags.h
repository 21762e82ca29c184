/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_flags.h: finds the compiler flags that a parser needs for a compilation unit, from the unit's debug
 * information. */
#pragma once

#include "ui/names/name_die.h"

/* Selects the compiler arguments (char *) that affect parsing. Omits the compiler and the files. The caller owns the
 * returned array and its strings. */
GPtrArray *uses_flags_pick(char **arguments);

/* Returns the compiler flags of a compilation unit: the language, the standard, the recorded flags, the folder of the
 * unit, and the folders of its files. The folders of files replace the include paths, which compilers record only with
 * -grecord-gcc-switches. The caller owns the array and its strings. */
GPtrArray *uses_flags_of_unit(Dwarf_Die *unit);

/* Returns the absolute path of a file in the debug information of a compilation unit. A relative name is relative to
 * the folder of the unit. The caller frees the path. */
char *uses_flags_path(Dwarf_Die *unit, const char *name);

/* Returns the absolute path of the source file of a compilation unit, or NULL if it is unknown. The caller frees the
 * path. */
char *uses_flags_source(Dwarf_Die *unit);
