/* spy_code.h: looks up code in the core's debug information: objects, functions, places, calls.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdint.h>

#include "memspy/core/spy_valgrind.h"

/* Makes the core read postponed debug information of known objects. Names before and after that would differ, so call
 * this before an object's memory is reported. */
void spy_code_load(void);

/* Call before the places of a block's instructions are looked up in order. */
void spy_place_begin(void);

/* The place of the instruction of `bytes` bytes at an address: its source line. */
UInt spy_place_of(Addr address, UInt bytes);

/* Returns whether the instruction at an address, which was looked up last, is in the body of an inlined function of
 * --toggle-collect (names/spy_toggles.h). */
Bool spy_is_in_toggle_body(Addr address);

/* Returns whether the instruction at an address, which was looked up last, is the first one of its function. */
Bool spy_begins_function(Addr address);

/* Returns whether code only jumps to a function: an entry of a procedure linkage table, or the dynamic linker's
 * function that finds the function of such an entry. */
Bool spy_is_stub(Addr address);

/* The function that a segment is a part of: of a cold part, which compilers move out of a function, the segment of that
 * function; otherwise the segment itself. */
UInt spy_whole_function(UInt segment);

/* The place of the references of the instruction that was looked up last. With --instructions=yes each instruction with
 * references has its own place. */
UInt spy_place_of_references(UInt place, Addr address);

/* A function of the program. */
typedef struct {
  Addr low, high;    /* the code is in [low, high) */
  const HChar *name; /* link name, valid until its object is unloaded */
  UInt segment;      /* (bin_table.h) */
  uint64_t bias;     /* run-time minus link-time address */
} spy_function;

/* The function that contains an address. False: unknown. */
Bool spy_function_at(Addr address, spy_function *function);

/* The symbol of a function: its link names, and the name of the shared object ("NONE": an executable or an object
 * without name). All are valid until the object is unloaded. */
typedef struct {
  const HChar *name;
  const HChar **others; /* up to NULL; NULL: none */
  const HChar *object;
} spy_symbol;

/* The symbol of the function that starts at an address. False: none. */
Bool spy_symbol_at(Addr address, spy_symbol *symbol);

/* The source file (bin_table.h) and line of an instruction; 0: unknown. */
UInt spy_file_line(Addr address, UInt *line);

/* The call (bin_table.h) of an instruction's address; for a call, its return address minus 1. */
UInt spy_call_of(Addr address);

/* The core's information on the object with that path that contains an address; NULL: none. */
const DebugInfo *spy_info_of(Addr address, const HChar *path);

/* The object with that path that contains an address; sets *bias to run-time minus link-time address. */
UInt spy_object(const HChar *path, Addr address, uint64_t *bias);

/* As spy_object(), for any object; the object with path "" and bias 0 if the core has none. */
UInt spy_object_of(Addr address, uint64_t *bias);
