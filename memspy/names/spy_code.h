/* spy_code.h: looks up code in the core's debug information: objects, functions, places, calls.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdint.h>

#include "memspy/core/spy_valgrind.h"

/* Makes the core read postponed debug information of known objects. Names can differ before and after this reading, so
 * call the function before an object's memory is reported. */
void spy_code_load(void);

/* Call before the places of a block's instructions are looked up in order. */
void spy_place_begin(void);

/* Returns the place (the source line) of the instruction of `bytes` bytes at an address. */
UInt spy_place_of(Addr address, UInt bytes);

/* Returns whether the instruction at an address, which was looked up last, is in the body of an inlined function of
 * --toggle-collect (names/spy_toggles.h). */
Bool spy_is_in_toggle_body(Addr address);

/* Returns whether the instruction at an address, which was looked up last, is the first one of its function. */
Bool spy_begins_function(Addr address);

/* Returns whether code only jumps to a function: an entry of a procedure linkage table, or the dynamic linker's
 * function that finds the function of such an entry. */
Bool spy_is_linkage(Addr address);

/* Returns whether a name is that of the dynamic linker's function that finds the functions of such entries. */
Bool spy_is_resolver(const HChar *name);

/* Returns the segment of the whole function to which a segment belongs. For a cold part, which compilers move out of a
 * function, this is the segment of that function; otherwise it is the segment itself. */
UInt spy_whole_function(UInt segment);

/* Returns the place of the references of the instruction that was looked up last. With --instructions=yes, each
 * instruction with references has its own place. */
UInt spy_place_of_references(UInt place, Addr address);

/* A function of the program. */
typedef struct {
  Addr low, high;    /* the code is in [low, high) */
  const HChar *name; /* link name, valid until the function's object is unloaded */
  UInt segment;      /* (bin_table.h) */
  uint64_t bias;     /* run-time address minus link-time address */
} spy_function;

/* Finds the function that contains an address. Returns False if it is unknown. */
Bool spy_function_at(Addr address, spy_function *function);

/* The symbol of a function: its link names, and the name of the shared object ("NONE": an executable, or an object
 * without name). All names are valid until the object is unloaded. */
typedef struct {
  const HChar *name;
  const HChar **others; /* up to NULL; NULL: none */
  const HChar *object;
} spy_symbol;

/* Finds the symbol of the function that starts at an address. Returns False if there is none. */
Bool spy_symbol_at(Addr address, spy_symbol *symbol);

/* Returns the source file (bin_table.h) of an instruction, and sets *line to its source line; 0: unknown. */
UInt spy_file_line(Addr address, UInt *line);

/* Returns the call (bin_table.h) of an instruction, given by its address. For a call, the address is the return address
 * minus 1. */
UInt spy_call_of(Addr address);

/* Returns the core's information on the object with the path `path` that contains an address, or NULL if there is
 * none. */
const DebugInfo *spy_info_of(Addr address, const HChar *path);

/* Returns the object with the path `path` that contains an address. Sets *bias to run-time address minus link-time
 * address. */
UInt spy_object(const HChar *path, Addr address, uint64_t *bias);

/* As spy_object(), but for an object with any path. If the core has no object at the address, returns the object with
 * the path "" and sets *bias to 0. */
UInt spy_object_of(Addr address, uint64_t *bias);
