/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_typed.h: finds the cells of data in machine code. Variables are found by debug information, and fields by their
 * offsets. */
#pragma once

#include "ui/uses/uses_cells.h"
#include "ui/uses/uses_places.h"
#include "ui/uses/uses_statics.h"

typedef struct UsesTyped UsesTyped;

/* Makes an empty set of typed cells. The arguments must outlive the set. Free it with uses_typed_free(), which accepts
 * NULL. */
UsesTyped *uses_typed_new(NameModule *module, UsesCellSet *cells, const UsesPlaces *places);
void uses_typed_free(UsesTyped *typed);

/* Returns the cell of the variable that belongs to a place. If the place contains the address of the variable
 * (is_indirect), the result is the cell of this address. The variable itself is then the target of the cell. */
UsesCell uses_typed_local(UsesTyped *typed, const UsesCodePlace *place);

/* Returns the cell of a static variable. */
UsesCell uses_typed_static(UsesTyped *typed, const UsesStaticVariable *variable);

/* Returns the cell of a symbol without debug information. */
UsesCell uses_typed_symbol(UsesTyped *typed, const char *name);

/* Returns the cell of a slot, which is an unnamed place in the frame and can contain spilled pointers. at: offset from
 * the canonical frame address, in bytes. */
UsesCell uses_typed_slot(UsesTyped *typed, gint64 at);

/* As uses_typed_slot(), but returns USES_CELL_NONE if the slot does not have a cell yet. */
UsesCell uses_typed_known_slot(const UsesTyped *typed, gint64 at);

/* Returns the cell of a pointer's target, or USES_CELL_NONE if the type of the pointer cannot contain an address. */
UsesCell uses_typed_target(UsesTyped *typed, UsesCell pointer);

/* If the cell `target` has no type, for example because it is a heap block, gives it the type to which `pointer`
 * points. */
void uses_typed_learn(UsesTyped *typed, UsesCell target, UsesCodeVariable *pointer);

/* Returns whether a cell has a type. */
bool uses_typed_has_type(const UsesTyped *typed, UsesCell cell);

/* Returns the cell of the field that is `at` bytes after the start of the data, or of one of the elements of the data.
 * If there is no such field, returns the cell of the data. */
UsesCell uses_typed_within(UsesTyped *typed, UsesCell data, gint64 at);

enum { USES_SLOT_NONE = G_MAXUINT };

/* Returns the number of a slot (uses_typed_slot()), from 0 in the order in which slots were created, or USES_SLOT_NONE
 * if the cell is not a slot. */
guint uses_typed_slot_number(const UsesTyped *typed, UsesCell cell);
