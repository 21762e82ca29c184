/* spy_discard.h: handles discarded translations. SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MEMSPY_SPY_DISCARD_H
#define MEMSPY_SPY_DISCARD_H

#include "memspy/core/spy_valgrind.h"

/* Valgrind's hook: a translation is discarded. */
void spy_discard(Addr start, VexGuestExtents extents);

#endif
