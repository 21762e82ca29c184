/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_written.h: the last output of a command that wrote a profile. */
#pragma once

#include "ui/model/ui_profile.h"

/* Prints `before`, the profile's first screen and its `path` on standard error, because standard output can be the
 * program's. */
void ui_written_print(const UiProfile *profile, const char *path, const char *before);

/* Adds names to the profile in file `path`, from which `profile` was read, if it is a regular file without names;
 * prints a message on failure. Then calls ui_written_print(), unless `before` is NULL. */
void ui_written_finish(const UiProfile *profile, const char *path, const char *before);
