/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_statics.h: the static variables of an object, by address. */
#pragma once

#include "ui/names/name_static.h"

typedef struct {
  uint64_t address, bytes;
  bool thread_local_data; /* the address is an offset in the thread-local segment */
  Dwarf_Die die;
  const char *owner; /* the function that declares it; "": none. Owned by libdw */
} UsesStaticVariable;

typedef struct UsesStatics UsesStatics;

/* Lists all static variables with debug information. Free the result with uses_statics_free(), which accepts NULL. */
UsesStatics *uses_statics_new(NameModule *module);
void uses_statics_free(UsesStatics *statics);

/* Returns the variable that contains an address, or an offset in the thread-local segment; NULL: none. */
const UsesStaticVariable *uses_statics_at(const UsesStatics *statics, uint64_t address, bool thread_local_data);

/* Returns the variable with that name, declared outside of functions; NULL: none. */
const UsesStaticVariable *uses_statics_named(const UsesStatics *statics, const char *name);
