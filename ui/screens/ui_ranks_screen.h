/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_ranks_screen.h: what each rank of a message-passing program did. */
#ifndef UI_SCREENS_RANKS_SCREEN_H
#define UI_SCREENS_RANKS_SCREEN_H

#include "ui/model/ui_select.h"
#include "ui/screens/ui_screen.h"

/* Appends a table of the ranks, and what they differ in: of the whole run, or of the selected code on the selected data
 * (NULL: all of that axis). The view is that of a profile with ranks. At most `most` ranks are listed, then those with
 * the most work. */
void ui_ranks_screen(const UiScreen *screen, const UiView *view, const UiSelection *code, const UiSelection *data,
                     uint32_t most, GString *out);

#endif
