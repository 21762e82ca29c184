/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_stack.h: the call stack of a place, as far as the profile records it: the function of the place, and the
 * functions into which it is inlined. export_stacks.h adds the callers. */
#pragma once

#include "ui/export/export.h"

/* A frame of a stack. */
typedef struct {
  uint32_t segment; /* number of the function */
  uint64_t line;    /* line of the place in the innermost frame; 0: unknown */
} ExportPlaceFrame;

/* Sets frames[0 .. n) to the stack of a place, innermost frame first. Returns n: at least 1, at most `most`; frames
 * beyond `most` are missing. */
unsigned export_stack_of(const Profile *profile, uint32_t place, ExportPlaceFrame *frames, unsigned most);

enum { EXPORT_STACK_MOST = 64 }; /* frames of a stack of rows */

/* Sets rows[0 .. n) to the stack of a row of the matrix, outermost frame first: the rows of the functions that contain
 * its function, and the row. Returns n: at least 1, at most EXPORT_STACK_MOST; outer frames beyond are missing. A row of
 * several functions is a stack of its own. */
unsigned export_stack_of_row(const Export *export, uint32_t row, uint32_t rows[EXPORT_STACK_MOST]);
