/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_type_name.h: writes types in the syntax of the program's language. */
#pragma once

#include "ui/names/name_die.h"

/* Returns a type as text, such as "double *", "struct node **", "std::vector<double>", "Vec<f64>" or "real(kind=8)
 * (:,:)". Omits default template arguments of library types, such as allocators, and the modules of Rust types. If
 * `type` is NULL, it is void. The caller owns the text. */
char *name_type_name(NameModule *module, Dwarf_Die *type);

/* Returns a name of C++ or Rust without the parts that name_type_name() omits, so that names from symbols look like
 * names from types. The caller owns the name. */
char *name_type_name_short(const char *name, bool rust);

/* Returns the name of a type without the keyword struct or union, as a pointer into `name`. */
const char *name_type_name_plain(const char *name);

/* Returns whether the function with this symbol belongs to the language's library (see name_die_is_library()). */
bool name_type_name_is_library(const char *function);
