/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_static.h: finds the variables at addresses of static and thread-local data. */
#pragma once

#include "ui/names/name_die.h"

typedef enum {
  NAME_STATIC_NOTHING,
  NAME_STATIC_VARIABLE,
  NAME_STATIC_COMMON /* a Fortran common block: its variables are the children of the entry */
} NameStaticKind;

/* An address to search, and the result. */
typedef struct {
  bool thread_local_data; /* `address` is an offset in the object's thread-local segment */
  uint64_t address;       /* link-time address */
  uint32_t who;           /* not used here: a number for the caller */
  NameStaticKind found;
  Dwarf_Die die;
  uint64_t within; /* offset of the address in the result */
} NameStatic;

/* Searches `n` variables in one pass, and sorts `wanted` by address. Reads units until all are found: global variables
 * first, then static variables of functions. */
void name_static_find(NameModule *module, NameStatic *wanted, uint32_t n);

/* Reads the link-time address of a variable, or its offset in the thread-local segment if *thread_local_data. Returns
 * false if it has no fixed address. */
bool name_static_address(Dwarf_Die *variable, uint64_t *address, bool *thread_local_data);
