/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_flags.h: finds the compiler flags of a unit that a parser needs, from its debug information. */
#pragma once

#include "ui/names/name_die.h"

/* Returns the compiler arguments (char *) that affect parsing, without the compiler and the files. The caller owns the
 * array and its strings. */
GPtrArray *uses_flags_pick(char **arguments);

/* Returns the flags of a unit: language, standard, recorded flags, its folder, and the folders of its files. The latter
 * replace the include paths, which compilers record only with -grecord-gcc-switches. The caller owns the array and its
 * strings. */
GPtrArray *uses_flags_of_unit(Dwarf_Die *unit);

/* Returns the absolute path of a file in the unit's debug information; a relative name is relative to the unit's
 * folder. Owned by the caller. */
char *uses_flags_path(Dwarf_Die *unit, const char *name);

/* Returns the absolute path of a unit's source file; NULL: unknown. Owned by the caller. */
char *uses_flags_source(Dwarf_Die *unit);
