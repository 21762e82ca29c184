/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_frame.h: finds the variables in the slots (bins/bin_slot.h) of a function's frame. */
#pragma once

#include "ui/names/name_code_scope.h"

/* The separator between the names of variables that share a slot. */
#define NAME_FRAME_BETWEEN ", "

/* Returns the variables in the stack frame of a function, as an array of NameLocal. The caller frees the array with
 * g_array_unref(). */
GArray *name_frame_locals(NameModule *module, Dwarf_Die *function);

/* Appends the names of the variables in the slot that begins `below` bytes below the canonical frame address. Variables
 * that occupy the slot during all of the code take precedence, because others can be copies of them. Returns the first
 * variable; NULL: none. */
const NameLocal *name_frame_in(const GArray *locals, uint64_t below, GString *names);
