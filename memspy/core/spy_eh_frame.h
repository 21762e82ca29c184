/* spy_eh_frame.h: the bounds of an object's functions, from the table for unwinding (.eh_frame), which stripped files
 * keep.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* A function. Its bounds are link-time addresses. */
typedef struct {
  Addr low, high; /* the code is in [low, high) */
} spy_bounds;

/* Reads the bounds of all functions of the object at `path`, except procedure linkage tables. Returns an array of
 * spy_bounds, sorted by address. The array is empty if the file has no table, or is unreadable. */
XArray *spy_eh_frame_read(const HChar *path);

/* Returns the function that contains an address, or NULL if there is none. */
const spy_bounds *spy_eh_frame_find(XArray *all, Addr address);
