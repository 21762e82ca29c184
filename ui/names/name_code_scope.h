/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_code_scope.h: finds the functions and blocks that contain a code address, and the locations of their
 * variables. */
#pragma once

#include "ui/names/name_die.h"

/* Returns the scopes that contain a code address (Dwarf_Die), innermost first: blocks and inlined functions, and the
 * called function last. NULL: no function is known at the address. The caller frees it with g_array_unref(). */
GArray *name_scopes_at(NameModule *module, Dwarf_Addr pc);

/* Sets *function to the called function that contains pc: the last element of name_scopes_at(). Returns false if none
 * is known. */
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
  NAME_SPOT_RESULT, /* in the register of a function's result; `at` is the offset in the variable of the part that the
                       register holds */
  NAME_SPOT_BEHIND_FRAME, /* at the target of a pointer that is stored at an offset from the canonical frame address */
  NAME_SPOT_BEHIND_RESULT /* at the target of the pointer in the result register */
} NameSpotKind;

typedef struct {
  NameSpotKind kind;
  int64_t at;
} NameSpot;

/* Returns the location of the variable at `pc`. `function` is the last of the scopes at `pc`; NULL for a variable that
 * belongs to no function. */
NameSpot name_scope_spot(NameModule *module, Dwarf_Die *variable, Dwarf_Die *function, Dwarf_Addr pc);

/* Returns the lowest code address at which a variable has a location; 0: it has none, or the same one everywhere. */
Dwarf_Addr name_scope_first_location(Dwarf_Die *variable);

/* A variable of a function. */
typedef struct {
  Dwarf_Die die;
  NameSpot spot;
  unsigned
      depth; /* 0: in the innermost scope at the address; larger: further out; NAME_SCOPE_ELSEWHERE: in a block that
                     does not contain the address */
} NameLocal;

enum { NAME_SCOPE_ELSEWHERE = 1000 };

/* Returns all named variables and parameters of the function that contains `pc` (NameLocal). Variables in scope come
 * first, those of the innermost scope at the beginning. scopes: the result of name_scopes_at() for `pc`. The caller
 * frees the result with g_array_unref(). */
GArray *name_scope_locals(NameModule *module, const GArray *scopes, Dwarf_Addr pc);

/* Returns the named variables and parameters of a function, of its blocks and of the functions inlined into it that are
 * in the function's frame for some of its code, with their locations in the frame. The depth of a variable is 0 if it
 * has this location for all of that code, else NAME_SCOPE_ELSEWHERE. The frame must be complete at `pc`. The caller
 * frees it with g_array_unref(). */
GArray *name_scope_frame(NameModule *module, Dwarf_Die *function, Dwarf_Addr pc);
