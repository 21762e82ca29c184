/* spy_code.h: names from Valgrind's debug information: of code, of data, of call paths.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_CODE_H
#define MEMSPY_SPY_CODE_H

#include "bins/bin_table.h"
#include "memspy/core/spy_valgrind.h"

/* Before the places of a block's instructions, in order, are asked for. */
void spy_place_begin(void);

/* The place of the instruction of so many bytes at an address: its source line. */
UInt spy_place_of(Addr address, UInt bytes);

/* The place of the references of that instruction, which was asked about last: with --instructions=yes one of its own. */
UInt spy_place_of_references(UInt place, Addr address);

/* A function of the program. */
typedef struct {
  Addr low, high; /* its code is [low, high) */
  const HChar *name; /* as the linker knows it; until its object is unloaded */
  UInt segment;   /* (bin_table.h) */
  uint64_t bias;  /* what to take off its addresses for the linker's */
} spy_function;

/* The function around an address. False: none is known. */
Bool spy_function_at(Addr address, spy_function *function);

/* The number of the source file of an instruction (bin_table.h), and its line; 0: unknown. */
UInt spy_file_line(Addr address, UInt *line);

/* The call (bin_table.h) that an instruction is, by its address; of a call, its return address minus 1. */
UInt spy_call_of(Addr address);

/* The object of a path that has something at an address; *bias is what to take off its addresses for the linker's. */
UInt spy_object(const HChar *path, Addr address, uint64_t *bias);

/* Whether an address is in the library that the tool has loaded into the program: such code is not part of
 * it. */
Bool spy_is_our_code(Addr address);

/* Where that library's code is. False: it is not loaded. */
Bool spy_our_code(Addr *start, SizeT *bytes);

/* Whether a function that --toggle-collect names starts at an address. */
Bool spy_is_toggle(Addr address);

/* The bin of a block that `tid` takes now: by its call path, without the frames of allocation functions. SPY_NO_BIN
 * when a wrapped allocation function takes it for itself: what that one hands out is the program's block. */
#define SPY_NO_BIN 0xffffffffu
bin_id spy_block_bin(ThreadId tid);

/* The bin of a mapping that `tid` makes now: by its call path too, but what an allocator maps for the blocks that it
 * will hand out, and for itself, is in one bin, the same as the program's break. */
bin_id spy_mapping_bin(ThreadId tid);
bin_id spy_heap_bin(void);

/* A bin_resolver over Valgrind's symbol tables: a variable; else the section or file. */
bin_id spy_resolve(void *closure, uint64_t address, uint64_t *low, uint64_t *high);

/* Calls visit for each stretch of [at, end), memory of one object or file, with its bin: all that spy_resolve() may say
 * of it. A variable that reaches over an end, into other memory of the object, is told whole: what is said of it counts from
 * its start. Where the core does not list symbols, variables are left out. */
typedef void spy_resolve_visitor(void *closure, Addr start, Addr end, bin_id bin);
void spy_resolve_all(Addr at, Addr end, spy_resolve_visitor *visit, void *closure);

/* Code in [start, start + bytes) goes away: call paths through it mean something else from now on. */
void spy_symbols_unload(Addr start, SizeT bytes);

#endif
