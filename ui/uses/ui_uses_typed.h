/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_typed.h: cells of data in machine code: variables by their debug information, and fields by their offsets. */
#pragma once

#include "ui/uses/ui_uses_cells.h"
#include "ui/uses/ui_uses_places.h"
#include "ui/uses/ui_uses_statics.h"

typedef struct UiTyped UiTyped;

/* The others must outlive it. Free it with ui_typed_free(). */
UiTyped *ui_typed_new(UiModule *module, UiCellSet *cells, const UiPlaces *places);
void ui_typed_free(UiTyped *typed); /* NULL is allowed */

/* The cell of a variable of the function; of one whose address is in the place, that of the address. */
UiCell ui_typed_local(UiTyped *typed, const UiCodePlace *place);

/* The cell of a static variable. */
UiCell ui_typed_static(UiTyped *typed, const UiStaticVariable *variable);

/* That of a symbol without debug information. */
UiCell ui_typed_symbol(UiTyped *typed, const char *name);

/* An unnamed place in the frame: pointers are kept there for a while. */
UiCell ui_typed_slot(UiTyped *typed, gint64 at);

/* The same, if that place was asked for; else UI_CELL_NONE. */
UiCell ui_typed_known_slot(const UiTyped *typed, gint64 at);

/* What a pointer points to. UI_CELL_NONE: the type of the cell says that it is none. */
UiCell ui_typed_target(UiTyped *typed, UiCell pointer);

/* What lies `at` bytes behind the start of the data, or of an element of them: a field, or the data themselves. */
UiCell ui_typed_within(UiTyped *typed, UiCell data, gint64 at);

enum { UI_SLOT_NONE = G_MAXUINT };

/* The number of a place for a while (ui_typed_slot()), from 0 in the order in which they were asked for; UI_SLOT_NONE:
 * the cell is none. */
guint ui_typed_slot_number(const UiTyped *typed, UiCell cell);
