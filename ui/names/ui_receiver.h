/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_receiver.h: names bins by the variables in which the tool saw the address of a new block. */
#pragma once

#include "ui/names/ui_finder.h"

/* The best name from the receivers of a heap bin. */
UiFound ui_receiver_best(UiFinder *finder, uint32_t bin, const GArray *path);

/* The bin of the next heap block, from receiver *from of a heap bin on, from which ui_receiver_best() can derive a name,
 * and moves *from after it; UI_FINDER_NONE: no more. */
uint32_t ui_receiver_next_block(const UiFinder *finder, uint32_t bin, uint32_t *from);

/* Fills by_step, with an element for each step of the path, with the local variables that receive a heap bin's address;
 * UI_FOUND_NOTHING: none. */
void ui_receiver_locals(UiFinder *finder, uint32_t bin, const GArray *path, UiFound *by_step);

/* All variables in which the tool saw the address of a heap bin's blocks, as UiHolders.seen. Owned by the caller. */
char *ui_receiver_holders(UiFinder *finder, uint32_t bin, const GArray *path);
