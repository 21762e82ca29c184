/* ui_slots.h: stack variables. With --stack-vars=yes each 8 bytes of a function's frame are a bin; those of one
 * variable belong together, and so do all of a function that are no variable's.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_SLOTS_H
#define UI_UI_SLOTS_H

#include "ui/names/ui_debug.h"

/* What a slot is part of. */
typedef struct {
  uint32_t first;       /* the first bin of the same variable of the same function */
  const char *variable; /* NULL: none, or not known. Two that share 8 bytes: "i, j" */
  UiModule *module;     /* of type */
  Dwarf_Die type;       /* of the variable (of the first, if there are two) */
  uint64_t within;      /* bytes from the start of that variable to the slot's; 0 if the slot begins before it */
} UiSlotVariable;

typedef struct UiSlots UiSlots;

/* Looks for the variables of all slots of a profile. Without debug information (NULL), none is known. Free it with
 * ui_slots_free(). */
UiSlots *ui_slots_new(const UiProfile *profile, UiDebug *debug);
void ui_slots_free(UiSlots *slots);

/* The name of a bin that is a slot: "x in main" of the first of its variable, "x+8 in main" of the others. Owned by the
 * caller. */
char *ui_slots_name(const UiSlots *slots, const UiProfile *profile, uint32_t bin);

/* For each bin, the number of the first one of the same variable: its own of all that are no slots. Owned by the
 * caller. */
uint32_t *ui_slots_same(const UiSlots *slots, const UiProfile *profile);

/* What a bin is part of; NULL: it is no slot. */
const UiSlotVariable *ui_slots_get(const UiSlots *slots, uint32_t bin);

#endif
