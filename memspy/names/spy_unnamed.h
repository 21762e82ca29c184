/* spy_unnamed.h: functions without a symbol, in stripped programs and libraries.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_eh_frame.h"

/* Returns the bounds of the function that contains a link-time address, or NULL if they are unknown. `object` is the
 * object's number in the table. The result is valid until the next call. */
const spy_bounds *spy_unnamed_function(UInt object, Addr link);

/* Returns the segment of a function without a symbol. Its name contains the function's first link-time address, such as
 * "func_1a40". */
UInt spy_unnamed_segment(UInt object, const spy_bounds *function);
