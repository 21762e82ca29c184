/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_resolve.h: extracts the names, types and source lines that a profile needs from the program's files, and
 * adds them to the profile's file. */
#pragma once

#include "ui/names/name_table.h"

/* Lines kept before and after each line with executed instructions or references; screens and pages show at most that
 * many. */
enum { ANALYSIS_RESOLVE_CONTEXT = 8 };

/* Returns names, types and source lines as a PROFILE_RESOLVED (ui/profile/profile_resolved.h). `names` are those of the
 * profile, made with debug information. The caller frees it with g_variant_unref(). */
GVariant *analysis_resolve(const Profile *profile, const NameTable *names);

/* Adds names, types and source lines to the profile in file `path`, a regular file without them from which `profile`
 * was read. Replaces the file when complete, and keeps its time and permissions. On a write error, or if a reader would
 * refuse the names, leaves the file unchanged, sets *error and returns false. */
bool analysis_resolve_add(const char *path, const Profile *profile, const NameTable *names, GError **error);
