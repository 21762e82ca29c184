/* spy_counted.h: translated code that counts the instructions of its blocks, for basic-block vectors
 * (phases/spy_vectors.h).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_COUNTED_H
#define MEMSPY_SPY_COUNTED_H

#include "memspy/core/spy_valgrind.h"

/* Valgrind's hook for translation: what spy_instrument() makes of the block, recorded or not, and the counts. */
IRSB *spy_counted(VgCallbackClosure *closure, IRSB *in, const VexGuestLayout *layout, const VexGuestExtents *extents,
                  const VexArchInfo *host, IRType guest_word, IRType host_word);

#endif
