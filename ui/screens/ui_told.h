/* ui_told.h: what a command that has written a profile tells of it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_SCREENS_UI_TOLD_H
#define UI_SCREENS_UI_TOLD_H

#include "ui/model/ui_profile.h"

/* Prints `before`, the profile's first screen and where the profile is, `path`, on standard error: standard output may
 * be the program's own. */
void ui_told(const UiProfile *profile, const char *path, const char *before);

#endif
