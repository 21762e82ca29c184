/* spy_code.h: what the core's debug information says of the program's code: objects, functions, places, calls.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_CODE_H
#define MEMSPY_SPY_CODE_H

#include <stdint.h>

#include "memspy/core/spy_valgrind.h"

/* Has the core read all that it puts off of the objects that it knows. Names would differ before and after; so this
 * comes before an object's memory is reported. */
void spy_code_load(void);

/* Before the places of a block's instructions, in order, are asked for. */
void spy_place_begin(void);

/* The place of the instruction of so many bytes at an address: its source line. */
UInt spy_place_of(Addr address, UInt bytes);

/* The place of the references of that instruction, which was asked about last: with --instructions=yes one of its own.
 */
UInt spy_place_of_references(UInt place, Addr address);

/* A function of the program. */
typedef struct {
  Addr low, high;    /* its code is [low, high) */
  const HChar *name; /* as the linker knows it; until its object is unloaded */
  UInt segment;      /* (bin_table.h) */
  uint64_t bias;     /* what to take off its addresses for the linker's */
} spy_function;

/* The function around an address. False: none is known. */
Bool spy_function_at(Addr address, spy_function *function);

/* The symbol of a function that starts at an address: its names as the linker has them, and the name of the shared
 * object ("NONE": an executable or an object without one). All are valid until the object is unloaded. */
typedef struct {
  const HChar *name;
  const HChar **others; /* ended by NULL; NULL: none */
  const HChar *object;
} spy_symbol;

/* False: no known function starts there. */
Bool spy_symbol_at(Addr address, spy_symbol *symbol);

/* The number of the source file of an instruction (bin_table.h), and its line; 0: unknown. */
UInt spy_file_line(Addr address, UInt *line);

/* The call (bin_table.h) that an instruction is, by its address; of a call, its return address minus 1. */
UInt spy_call_of(Addr address);

/* What the core knows of the object of a path that an address is in; NULL: nothing. */
const DebugInfo *spy_info_of(Addr address, const HChar *path);

/* The object of a path that has something at an address; *bias is what to take off its addresses for the linker's. */
UInt spy_object(const HChar *path, Addr address, uint64_t *bias);

/* The same of the object that an address is in; that of the path "", and no bias, where the core knows none. */
UInt spy_object_of(Addr address, uint64_t *bias);

/* Whether a function that --toggle-collect names starts at an address. */
Bool spy_is_toggle(Addr address);

#endif
