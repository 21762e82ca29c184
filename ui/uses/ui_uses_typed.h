/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_typed.h: finds the cells of data in machine code: variables by debug information, fields by their offsets. */
#pragma once

#include "ui/uses/ui_uses_cells.h"
#include "ui/uses/ui_uses_places.h"
#include "ui/uses/ui_uses_statics.h"

typedef struct UiTyped UiTyped;

/* Makes an empty set of typed cells. The arguments must outlive it. Free it with ui_typed_free(), which accepts NULL.
 */
UiTyped *ui_typed_new(UiModule *module, UiCellSet *cells, const UiPlaces *places);
void ui_typed_free(UiTyped *typed);

/* Returns the cell of the variable in a place. If the place contains the address of the variable, returns the cell of
 * that address. */
UiCell ui_typed_local(UiTyped *typed, const UiCodePlace *place);

/* Returns the cell of a static variable. */
UiCell ui_typed_static(UiTyped *typed, const UiStaticVariable *variable);

/* Returns the cell of a symbol without debug information. */
UiCell ui_typed_symbol(UiTyped *typed, const char *name);

/* Returns the cell of a slot: an unnamed place in the frame, which can contain spilled pointers. at: bytes from the
 * canonical frame address. */
UiCell ui_typed_slot(UiTyped *typed, gint64 at);

/* As ui_typed_slot(), but returns UI_CELL_NONE if the slot has no cell yet. */
UiCell ui_typed_known_slot(const UiTyped *typed, gint64 at);

/* Returns the target of a pointer. UI_CELL_NONE: by its type, the cell cannot contain an address. */
UiCell ui_typed_target(UiTyped *typed, UiCell pointer);

/* Returns the cell of the field that is `at` bytes after the start of the data or of one of their elements; without
 * such a field, the cell of the data. */
UiCell ui_typed_within(UiTyped *typed, UiCell data, gint64 at);

enum { UI_SLOT_NONE = G_MAXUINT };

/* Returns the number of a slot (ui_typed_slot()), from 0 in the order of their creation; UI_SLOT_NONE: the cell is no
 * slot. */
guint ui_typed_slot_number(const UiTyped *typed, UiCell cell);
