/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_written.h: the last output of a command that wrote a profile. */
#pragma once

#include "ui/profile/profile.h"

/* Prints `before`, the profile's first screen and its `path` on standard error, because standard output can be the
 * program's. */
void screen_written_print(const Profile *profile, const char *path, const char *before);

/* Adds names to the profile in file `path`, from which `profile` was read, if it is a regular file without names;
 * prints a message on failure. Then calls screen_written_print(), unless `before` is NULL. */
void screen_written_finish(const Profile *profile, const char *path, const char *before);
