/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_frame.h: finds the variables in the slots (bins/bin_slot.h) of a function's frame. */
#pragma once

#include "ui/names/name_code_scope.h"

/* The separator of the names of variables that share a slot. */
#define NAME_FRAME_BETWEEN ", "

/* Returns the variables in the frames of a function: NameLocal. Free it with g_array_unref(). */
GArray *name_frame_locals(NameModule *module, Dwarf_Die *function);

/* Appends the names of the variables in the slot that begins `below` bytes below the CFA. Variables that have the slot
 * in all of the code come first: others can be copies of them. Returns the first variable; NULL: none. */
const NameLocal *name_frame_in(const GArray *locals, uint64_t below, GString *names);
