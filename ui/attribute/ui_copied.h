/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_copied.h: finds the pointers from which a program's pointers are copied.
 *
 * UiUsesFunction.copies has the copies of each function. This file combines them: one function sets a field from a
 * second field, which another function has set from a third. Equal names are one pointer in all functions, as a
 * field of all structs of a type. Variables of several functions with the same name are ignored. The direction of
 * copies matters: two pointers that are set from a third need not share other sources. */
#pragma once

#include "ui/model/ui_profile.h"
#include "ui/uses/ui_uses.h"

typedef struct UiCopied UiCopied;

/* Reads the copies of all functions with single instructions in a profile (--instructions=yes). uses, code: as for
 * ui_attribute(). The arguments need not outlive the result. Free it with ui_copied_free(), which accepts NULL. */
UiCopied *ui_copied_new(const UiProfile *profile, UiUses *uses, UiUses *code);
void ui_copied_free(UiCopied *copied);

/* Adds to names (UiHolders) the names from which a function sets one of them, in the order of the profile. Returns
 * whether one is new. */
bool ui_copied_add(const UiCopied *copied, GString *names);
