/* ui_whatif_placements.h: a trace simulated with its blocks and mappings at other addresses: what depends on where the
 * allocator happened to put them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_WHATIF_PLACEMENTS_H
#define UI_UI_WHATIF_PLACEMENTS_H

#include "ui/whatif/ui_whatif_vary.h"

/* Simulates a trace with tables as it was, and `n` times with blocks of 4096 bytes or more and mappings at random
 * addresses, on the machine of the options `given`; those of time i come from seed i, from 1. Parts are data, by their
 * stall of replacement misses. Returns false and sets *error, a G_OPTION_ERROR when something of the trace cannot be
 * moved, or an option is wrong. The caller ends with ui_whatif_variation_clear() either way. */
bool ui_whatif_placements(UiWhatifVariation *variation, const UiTraceFile *file, char *const *given, uint32_t n,
                          GError **error);

#endif
