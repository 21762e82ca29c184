/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_static.h: finds the variables at given addresses of static and thread-local data. */
#pragma once

#include "ui/names/name_die.h"

typedef enum {
  NAME_STATIC_NOTHING,
  NAME_STATIC_VARIABLE,
  NAME_STATIC_COMMON /* a Fortran common block, whose variables are the children of the DIE */
} NameStaticKind;

/* An address to search, and the variable that was found there. */
typedef struct {
  bool thread_local_data; /* whether `address` is an offset in the object's thread-local segment */
  uint64_t address;       /* link-time address, or offset in the thread-local segment */
  uint32_t who;           /* a number for the caller's use */
  NameStaticKind found;
  Dwarf_Die die;
  uint64_t within; /* offset of the address in the variable that was found */
} NameStatic;

/* Searches the variables at `n` addresses in one pass, and sorts `wanted` by address. Reads units until all addresses
 * are found. Searches global variables first, then static variables of functions. */
void name_static_find(NameModule *module, NameStatic *wanted, uint32_t n);

/* Reads the link-time address of a variable. If the variable is thread-local, sets *thread_local_data, and *address to
 * the offset in the thread-local segment. Returns false if the variable has no fixed address. */
bool name_static_address(Dwarf_Die *variable, uint64_t *address, bool *thread_local_data);
