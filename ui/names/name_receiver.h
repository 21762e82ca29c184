/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_receiver.h: names bins by the variables in which the tool saw the address of a new block. */
#pragma once

#include "ui/names/name_search_context.h"

/* Returns the best name for a heap bin from its receivers. `path` is the result of name_search_context_path(). */
NameResult name_receiver_best(NameSearchContext *finder, uint32_t bin, const GArray *path);

/* name_receiver_best() needs the names of other heap bins for the name of `bin`. Returns the next one of them. Begins
 * to search at receiver number *from of `bin`, and sets *from to the number of the receiver that follows the found one.
 * Returns NAME_FINDER_NONE if there is no further such bin. */
uint32_t name_receiver_next_block(const NameSearchContext *finder, uint32_t bin, uint32_t *from);

/* Sets by_step[i] to the local variable that received the heap bin's address in step i of the path; NAME_FOUND_NOTHING:
 * there is none. */
void name_receiver_locals(NameSearchContext *finder, uint32_t bin, const GArray *path, NameResult *by_step);

/* Returns all variables in which the tool saw the address of a heap bin's blocks, in the format of NamePointers.seen.
 * The caller owns the list. */
char *name_receiver_holders(NameSearchContext *finder, uint32_t bin, const GArray *path);
