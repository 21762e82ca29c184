/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_user_lines.h: finds the program's lines into which code of a library was inlined.
 *
 * Users cannot change the lines of a library's header, such as hashtable_policy.h:1270. The debug information has the
 * program's line into which such code was inlined. */
#pragma once

#include "ui/names/name_debug.h"

/* A line of the program for a place in a library's file. */
typedef struct {
  uint32_t place, file; /* record numbers of the profile */
  uint64_t line;        /* from 1 */
} NameUserLine;

enum { NAME_USER_LINES_MOST = 4 };

/* Returns whether a source file belongs to a library: it is below /usr, or is part of Rust. */
bool name_user_lines_is_library(const char *path);

/* Returns the program's lines (NameUserLine), sorted by place, for all places that are in a library's file and in a
 * function of the program. The program's lines of a place are the nearest lines outside of the library into which its
 * code was inlined. A place with more than NAME_USER_LINES_MOST lines has none. The caller owns the array. */
GArray *name_user_lines(const Profile *profile, NameDebug *debug);

/* Returns the *n lines of a place. They belong to `lines`. */
const NameUserLine *name_user_lines_of(const GArray *lines, uint32_t place, guint *n);
