/* spy_frames.h: instructions by their object and link-time address, which are the frames of call paths in files. An
 * object's code can be unloaded before a path is written, so instructions are recorded when they are translated.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

typedef struct {
  ULong address; /* link-time; run-time for code outside of objects */
  UInt object;   /* (bin_table.h) */
  UInt bytes;
} spy_frame;

/* The number of the instruction of `bytes` bytes at an address. */
UInt spy_frame_of(Addr address, UInt bytes);

/* A frame by number, valid until the next one is made; the number of frames. */
const spy_frame *spy_frame_get(UInt number);
UInt spy_frames_number(void);
