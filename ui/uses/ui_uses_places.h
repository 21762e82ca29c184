/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_places.h: the variables of a function in machine code, and of those inlined there: where they are, and
 * when. */
#pragma once

#include "ui/names/ui_die.h"
#include "ui/uses/ui_uses_decode.h"

enum { UI_PLACES_NONE = G_MAXUINT32 };

/* The function that is called, and the functions inlined there; that one is number 0. */
typedef struct {
  Dwarf_Die die;
  guint32 around;     /* into which it was inlined; UI_PLACES_NONE: it is the one that is called */
  unsigned call_line; /* there; 0: unknown */
  const char *name, *file;
  unsigned line; /* where it is declared; 0: unknown */
} UiCodeScope;

typedef struct {
  Dwarf_Die die, type;
  bool has_type;
  guint32 scope;
  bool is_parameter;
  unsigned number; /* of a parameter */
} UiCodeVariable;

/* Where a variable is from address `low` to before `high`. */
typedef struct {
  guint64 low, high;
  gint8 reg; /* its value is there; UI_REGISTER_NONE: it is in the frame, `at` bytes from its canonical address */
  bool is_indirect; /* there is its address, and not itself */
  gint64 at;
  guint64 bytes; /* in the frame */
  guint32 variable;
} UiCodePlace;

/* Code of a function that was inlined. */
typedef struct {
  guint64 low, high;
  guint32 scope;
} UiCodeRange;

typedef struct {
  GArray *scopes;    /* UiCodeScope: those around before those within */
  GArray *ranges;    /* UiCodeRange: in the order of scopes */
  GArray *variables; /* UiCodeVariable */
  GArray *places;    /* UiCodePlace, by low */
} UiPlaces;

/* Of a function that is called. Free it with ui_places_free(). */
UiPlaces *ui_places_new(UiModule *module, Dwarf_Die *function);
void ui_places_free(UiPlaces *places); /* NULL is allowed */

/* The innermost scope at an address of the function. */
guint32 ui_places_scope(const UiPlaces *places, guint64 pc);

/* The innermost scope of each instruction. Owned by the caller. */
guint32 *ui_places_scopes(const UiPlaces *places, const GArray *instructions);

/* The number of the place of a variable whose value, or address, is in the register, from `from` on; UI_PLACES_NONE: no
 * more. */
guint32 ui_places_in_register(const UiPlaces *places, int reg, guint64 pc, guint32 from);

/* The same for `at` bytes from the canonical frame address. */
guint32 ui_places_in_frame(const UiPlaces *places, gint64 at, guint64 pc);

/* The registers in which the function at an address gets its parameters: of the first `most` by number, its own address
 * if that is handed over. UI_REGISTER_NONE: in none, or it is not known. Returns how many of them it has; where no
 * function is known, `most`, in the order of registers. */
guint ui_places_handed_over(UiModule *module, guint64 entry, gint8 *registers, guint most);

/* The first place that begins at `pc`, or behind it. */
guint32 ui_places_from(const UiPlaces *places, guint64 pc);
