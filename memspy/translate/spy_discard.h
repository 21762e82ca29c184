/* spy_discard.h: translations that are thrown away. SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MEMSPY_SPY_DISCARD_H
#define MEMSPY_SPY_DISCARD_H

#include "memspy/core/spy_valgrind.h"

/* Valgrind's hook: a translation is thrown away. */
void spy_discard(Addr start, VexGuestExtents extents);

#endif
