/* ui_copied.h: from which pointers a program's pointers get their addresses.
 *
 * What a function copies is known of each (UiUsesFunction.copies). Here functions meet: one sets a field from a second
 * field, another one had set that from a third. Names stand for all that have them, in all functions: a field of each
 * struct of a type is one. A variable of a function of which there are several by that name is left out. Who got an
 * address from whom matters: that two pointers are set from one does not make what else they are set from the same.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ATTRIBUTE_COPIED_H
#define UI_ATTRIBUTE_COPIED_H

#include "ui/model/ui_profile.h"
#include "ui/uses/ui_uses.h"

typedef struct UiCopied UiCopied;

/* Of all functions that a profile tells instructions of (--instructions=yes). `uses`, `code`: as for ui_attribute(). No
 * argument is needed afterwards. Free it with ui_copied_free(); NULL is allowed there. */
UiCopied *ui_copied_new(const UiProfile *profile, UiUses *uses, UiUses *code);
void ui_copied_free(UiCopied *copied);

/* Adds to names (UiHolders) those from which any function sets one of them, in the order of the profile. Returns
 * whether any is new. */
bool ui_copied_add(const UiCopied *copied, GString *names);

#endif
