/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_functions.h: finds the functions of an object for the code segments of a profile. */
#pragma once

#include "ui/names/name_die.h"
#include "ui/profile/profile.h"

typedef struct NameFunctions NameFunctions;

/* Lists all functions of a module that have code. The module must outlive the list. Free it with name_functions_free().
 */
NameFunctions *name_functions_new(const NameModule *module);
void name_functions_free(NameFunctions *functions);

/* Finds the function of a code segment: its first instruction has the segment's line, and the segment's name, a symbol,
 * contains the function's. Returns false if there is none. */
bool name_functions_find(const NameFunctions *functions, const ProfileSegment *segment, Dwarf_Die *function);
