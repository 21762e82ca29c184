/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_functions.h: finds the functions of an object for the code segments of a profile. */
#pragma once

#include "ui/model/ui_profile.h"
#include "ui/names/ui_die.h"

typedef struct UiFunctions UiFunctions;

/* Lists all functions of a module that have code. The module must outlive the list. Free it with ui_functions_free().
 */
UiFunctions *ui_functions_new(const UiModule *module);
void ui_functions_free(UiFunctions *functions);

/* Finds the function of a code segment: its first instruction has the segment's line, and the segment's name, a symbol,
 * contains the function's. Returns false if there is none. */
bool ui_functions_find(const UiFunctions *functions, const UiSegment *segment, Dwarf_Die *function);
