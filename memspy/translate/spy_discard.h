/* spy_discard.h: handles discarded translations. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Valgrind's hook that is called when a translation is discarded. */
void spy_discard(Addr start, VexGuestExtents extents);
