/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_places.h: reads the locations of the variables of a function, and of the functions that are inlined into it,
 * from debug information. */
#pragma once

#include "ui/names/name_die.h"
#include "ui/uses/uses_decode.h"

enum { USES_PLACES_NONE = G_MAXUINT32 };

/* A scope: the called function, which is number 0, or a function that was inlined into it. */
typedef struct {
  Dwarf_Die die;
  /* number of the scope into which the function was inlined; USES_PLACES_NONE: this is the called function */
  guint32 around;
  unsigned call_line; /* line of the inlined call in the enclosing scope; 0: unknown */
  const char *name, *file;
  unsigned line; /* line of the function's declaration; 0: unknown */
} UsesCodeScope;

typedef struct {
  Dwarf_Die die, type;
  bool has_type;
  guint32 scope;
  bool is_parameter;
  unsigned number; /* number of a parameter, from 0 */
} UsesCodeVariable;

/* A location of a variable, which is valid at the addresses [low, high). */
typedef struct {
  guint64 low, high;
  gint8 reg;        /* number of the register that contains the variable; USES_REGISTER_NONE: it is in the frame */
  bool is_indirect; /* whether the location contains the address of the variable instead of its value */
  gint64 at;        /* for a place in the frame, its offset from the canonical frame address in bytes */
  guint64 bytes;    /* size of the variable in bytes; 0: unknown */
  guint32 variable;
} UsesCodePlace;

/* A range of addresses, [low, high), of the code of an inlined function. */
typedef struct {
  guint64 low, high;
  guint32 scope;
} UsesCodeRange;

typedef struct {
  GArray *scopes;    /* UsesCodeScope; enclosing scopes come before inner ones */
  GArray *ranges;    /* UsesCodeRange, in the order of the scopes */
  GArray *variables; /* UsesCodeVariable */
  GArray *places;    /* UsesCodePlace, sorted by `low` */
} UsesPlaces;

/* Reads the locations of variables from the debug information of a called function. Free the result with
 * uses_places_free(), which accepts NULL. */
UsesPlaces *uses_places_new(NameModule *module, Dwarf_Die *function);
void uses_places_free(UsesPlaces *places);

/* Returns the number of the innermost scope at an address of the function. */
guint32 uses_places_scope(const UsesPlaces *places, guint64 pc);

/* Returns, for each instruction (UsesMachineInstruction), the number of the innermost scope. The caller frees the
 * array. */
guint32 *uses_places_scopes(const UsesPlaces *places, const GArray *instructions);

/* Searches the places, from number `from` on, for a register `reg` that contains the value or the address of a variable
 * at `pc`. Returns the number of the first such place. Returns USES_PLACES_NONE if there is none. */
guint32 uses_places_in_register(const UsesPlaces *places, int reg, guint64 pc, guint32 from);

/* As uses_places_in_register(), but for a place in the frame. `at`: offset from the canonical frame address, in
 * bytes. */
guint32 uses_places_in_frame(const UsesPlaces *places, gint64 at, guint64 pc);

/* Stores the registers in which the first `most` parameters of the function at an address are passed. If a parameter is
 * passed by reference, the register contains its address. USES_REGISTER_NONE: no register, or unknown. Returns the
 * number of parameters. If no function is known at the address, stores the argument registers in order, and returns
 * `most`. */
guint uses_places_handed_over(NameModule *module, guint64 entry, gint8 *registers, guint most);

/* Returns the number of the first place whose addresses begin at or after `pc`. */
guint32 uses_places_from(const UsesPlaces *places, guint64 pc);
