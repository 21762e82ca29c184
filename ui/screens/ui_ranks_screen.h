/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_ranks_screen.h: counts of each rank of a message-passing program. */
#pragma once

#include "ui/model/ui_select.h"
#include "ui/screens/ui_screen.h"

/* Appends a table of the ranks and their differences, for the whole run, or for the selected code on the selected
 * data (NULL: all of that axis). The view must be of a profile with ranks. Lists the `most` ranks with the most
 * work. */
void ui_ranks_screen(const UiScreen *screen, const UiView *view, const UiSelection *code, const UiSelection *data,
                     uint32_t most, GString *out);
