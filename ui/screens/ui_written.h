/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_written.h: the end of a command that has written a profile. */
#ifndef UI_SCREENS_UI_WRITTEN_H
#define UI_SCREENS_UI_WRITTEN_H

#include "ui/model/ui_profile.h"

/* Prints `before`, the profile's first screen and where the profile is, `path`, on standard error: standard output may
 * be the program's own. */
void ui_written_print(const UiProfile *profile, const char *path, const char *before);

/* Adds names to the profile in file `path`, that `profile` was read from, if it is a regular file that holds none; when
 * that fails, standard error says so. Then does ui_written_print(), unless `before` is NULL. */
void ui_written_finish(const UiProfile *profile, const char *path, const char *before);

#endif
