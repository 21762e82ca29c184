/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_by_source.h: reads the uses of functions from the source files that the debug information refers to. */
#pragma once

#include "ui/names/name_die.h"
#include "ui/uses/uses.h"

typedef struct UsesBySource UsesBySource;

/* Makes a reader of sources. commands: as in uses_new(). notes: the array to which the reader adds warnings (char *);
 * it must outlive the reader. Without libclang, the reader finds no functions, and the first search adds a warning.
 * Free it with uses_by_source_free(), which accepts NULL. */
UsesBySource *uses_by_source_new(const char *commands, GPtrArray *notes);
void uses_by_source_free(UsesBySource *source);

/* Returns the function that contains a line of a file, in a compilation unit of the program `object`, or NULL if the
 * function cannot be read. The reader owns the result. */
const UsesFunction *uses_by_source_function(UsesBySource *source, const char *object, Dwarf_Die *unit, const char *file,
                                            unsigned line);
