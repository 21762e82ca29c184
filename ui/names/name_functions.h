/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_functions.h: finds the functions in an object file that correspond to the code segments of a profile. */
#pragma once

#include "ui/names/name_die.h"
#include "ui/profile/profile.h"

typedef struct NameFunctions NameFunctions;

/* Lists all functions of a module that have code. The module must outlive the list. The caller frees the list with
 * name_functions_free(). */
NameFunctions *name_functions_new(const NameModule *module);
void name_functions_free(NameFunctions *functions);

/* Finds the function of a code segment. Its first instruction must have the segment's line, and the segment's name,
 * which is a symbol, must contain the function's name. Returns false if there is no such function. */
bool name_functions_find(const NameFunctions *functions, const ProfileSegment *segment, Dwarf_Die *function);
