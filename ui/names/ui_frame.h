/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_frame.h: finds the variables in the slots (bins/bin_slot.h) of a function's frame. */
#pragma once

#include "ui/names/ui_code_scope.h"

/* The separator of the names of variables that share a slot. */
#define UI_FRAME_BETWEEN ", "

/* The variables in the frames of a function: UiLocal. Free it with g_array_unref(). */
GArray *ui_frame_locals(UiModule *module, Dwarf_Die *function);

/* Appends the names of the variables in the slot that begins `below` bytes below the CFA. Variables that have the slot
 * in all of the code come first: others can be copies of them. Returns the first variable; NULL: none. */
const UiLocal *ui_frame_in(const GArray *locals, uint64_t below, GString *names);
