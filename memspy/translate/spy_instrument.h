/* spy_instrument.h: instruments translated code to record references. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Valgrind's hook. */
IRSB *spy_instrument(VgCallbackClosure *closure, IRSB *in, const VexGuestLayout *layout, const VexGuestExtents *extents,
                     const VexArchInfo *host, IRType guest_word, IRType host_word);
