/* ui_receiver.h: bins named by where the tool saw the address of a new block stored.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_RECEIVER_H
#define UI_UI_RECEIVER_H

#include "ui/names/ui_finder.h"

/* The best that the receivers of a heap bin tell. */
UiFound ui_receiver_best(UiFinder *finder, uint32_t bin, const GArray *path);

/* The next block of the heap, from receiver *from of a heap bin on, by which ui_receiver_best() may call the bin: the
 * number of its bin, with *from past it; or UI_FINDER_NONE. */
uint32_t ui_receiver_next_block(const UiFinder *finder, uint32_t bin, uint32_t *from);

/* The local variables that receive a heap bin's address, by receivers, from step to step of its path: `by_step` has an
 * UiFound for each, UI_FOUND_NOTHING where there is none. */
void ui_receiver_locals(UiFinder *finder, uint32_t bin, const GArray *path, UiFound *by_step);

/* Everything in which the tool saw the address of a heap bin's blocks, as UiHolders.seen has it. Owned by the caller.
 */
char *ui_receiver_holders(UiFinder *finder, uint32_t bin, const GArray *path);

#endif
