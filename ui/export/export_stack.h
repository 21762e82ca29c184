/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_stack.h: the call stack of a place, as far as the profile records it: the function of the place, and the
 * functions into which it is inlined. All exports of whole stacks use this function. */
#pragma once

#include "ui/profile/profile.h"

/* A frame of a stack. */
typedef struct {
  uint32_t segment; /* number of the function */
  uint64_t line;    /* line of the place in the innermost frame; 0: unknown */
} ExportFrame;

/* Sets frames[0 .. n) to the stack of a place, innermost frame first. Returns n: at least 1, at most `most`; frames
 * beyond `most` are missing. */
unsigned export_stack_of(const Profile *profile, uint32_t place, ExportFrame *frames, unsigned most);
