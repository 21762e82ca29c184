/* ui_frame.h: the variables in a function's frames, by the slot that they lie in (bins/bin_slot.h).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_NAMES_FRAME_H
#define UI_NAMES_FRAME_H

#include "ui/names/ui_code_scope.h"

/* Between the names of variables that share a slot. */
#define UI_FRAME_BETWEEN ", "

/* The variables in the frames of a function: UiLocal. Free it with g_array_unref(). */
GArray *ui_frame_locals(UiModule *module, Dwarf_Die *function);

/* Appends the names of those in the slot that begins `below` bytes below the CFA: one that is always there stands
 * before those that are only for some of the code, which may be copies of it. Returns the first; NULL: there is none.
 */
const UiLocal *ui_frame_in(const GArray *locals, uint64_t below, GString *names);

#endif
