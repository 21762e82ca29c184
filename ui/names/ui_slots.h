/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_slots.h: joins the slots of stack variables. With --stack-vars=yes, each 8 bytes of a function's frame are a bin.
 * The slots of a variable belong together, and so do all slots of a function without a variable. */
#pragma once

#include "ui/names/ui_debug.h"

/* The variable of a slot. */
typedef struct {
  uint32_t first;       /* the first bin of the same variable of the same function */
  const char *variable; /* NULL: none or unknown; two that share 8 bytes: "i, j" */
  UiModule *module;     /* module of `type` */
  Dwarf_Die type;       /* type of the variable, or of the first of two */
  uint64_t within;      /* offset of the slot in that variable; 0 if the slot begins before it */
} UiSlotVariable;

typedef struct UiSlots UiSlots;

/* Finds the variables of all slots of a profile. debug: NULL if there is no debug information. Free the result with
 * ui_slots_free(). */
UiSlots *ui_slots_new(const UiProfile *profile, UiDebug *debug);
void ui_slots_free(UiSlots *slots);

/* The name of a slot: "x in main" for the first slot of its variable, "x+8 in main" for the others. Owned by the caller.
 */
char *ui_slots_name(const UiSlots *slots, const UiProfile *profile, uint32_t bin);

/* By bin: the first slot of the same variable; the bin itself if it is no slot. Owned by the caller. */
uint32_t *ui_slots_same(const UiSlots *slots, const UiProfile *profile);

/* The variable of a slot; NULL: the bin is no slot. */
const UiSlotVariable *ui_slots_get(const UiSlots *slots, uint32_t bin);
