/* spy_block_counts.h: instruments code to count the instructions of its blocks, for basic-block vectors
 * (phases/spy_vectors.h).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Valgrind's hook for translation: adds counts to the result of spy_instrument(), recording or not. */
IRSB *spy_counted(VgCallbackClosure *closure, IRSB *in, const VexGuestLayout *layout, const VexGuestExtents *extents,
                  const VexArchInfo *host, IRType guest_word, IRType host_word);
