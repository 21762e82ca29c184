/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_code_scope.h: finds the functions and blocks that contain a code address, and the locations of their
 * variables. */
#pragma once

#include "ui/names/name_die.h"

/* Returns the scopes that contain a code address, as an array of Dwarf_Die with the innermost scope first. They are
 * blocks, inlined functions and, as the last element, the called function. NULL: no function is known at the address.
 * The caller frees the array with g_array_unref(). */
GArray *name_scopes_at(NameModule *module, Dwarf_Addr pc);

/* Sets *function to the called function that contains pc, which is the last element of name_scopes_at(). Returns false
 * if the function is unknown. */
bool name_scope_function(NameModule *module, Dwarf_Addr pc, Dwarf_Die *function);

/* Returns whether DIEs with this tag can have functions among their children. */
bool name_scope_holds_functions(int tag);

/* Returns whether the scope is a function. The function can be a called or an inlined one. */
bool name_scope_is_function(Dwarf_Die *scope);

/* Returns the source file into which a function was inlined; "": unknown. The module owns the path. */
const char *name_scope_call_file(Dwarf_Die *inlined);

/* The kind of a variable's location at a code address. */
typedef enum {
  NAME_SPOT_NONE,
  NAME_SPOT_STATIC, /* the variable is at a link-time address */
  NAME_SPOT_THREAD, /* the variable is at an offset in the object's thread-local segment */
  NAME_SPOT_FRAME,  /* the variable is at an offset from the canonical frame address */
  NAME_SPOT_RESULT, /* a part of the variable is in the register for function results; `at` is the offset of this part
                       in the variable */
  NAME_SPOT_BEHIND_FRAME, /* the variable is the target of a pointer that is stored at an offset from the canonical
                             frame address */
  NAME_SPOT_BEHIND_RESULT /* the variable is the target of the pointer in the register for function results */
} NameSpotKind;

typedef struct {
  NameSpotKind kind;
  int64_t at;
} NameSpot;

/* Returns the location of the variable at the address `pc`. `function` is the called function at `pc`, or NULL for a
 * variable that belongs to no function. */
NameSpot name_scope_spot(NameModule *module, Dwarf_Die *variable, Dwarf_Die *function, Dwarf_Addr pc);

/* Returns the lowest code address at which a variable has a location; 0: it has no location, or the same one
 * everywhere. */
Dwarf_Addr name_scope_first_location(Dwarf_Die *variable);

/* A local variable or parameter of a function. */
typedef struct {
  Dwarf_Die die;
  NameSpot spot;
  unsigned depth; /* number of scopes between the innermost scope at the address and the variable's scope; 0: the
                     variable is in the innermost scope; NAME_SCOPE_ELSEWHERE: it is in a block that does not contain
                     the address */
} NameLocal;

enum { NAME_SCOPE_ELSEWHERE = 1000 };

/* Returns all named variables and parameters of the function that contains `pc`, as an array of NameLocal. Variables in
 * scope precede others, and those of the innermost scope are the first. `scopes` is the result of name_scopes_at() for
 * `pc`. The caller frees the result with g_array_unref(). */
GArray *name_scope_locals(NameModule *module, const GArray *scopes, Dwarf_Addr pc);

/* Returns the named variables and parameters that are in the function's frame for at least some of its code, with their
 * locations in the frame. These include the variables of blocks and inlined functions. The depth of a variable is 0 if
 * its location is valid for all code; otherwise it is NAME_SCOPE_ELSEWHERE. The frame must be complete at `pc`. The
 * caller frees the array with g_array_unref(). */
GArray *name_scope_frame(NameModule *module, Dwarf_Die *function, Dwarf_Addr pc);
