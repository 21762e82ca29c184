/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_by_source.h: reads the uses of functions from the sources that debug information names. */
#pragma once

#include "ui/names/name_die.h"
#include "ui/uses/uses.h"

typedef struct UsesBySource UsesBySource;

/* Makes a reader of sources. commands: see uses_new(). It adds warnings to `notes` (char *), which must outlive it.
 * Without libclang, it finds no function, and the first search adds a warning. Free it with uses_by_source_free(),
 * which accepts NULL. */
UsesBySource *uses_by_source_new(const char *commands, GPtrArray *notes);
void uses_by_source_free(UsesBySource *source);

/* Returns the function that contains a line of a file, in a unit of the program `object`. NULL: it cannot be read.
 * Owned by `source`. */
const UsesFunction *uses_by_source_function(UsesBySource *source, const char *object, Dwarf_Die *unit, const char *file,
                                            unsigned line);
