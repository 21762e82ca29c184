/* ui_uses_flags.h: the flags of a compiler with which a unit was compiled, as far as a parser needs them: from what its
 * debug information says.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_USES_FLAGS_H
#define UI_USES_FLAGS_H

#include "ui/names/ui_die.h"

/* Of the arguments of a compiler (char *), those that say how to read the source; without compiler and files. Owned by
 * the caller, as the strings. */
GPtrArray *ui_uses_flags_pick(char **arguments);

/* The flags of a unit: language, standard, those that the compiler recorded, its folder, and the folders that its files
 * are in, since where headers were looked for is recorded only with -grecord-gcc-switches. Owned by the caller, as the
 * strings. */
GPtrArray *ui_uses_flags_of_unit(Dwarf_Die *unit);

/* The whole path of a file that the unit's debug information names, from where the unit was compiled. Owned by the
 * caller. */
char *ui_uses_flags_path(Dwarf_Die *unit, const char *name);

/* The source file of a unit, with its whole path. NULL: it is not named. Owned by the caller. */
char *ui_uses_flags_source(Dwarf_Die *unit);

#endif
