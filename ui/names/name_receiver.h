/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_receiver.h: names bins by the variables in which the tool saw the address of a new block. */
#pragma once

#include "ui/names/name_search_context.h"

/* Returns the best name from the receivers of a heap bin. */
NameResult name_receiver_best(NameSearchContext *finder, uint32_t bin, const GArray *path);

/* Returns the next heap bin from whose name name_receiver_best() can derive a name, searching from receiver *from of
 * `bin` on. Sets *from to the receiver after it. Returns NAME_FINDER_NONE if there is no further one. */
uint32_t name_receiver_next_block(const NameSearchContext *finder, uint32_t bin, uint32_t *from);

/* Fills by_step, with an element for each step of the path, with the local variables that receive a heap bin's address;
 * NAME_FOUND_NOTHING: none. */
void name_receiver_locals(NameSearchContext *finder, uint32_t bin, const GArray *path, NameResult *by_step);

/* Returns all variables in which the tool saw the address of a heap bin's blocks, as NamePointers.seen. Owned by the
 * caller. */
char *name_receiver_holders(NameSearchContext *finder, uint32_t bin, const GArray *path);
