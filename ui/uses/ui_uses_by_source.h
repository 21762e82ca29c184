/* ui_uses_by_source.h: the uses of functions, from the sources that debug information names.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_USES_BY_SOURCE_H
#define UI_USES_BY_SOURCE_H

#include "ui/names/ui_die.h"
#include "ui/uses/ui_uses.h"

typedef struct UiBySource UiBySource;

/* `commands`: see ui_uses_new(). What is to be told is added to `notes` (char *), which must outlive it. Without
 * libclang it knows no function, and a note says so once one is asked for. Free it with ui_by_source_free(). */
UiBySource *ui_by_source_new(const char *commands, GPtrArray *notes);
void ui_by_source_free(UiBySource *source); /* NULL is allowed */

/* The function with that line of a file, in a unit of the program `object`. NULL: it cannot be read. It belongs to
 * `source`. */
const UiUsesFunction *ui_by_source_function(UiBySource *source, const char *object, Dwarf_Die *unit, const char *file,
                                            unsigned line);

#endif
