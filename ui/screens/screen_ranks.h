/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_ranks.h: prints the counts of each rank of a message-passing program. */
#pragma once

#include "ui/screens/screen.h"
#include "ui/view/view_select.h"

/* Appends a table of the `most` ranks with the most work, and the differences between ranks. The counts are those of
 * the whole run, or of the selected code on the selected data (NULL: everything on that axis). The profile of the view
 * must have ranks. */
void screen_ranks(const Screen *screen, const View *view, const ViewSelection *code, const ViewSelection *data,
                  uint32_t most, GString *out);
