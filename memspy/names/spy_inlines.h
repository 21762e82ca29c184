/* spy_inlines.h: the segments of inlined functions.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* The segment of the function that is inlined at an address; of several that nest, the innermost. `segment`: the
 * function that contains the address, and the result if nothing is inlined there or the debug information is missing.
 * `link`: the link-time address. `file`: number of the instruction's source file. */
UInt spy_inlined_segment(UInt segment, Addr link, UInt file);
