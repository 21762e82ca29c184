/* ui_static.h: which variables lie at addresses of static and thread-local data.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_STATIC_H
#define UI_UI_STATIC_H

#include "ui/names/ui_die.h"

typedef enum {
  UI_STATIC_NOTHING,
  UI_STATIC_VARIABLE,
  UI_STATIC_COMMON /* a Fortran common block: its variables are the children of the entry */
} UiStaticKind;

/* What is looked for, and what was found. */
typedef struct {
  bool thread_local_data; /* address is an offset in the object's thread-local segment */
  uint64_t address;       /* link-time */
  uint32_t who;           /* whatever the caller likes */
  UiStaticKind found;
  Dwarf_Die die;
  uint64_t within; /* the address is so many bytes behind the start of what was found */
} UiStatic;

/* Looks for `n` variables at once, and orders `wanted` by address. Units are read until all are found: first what
 * stands outside of functions, then static variables of functions. */
void ui_static_find(UiModule *module, UiStatic *wanted, uint32_t n);

/* Link-time address of a variable (or offset in the thread-local segment, then *thread_local_data is set). Returns
 * false when it has no address of its own. */
bool ui_static_address(Dwarf_Die *variable, uint64_t *address, bool *thread_local_data);

#endif
