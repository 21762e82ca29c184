/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_cache.h: keeps the names of a profile for later runs of the same program (ui/base/ui_cache.h).
 *
 * An entry belongs to the records of a profile without the counts of references, since the names depend only on the
 * existence of references, and without the program's arguments and stages. The entry also contains the state of each file from which the names were made. So the names of
 * an entry are those that would be made again. */
#pragma once

#include "ui/names/name_table.h"

/* The names of a profile, in the format of its file (ui/profile/profile_resolved.h). */
typedef struct {
  GBytes *packed; /* compressed names */
  uint64_t size;  /* size before compression, in bytes */
} AnalysisNames;

/* Returns the key of a profile, whose file has the content records[0..n) without names. Returns NULL if the names of
 * the profile are not kept. The caller frees the key. */
char *analysis_cache_key(const char *records, gsize n);

/* Finds the names of a profile with this key. If there are any, sets profile->resolved and *names, and returns true.
 * The caller frees names->packed with g_bytes_unref(). */
bool analysis_cache_find(const char *key, Profile *profile, AnalysisNames *names);

/* Keeps the names of a profile with this key. They were made from `table`. Does nothing if the names can depend on files
 * that were changed after the start of the run, or on files that cannot be listed. */
void analysis_cache_keep(const char *key, const Profile *profile, const NameTable *table, const AnalysisNames *names);
