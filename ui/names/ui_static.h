/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_static.h: finds the variables at addresses of static and thread-local data. */
#pragma once

#include "ui/names/ui_die.h"

typedef enum {
  UI_STATIC_NOTHING,
  UI_STATIC_VARIABLE,
  UI_STATIC_COMMON /* a Fortran common block: its variables are the children of the entry */
} UiStaticKind;

/* A search, and its result. */
typedef struct {
  bool thread_local_data; /* `address` is an offset in the object's thread-local segment */
  uint64_t address;       /* link-time address */
  uint32_t who;           /* for the caller */
  UiStaticKind found;
  Dwarf_Die die;
  uint64_t within; /* offset of the address in the result */
} UiStatic;

/* Searches `n` variables in one pass, and sorts `wanted` by address. Reads units until all are found: global variables
 * first, then static variables of functions. */
void ui_static_find(UiModule *module, UiStatic *wanted, uint32_t n);

/* Reads the link-time address of a variable, or its offset in the thread-local segment if *thread_local_data. Returns
 * false if it has no fixed address. */
bool ui_static_address(Dwarf_Die *variable, uint64_t *address, bool *thread_local_data);
