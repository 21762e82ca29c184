/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_code_scope.h: finds the functions and blocks that contain a code address, and the locations of their
 * variables. */
#pragma once

#include "ui/names/name_die.h"

/* Returns the scopes around a code address: Dwarf_Die, innermost first: blocks and inlined functions, at the end the
 * function itself. NULL when no function is known there. The caller frees it with g_array_unref(). */
GArray *name_scopes_at(NameModule *module, Dwarf_Addr pc);

/* Returns the function that was called, of the code at pc: the last of those scopes. Returns false when none is
 * known. */
bool name_scope_function(NameModule *module, Dwarf_Addr pc, Dwarf_Die *function);

/* Returns whether entries with that tag can have functions among their children. */
bool name_scope_holds_functions(int tag);

/* Returns whether the scope is a function, called or inlined. */
bool name_scope_is_function(Dwarf_Die *scope);

/* Returns the file into which a function was inlined; "": unknown. Owned by the module. */
const char *name_scope_call_file(Dwarf_Die *inlined);

/* The location of a variable at a code address, if it is one of these kinds. */
typedef enum {
  NAME_SPOT_NONE,
  NAME_SPOT_STATIC, /* at a link-time address */
  NAME_SPOT_THREAD, /* at an offset in the object's thread-local segment */
  NAME_SPOT_FRAME,  /* at an offset from the canonical frame address */
  NAME_SPOT_RESULT, /* in the register that a function's result is in; `at` is that part's offset in the variable */
  NAME_SPOT_BEHIND_FRAME, /* where the address leads to that is at an offset from the canonical frame address */
  NAME_SPOT_BEHIND_RESULT /* where the address in the result register leads to */
} NameSpotKind;

typedef struct {
  NameSpotKind kind;
  int64_t at;
} NameSpot;

/* Where the variable is at `pc`. `function` is the last of the scopes there; NULL for a variable of no function. */
NameSpot name_scope_spot(NameModule *module, Dwarf_Die *variable, Dwarf_Die *function, Dwarf_Addr pc);

/* A variable of a function. */
typedef struct {
  Dwarf_Die die;
  NameSpot spot;
  unsigned
      depth; /* 0: in the innermost scope at the address; larger: further out; NAME_SCOPE_ELSEWHERE: in a block that
                     does not contain the address */
} NameLocal;

enum { NAME_SCOPE_ELSEWHERE = 1000 };

/* Returns all named variables and parameters of the function around `pc` (NameLocal), those in scope first, from the
 * inside out. scopes: those of `pc`. The caller frees the result with g_array_unref(). */
GArray *name_scope_locals(NameModule *module, const GArray *scopes, Dwarf_Addr pc);

/* Returns all variables and parameters of a function, of the blocks in it and of the functions inlined there, that have
 * a name and are in its frame somewhere, with where they are there. The depth is 0, or NAME_SCOPE_ELSEWHERE if they are
 * there only for some of the code. At `pc` the frame must be complete. The caller frees it with g_array_unref(). */
GArray *name_scope_frame(NameModule *module, Dwarf_Die *function, Dwarf_Addr pc);
