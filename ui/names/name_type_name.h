/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_type_name.h: writes types in the syntax of the program's language. */
#pragma once

#include "ui/names/name_die.h"

/* A declared type: "double *", "struct node **", "std::vector<double>", "Vec<f64>", "real(kind=8) (:,:)". What a
 * library's type has by default, as allocators, is left out, and so are the modules of a Rust type. NULL stands for
 * void. Owned by the caller. */
char *name_type_name(NameModule *module, Dwarf_Die *type);

/* A name of C++ or Rust, with the same left out; so that names from symbols look like those from types. Owned by the
 * caller. */
char *name_type_name_short(const char *name, bool rust);

/* A type's name without the keyword struct or union. Points into `name`. */
const char *name_type_name_plain(const char *name);

/* Returns whether a function, by its symbol, belongs to the language's library; see name_die_is_library(). */
bool name_type_name_is_library(const char *function);
