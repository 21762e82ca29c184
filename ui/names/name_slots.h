/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_slots.h: joins the slots of stack variables. With --stack-vars=yes, each 8 bytes of a function's frame are a
 * bin. All slots of one variable are joined; so are all slots of a function that have no variable. */
#pragma once

#include "ui/names/name_debug.h"

/* The variable of a slot. */
typedef struct {
  uint32_t first;       /* the first bin of the same variable of the same function */
  const char *variable; /* name of the variable; "i, j" if two variables share the 8 bytes; NULL: none, or unknown */
  NameModule *module;   /* module of `type` */
  Dwarf_Die type;       /* type of the variable, or of the first of two */
  uint64_t within;      /* offset of the slot in that variable; 0 if the slot begins before it */
} NameSlotVariable;

typedef struct NameSlots NameSlots;

/* Finds the variables of all slots of a profile. debug: NULL if there is no debug information. Free the result with
 * name_slots_free(). */
NameSlots *name_slots_new(const Profile *profile, NameDebug *debug);
void name_slots_free(NameSlots *slots);

/* Returns the name of a slot: "x in main" for the first slot of its variable, "x+8 in main" for the others. Owned by
 * the caller.
 */
char *name_slots_name(const NameSlots *slots, const Profile *profile, uint32_t bin);

/* Returns, for each bin, the bin of the first slot of the same variable; for a bin that is no slot, the bin itself. The
 * caller owns the array. */
uint32_t *name_slots_same(const NameSlots *slots, const Profile *profile);

/* Returns the variable of a slot; NULL: the bin is no slot. */
const NameSlotVariable *name_slots_get(const NameSlots *slots, uint32_t bin);
