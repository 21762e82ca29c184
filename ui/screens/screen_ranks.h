/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_ranks.h: counts of each rank of a message-passing program. */
#pragma once

#include "ui/screens/screen.h"
#include "ui/view/view_select.h"

/* Appends a table of the ranks and their differences, for the whole run, or for the selected code on the selected
 * data (NULL: all of that axis). The view must be of a profile with ranks. Lists the `most` ranks with the most
 * work. */
void screen_ranks(const Screen *screen, const View *view, const ViewSelection *code, const ViewSelection *data,
                  uint32_t most, GString *out);
