/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_stack.h: finds the call stack of a place, as far as inlining determines it: the function of the place, and the
 * functions into which it is inlined. export_stacks.h adds the callers. */
#pragma once

#include "ui/export/export.h"

/* A frame of a stack. */
typedef struct {
  uint32_t segment; /* number of the function */
  uint64_t line;    /* line of the place, only in the innermost frame; 0: unknown */
} ExportPlaceFrame;

/* Sets frames[0 .. n) to the stack of a place, innermost frame first. Returns n, from 1 to `most`. If the stack has
 * more than `most` frames, the outer ones are left out. */
unsigned export_stack_of(const Profile *profile, uint32_t place, ExportPlaceFrame *frames, unsigned most);

enum { EXPORT_STACK_MOST = 64 }; /* maximum number of frames of a stack of rows */

/* Sets rows[0 .. n) to the stack of a row of the matrix, outermost frame first. The stack consists of the rows of the
 * functions that contain the row's function, and of the row itself. Returns n, from 1 to EXPORT_STACK_MOST. If the
 * stack has more frames, the outer ones are left out. If a row combines several functions, its stack is only the
 * row. */
unsigned export_stack_of_row(const Export *export, uint32_t row, uint32_t rows[EXPORT_STACK_MOST]);
