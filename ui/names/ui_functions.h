/* ui_functions.h: the functions of an object, by what a profile calls them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_FUNCTIONS_H
#define UI_UI_FUNCTIONS_H

#include "ui/model/ui_profile.h"
#include "ui/names/ui_die.h"

typedef struct UiFunctions UiFunctions;

/* Lists all functions of a module that have code. The module must outlive the list. Free it with ui_functions_free().
 */
UiFunctions *ui_functions_new(const UiModule *module);
void ui_functions_free(UiFunctions *functions);

/* The function that a code segment is: its first instruction is of the segment's line, and the segment's name, which is
 * that of a symbol, has the function's in it. Returns false when there is none. */
bool ui_functions_find(const UiFunctions *functions, const UiSegment *segment, Dwarf_Die *function);

#endif
