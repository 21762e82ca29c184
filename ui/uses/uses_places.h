/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_places.h: the locations of the variables of a function and of the functions inlined in it, from debug
 * information. */
#pragma once

#include "ui/names/name_die.h"
#include "ui/uses/uses_decode.h"

enum { USES_PLACES_NONE = G_MAXUINT32 };

/* The called function, which is number 0, or a function inlined in it. */
typedef struct {
  Dwarf_Die die;
  guint32 around;     /* the scope into which it was inlined; USES_PLACES_NONE: it is the called function */
  unsigned call_line; /* line of the inlined call in that scope; 0: unknown */
  const char *name, *file;
  unsigned line; /* line of its declaration; 0: unknown */
} UsesCodeScope;

typedef struct {
  Dwarf_Die die, type;
  bool has_type;
  guint32 scope;
  bool is_parameter;
  unsigned number; /* number of a parameter, from 0 */
} UsesCodeVariable;

/* A location of a variable, valid at the addresses [low, high). */
typedef struct {
  guint64 low, high;
  gint8 reg;        /* the register that contains it; USES_REGISTER_NONE: it is in the frame */
  bool is_indirect; /* the location contains the address of the variable, not its value */
  gint64 at;        /* in the frame: bytes from the canonical frame address */
  guint64 bytes;    /* size of the variable; 0: unknown */
  guint32 variable;
} UsesCodePlace;

/* Addresses [low, high) of the code of an inlined function. */
typedef struct {
  guint64 low, high;
  guint32 scope;
} UsesCodeRange;

typedef struct {
  GArray *scopes;    /* UsesCodeScope, enclosing scopes first */
  GArray *ranges;    /* UsesCodeRange, in the order of scopes */
  GArray *variables; /* UsesCodeVariable */
  GArray *places;    /* UsesCodePlace, by `low` */
} UsesPlaces;

/* Reads the debug information of a called function. Free the result with uses_places_free(), which accepts NULL. */
UsesPlaces *uses_places_new(NameModule *module, Dwarf_Die *function);
void uses_places_free(UsesPlaces *places);

/* Returns the innermost scope at an address of the function. */
guint32 uses_places_scope(const UsesPlaces *places, guint64 pc);

/* Returns the innermost scope of each instruction (UsesMachineInstruction). Owned by the caller. */
guint32 *uses_places_scopes(const UsesPlaces *places, const GArray *instructions);

/* Returns the number of the first place, from number `from` on, in which a register contains the value or address of a
 * variable at `pc`; USES_PLACES_NONE: none. */
guint32 uses_places_in_register(const UsesPlaces *places, int reg, guint64 pc, guint32 from);

/* As uses_places_in_register(), but for the frame, `at` bytes from the canonical frame address. */
guint32 uses_places_in_frame(const UsesPlaces *places, gint64 at, guint64 pc);

/* Stores the register of each of the first `most` parameters of the function at an address, by number of the parameter;
 * for a parameter passed by reference, the register of its address. USES_REGISTER_NONE: none, or unknown. Returns the
 * number of parameters. If no function is known there, stores the argument registers in order and returns `most`. */
guint uses_places_handed_over(NameModule *module, guint64 entry, gint8 *registers, guint most);

/* Returns the number of the first place that begins at or after `pc`. */
guint32 uses_places_from(const UsesPlaces *places, guint64 pc);
