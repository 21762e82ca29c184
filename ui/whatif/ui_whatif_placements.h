/* ui_whatif_placements.h: a trace simulated with its blocks and mappings at other addresses: what depends on where the
 * allocator happened to put them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_WHATIF_PLACEMENTS_H
#define UI_UI_WHATIF_PLACEMENTS_H

#include "ui/replay/ui_replay.h"

enum { UI_WHATIF_LEAST_PLACEMENTS = 3, UI_WHATIF_MOST_PLACEMENTS = 1000 };

/* Simulates a trace with tables as it was, and `n` times with blocks of 4096 bytes or more and mappings at random
 * addresses; those of time i come from seed i, from 1. Returns in words what came out, owned by the caller; NULL and
 * *error, a G_OPTION_ERROR when something of the trace cannot be moved. */
char *ui_whatif_placements(const UiTraceFile *file, const UiReplay *plain, uint32_t n, GError **error);

#endif
