/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_slots.h: joins the slots of stack variables. With --stack-vars=yes, each 8-byte slot of a function's frame is a
 * bin. All slots of one variable are joined. All slots of a function that belong to no variable are joined, too. */
#pragma once

#include "ui/names/name_debug.h"

/* The variable to which a slot belongs. */
typedef struct {
  uint32_t first;       /* number of the first bin that belongs to the same variable of the same function */
  const char *variable; /* name of the variable; "i, j" if two variables share the slot; NULL: none, or unknown */
  NameModule *module;   /* module that contains `type` */
  Dwarf_Die type;       /* type of the variable, or of the first one if two share the slot */
  uint64_t within;      /* offset of the slot in this variable; 0 if the slot begins before the variable */
} NameSlotVariable;

typedef struct NameSlots NameSlots;

/* Finds the variables of all slots of a profile. `debug` is NULL if there is no debug information. The caller frees the
 * result with name_slots_free(). */
NameSlots *name_slots_new(const Profile *profile, NameDebug *debug);
void name_slots_free(NameSlots *slots);

/* Returns the name of a slot, such as "x in main" for the first slot of a variable, and "x+8 in main" for another slot.
 * The caller owns the name. */
char *name_slots_name(const NameSlots *slots, const Profile *profile, uint32_t bin);

/* Returns, for each bin, the bin of the first slot of the same variable. If a bin is not a slot, this is the bin
 * itself. The caller owns the array. */
uint32_t *name_slots_same(const NameSlots *slots, const Profile *profile);

/* Returns the variable of a slot; NULL: the bin is not a slot. */
const NameSlotVariable *name_slots_get(const NameSlots *slots, uint32_t bin);
