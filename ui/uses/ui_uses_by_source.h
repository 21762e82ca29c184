/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_by_source.h: reads the uses of functions from the sources that debug information names. */
#pragma once

#include "ui/names/ui_die.h"
#include "ui/uses/ui_uses.h"

typedef struct UiBySource UiBySource;

/* Makes a reader of sources. commands: see ui_uses_new(). It adds warnings to `notes` (char *), which must outlive it.
 * Without libclang, it finds no function, and the first search adds a warning. Free it with ui_by_source_free(), which
 * accepts NULL. */
UiBySource *ui_by_source_new(const char *commands, GPtrArray *notes);
void ui_by_source_free(UiBySource *source);

/* Returns the function that contains a line of a file, in a unit of the program `object`. NULL: it cannot be read.
 * Owned by `source`. */
const UiUsesFunction *ui_by_source_function(UiBySource *source, const char *object, Dwarf_Die *unit, const char *file,
                                            unsigned line);
