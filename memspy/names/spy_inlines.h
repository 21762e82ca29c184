/* spy_inlines.h: the segments of inlined functions.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Returns whether an object is the C library or the dynamic linker. The functions of these objects are not divided into
 * inlined functions: every run would read their debug information, although no user changes these functions. */
Bool spy_inlines_is_c_library(const HChar *path);

/* Returns the segment of the innermost function that is inlined at an instruction, or `segment` if nothing is inlined
 * there or the debug information is missing. `segment` is the segment of the function that contains the instruction.
 * `link` is the instruction's link-time address. `file` is the number of its source file. */
UInt spy_inlined_segment(UInt segment, Addr link, UInt file);

/* Returns the name of an inlined function whose body contains an instruction: the innermost one (`level` 0), or one
 * around it. Returns NULL if there are no more. `object` is the number of the object. */
const HChar *spy_inlined_name(UInt object, Addr link, UInt level);
