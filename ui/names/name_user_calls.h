/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_user_calls.h: finds the program's lines that call code of a library, such as memset. Profiles contain these
 * calls unless the run had no calling contexts (--callers=no). */
#pragma once

#include "ui/names/name_user_lines.h"

/* A call of a library's code by the program. The call can be in library code that was inlined into the program: then
 * several lines of the program are possible. */
typedef struct {
  NameUserLine lines[NAME_USER_LINES_MOST]; /* `place` is the place of the call */
  guint n;
  uint32_t context; /* number of the context in the profile that the call began; set by name_user_calls_above() only */
} NameUserCall;

/* Returns whether a place belongs to a library, because its file or its object does. */
bool name_user_calls_is_library(const Profile *profile, uint32_t place);

/* Finds the innermost call in the program that leads to a context. Returns false if there is none with known lines. */
bool name_user_calls_above(const Profile *profile, const GArray *lines, uint32_t context, NameUserCall *call);

/* Finds the call that has most of the stall of a library's code, directly or through other libraries. name_user_lines()
 * made `lines`. Returns false if the place does not belong to a library, if the profile has no contexts, or if
 * no call has at least half of the stall. */
bool name_user_calls_find(const Profile *profile, const GArray *lines, uint32_t place, NameUserCall *call);
