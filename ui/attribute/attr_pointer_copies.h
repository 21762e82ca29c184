/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_pointer_copies.h: finds the pointers from which a program's pointers are copied.
 *
 * UsesFunction.copies has the copies of each function. This file combines the copies of several functions: for example,
 * one function sets a field from a second field, which another function has set from a third one. Pointers with equal
 * names count as one pointer in all functions. For example, a field counts as one pointer for all structs of its type.
 * If several functions have the same name, their variables are ignored. Copies have a direction: if two pointers are
 * set from a third one, the first pointer can have other sources than the second. */
#pragma once

#include "ui/profile/profile.h"
#include "ui/uses/uses.h"

typedef struct AttrPointerCopies AttrPointerCopies;

/* Reads the copies of all functions with single instructions in a profile (--instructions=yes). `uses` and `code` are
 * as for attr_attribute(). The arguments need not outlive the result. Free it with attr_pointer_copies_free(), which
 * accepts NULL. */
AttrPointerCopies *attr_pointer_copies_new(const Profile *profile, Uses *uses, Uses *code);
void attr_pointer_copies_free(AttrPointerCopies *copied);

/* Adds, to `names` (NamePointers), the pointers from which a function sets one of `names`, in the order of the profile.
 * Returns whether it added a name. */
bool attr_pointer_copies_add(const AttrPointerCopies *copied, GString *names);
