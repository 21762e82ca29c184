/* spy_frames.h: the frames of call paths in files. A frame is an instruction, given by its object and link-time
 * address. An object's code can be unloaded before a call path is written, so instructions are recorded when they are
 * translated.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

typedef struct {
  ULong address; /* link-time address; run-time address for code outside of objects */
  UInt object;   /* (bin_table.h) */
  UInt bytes;
} spy_frame;

/* Returns the number of the frame for the instruction of `bytes` bytes at an address. */
UInt spy_frame_of(Addr address, UInt bytes);

/* The first function returns a frame by its number; it is valid until the next frame is made. The second returns the
 * number of frames. */
const spy_frame *spy_frame_get(UInt number);
UInt spy_frames_number(void);
