/* spy_unnamed.h: functions without a symbol, in stripped programs and libraries.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_eh_frame.h"

/* The bounds of the function that contains a link-time address of an object (its number in the table); NULL: unknown.
 * Valid until the next call. */
const spy_bounds *spy_unnamed_function(UInt object, Addr link);

/* The segment of such a function: "func_1a40", after its first link-time address. */
UInt spy_unnamed_segment(UInt object, const spy_bounds *function);
