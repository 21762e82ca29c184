/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_statics.h: the static variables of an object, by address. */
#pragma once

#include "ui/names/ui_static.h"

typedef struct {
  uint64_t address, bytes;
  bool thread_local_data; /* the address is an offset in the thread-local segment */
  Dwarf_Die die;
  const char *owner; /* the function that declares it; "": none. Owned by libdw */
} UiStaticVariable;

typedef struct UiStatics UiStatics;

/* Lists all static variables with debug information. Free the result with ui_statics_free(), which accepts NULL. */
UiStatics *ui_statics_new(UiModule *module);
void ui_statics_free(UiStatics *statics);

/* Returns the variable that contains an address, or an offset in the thread-local segment; NULL: none. */
const UiStaticVariable *ui_statics_at(const UiStatics *statics, uint64_t address, bool thread_local_data);

/* Returns the variable with that name, declared outside of functions; NULL: none. */
const UiStaticVariable *ui_statics_named(const UiStatics *statics, const char *name);
