/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_resolve.h: extracts the names, types and source lines that a profile needs from the program's files, and
 * adds them to the profile's file. */
#pragma once

#include "ui/names/name_table.h"

/* The number of source lines kept before and after each line with executed instructions or references. Screens and
 * pages show at most this many lines of context. */
enum { ANALYSIS_RESOLVE_CONTEXT = 8 };

/* Returns names, types and source lines in the format PROFILE_RESOLVED (ui/profile/profile_resolved.h). `names` are the
 * names of the profile, made with debug information. The caller frees the result with g_variant_unref(). */
GVariant *analysis_resolve(const Profile *profile, const NameTable *names);

/* Adds names, types and source lines to the file `path`. It must be a regular file without them, from which `profile`
 * was read. Replaces the file only when the new version is complete, and keeps its times and permissions. On a write
 * error, or if a reader would reject the names, leaves the file unchanged, sets *error and returns false. If `keep` is
 * set, also keeps the names for later runs of the program (analysis_cache.h), and decompressed debug information for all later
 * runs (ui/names/name_inflated.h). */
bool analysis_resolve_add(const char *path, const Profile *profile, const NameTable *names, bool keep, GError **error);

/* As analysis_resolve_add(), but with the names that were kept for such a profile, without reading debug information.
 * Also sets profile->resolved. Returns false if no names were kept. On a write error, returns true and sets *error. */
bool analysis_resolve_add_kept(const char *path, Profile *profile, GError **error);
