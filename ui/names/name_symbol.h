/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_symbol.h: demangles the names of variables. */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* Returns whether a symbol is mangled, as in C++, Rust or Fortran. */
bool name_symbol_is_mangled(const char *symbol);

/* Returns the name of a symbol's variable: "_ZN4shop5stockE" is shop::stock, "_ZL5table" and "_ZZ4mainE5table" are
 * table, "__grid_MOD_field" is field, "cache.0" is cache. Returns other symbols unchanged. The caller owns the name. */
char *name_symbol_variable(const char *symbol);
