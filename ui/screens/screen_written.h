/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_written.h: prints the last output of a command that wrote a profile. */
#pragma once

#include "ui/profile/profile.h"

/* Prints `before`, the first screen of the profile, and the profile's `path`. They go to standard error, because the
 * profiled program can use standard output. */
void screen_written_print(const Profile *profile, const char *path, const char *before);

/* Adds names to the profile in the file `path`, if it is a regular file without names. `profile`: the profile that was
 * read from this file. Prints a message on failure. Then calls screen_written_print(), unless `before` is NULL. If
 * `cache` is set, uses the names that earlier runs kept, and keeps those of this run (ui/analysis/analysis_cache.h). */
void screen_written_finish(Profile *profile, const char *path, const char *before, bool cache);
