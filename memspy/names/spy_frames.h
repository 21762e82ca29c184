/* spy_frames.h: instructions by the object that they are in and their link-time address: what a frame of a call path
 * is in a file. An object's code may be gone when a path is written, so its instructions are noted when they are
 * translated.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_FRAMES_H
#define MEMSPY_SPY_FRAMES_H

#include "memspy/core/spy_valgrind.h"

typedef struct {
  ULong address; /* link-time; of code in no object, at run time */
  UInt object;   /* (bin_table.h) */
  UInt bytes;
} spy_frame;

/* The number of the instruction of so many bytes at an address. */
UInt spy_frame_of(Addr address, UInt bytes);

/* By number, valid until there is another one; how many there are. */
const spy_frame *spy_frame_get(UInt number);
UInt spy_frames_number(void);

#endif
