/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_symbol.h: demangles the names of variables, and recognizes functions without a symbol. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "ui/profile/profile.h"

/* Returns whether a symbol is mangled, as by compilers of C++, Rust or Fortran. */
bool name_symbol_is_mangled(const char *symbol);

/* Returns the name of the variable that a symbol stands for: shop::stock for "_ZN4shop5stockE", table for "_ZL5table"
 * and "_ZZ4mainE5table", field for "__grid_MOD_field", cache for "cache.0". Returns other symbols unchanged. The caller
 * owns the name. */
char *name_symbol_variable(const char *symbol);

/* Returns whether a function has no symbol. Its name is then "???", or, if its bounds are known, a name that the tool
 * made, such as "func_1a40". */
bool name_symbol_is_missing(const Profile *profile, const ProfileSegment *segment);
