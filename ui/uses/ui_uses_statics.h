/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_statics.h: the static variables of an object, by address. */
#pragma once

#include "ui/names/ui_static.h"

typedef struct {
  uint64_t address, bytes;
  bool thread_local_data; /* the address is an offset in the thread-local segment */
  Dwarf_Die die;
  const char *owner; /* the function that it is declared in; "": none. Of libdw */
} UiStaticVariable;

typedef struct UiStatics UiStatics;

/* Lists all that have debug information. Free it with ui_statics_free(). */
UiStatics *ui_statics_new(UiModule *module);
void ui_statics_free(UiStatics *statics); /* NULL is allowed */

/* The variable at an address; NULL: none. */
const UiStaticVariable *ui_statics_at(const UiStatics *statics, uint64_t address, bool thread_local_data);

/* The variable of that name that is no function's; NULL: none. */
const UiStaticVariable *ui_statics_named(const UiStatics *statics, const char *name);
