/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_statics.h: finds the static variables of an object by their addresses. */
#pragma once

#include "ui/names/name_static.h"

typedef struct {
  uint64_t address, bytes;
  bool thread_local_data; /* whether the address is an offset in the thread-local segment */
  Dwarf_Die die;
  const char *owner; /* name of the function that declares the variable; "": none; owned by libdw */
} UsesStaticVariable;

typedef struct UsesStatics UsesStatics;

/* Lists all static variables that the debug information describes. Free the result with uses_statics_free(), which
 * accepts NULL. */
UsesStatics *uses_statics_new(NameModule *module);
void uses_statics_free(UsesStatics *statics);

/* Returns the variable that contains an address or an offset in the thread-local segment, or NULL if there is none. */
const UsesStaticVariable *uses_statics_at(const UsesStatics *statics, uint64_t address, bool thread_local_data);

/* Returns the variable with this name that is declared outside of functions, or NULL if there is none. */
const UsesStaticVariable *uses_statics_named(const UsesStatics *statics, const char *name);
