/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_user_lines.h: finds the program's lines into which code of a library was inlined.
 *
 * Users cannot change the source lines of a library's header, such as hashtable_policy.h:1270. The debug information
 * contains the line of the program into which such code was inlined. */
#pragma once

#include "ui/names/name_debug.h"

/* A source line of the program, for a place in a library's file. */
typedef struct {
  uint32_t place, file; /* numbers of the place and of the program's file in the profile */
  uint64_t line;        /* from 1 */
} NameUserLine;

enum { NAME_USER_LINES_MOST = 4 };

/* Returns whether a source file belongs to a library, because it is below /usr or is part of Rust. */
bool name_user_lines_is_library(const char *path);

/* Returns whether an object is a library of the system, because it is below /lib or /usr/lib. */
bool name_user_lines_is_library_object(const char *path);

/* Returns whether a segment belongs to a library, because of its file or its object. */
bool name_user_lines_is_library_segment(const Profile *profile, const ProfileSegment *segment);

/* Returns the program's lines for all places that are in a library's file, and in a function or an object of the
 * program, as an array of NameUserLine sorted by place. These lines are the nearest ones outside of the library into
 * which the code of the place was inlined. If a place has more than NAME_USER_LINES_MOST lines, none are in the array.
 * The caller owns the array. */
GArray *name_user_lines(const Profile *profile, NameDebug *debug);

/* Returns the lines of a place, and sets *n to their number. They belong to `lines`. */
const NameUserLine *name_user_lines_of(const GArray *lines, uint32_t place, guint *n);
