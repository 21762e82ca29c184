/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_places.h: the locations of the variables of a function and of the functions inlined in it, from debug
 * information. */
#pragma once

#include "ui/names/ui_die.h"
#include "ui/uses/ui_uses_decode.h"

enum { UI_PLACES_NONE = G_MAXUINT32 };

/* The called function, which is number 0, or a function inlined in it. */
typedef struct {
  Dwarf_Die die;
  guint32 around;     /* the scope into which it was inlined; UI_PLACES_NONE: it is the called function */
  unsigned call_line; /* line of the inlined call in that scope; 0: unknown */
  const char *name, *file;
  unsigned line; /* line of its declaration; 0: unknown */
} UiCodeScope;

typedef struct {
  Dwarf_Die die, type;
  bool has_type;
  guint32 scope;
  bool is_parameter;
  unsigned number; /* number of a parameter, from 0 */
} UiCodeVariable;

/* A location of a variable, valid at the addresses [low, high). */
typedef struct {
  guint64 low, high;
  gint8 reg;        /* the register that contains it; UI_REGISTER_NONE: it is in the frame */
  bool is_indirect; /* the location contains the address of the variable, not its value */
  gint64 at;        /* in the frame: bytes from the canonical frame address */
  guint64 bytes;    /* size of the variable; 0: unknown */
  guint32 variable;
} UiCodePlace;

/* Addresses [low, high) of the code of an inlined function. */
typedef struct {
  guint64 low, high;
  guint32 scope;
} UiCodeRange;

typedef struct {
  GArray *scopes;    /* UiCodeScope, enclosing scopes first */
  GArray *ranges;    /* UiCodeRange, in the order of scopes */
  GArray *variables; /* UiCodeVariable */
  GArray *places;    /* UiCodePlace, by `low` */
} UiPlaces;

/* Reads the debug information of a called function. Free the result with ui_places_free(), which accepts NULL. */
UiPlaces *ui_places_new(UiModule *module, Dwarf_Die *function);
void ui_places_free(UiPlaces *places);

/* Returns the innermost scope at an address of the function. */
guint32 ui_places_scope(const UiPlaces *places, guint64 pc);

/* Returns the innermost scope of each instruction (UiInstruction). Owned by the caller. */
guint32 *ui_places_scopes(const UiPlaces *places, const GArray *instructions);

/* Returns the number of the first place, from number `from` on, in which a register contains the value or address of a
 * variable at `pc`; UI_PLACES_NONE: none. */
guint32 ui_places_in_register(const UiPlaces *places, int reg, guint64 pc, guint32 from);

/* As ui_places_in_register(), but for the frame, `at` bytes from the canonical frame address. */
guint32 ui_places_in_frame(const UiPlaces *places, gint64 at, guint64 pc);

/* Stores the register of each of the first `most` parameters of the function at an address, by number of the parameter;
 * for a parameter passed by reference, the register of its address. UI_REGISTER_NONE: none, or unknown. Returns the
 * number of parameters. If no function is known there, stores the argument registers in order and returns `most`. */
guint ui_places_handed_over(UiModule *module, guint64 entry, gint8 *registers, guint most);

/* Returns the number of the first place that begins at or after `pc`. */
guint32 ui_places_from(const UiPlaces *places, guint64 pc);
