/* ui_written.h: what a command prints of a profile that it has written.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_SCREENS_UI_WRITTEN_H
#define UI_SCREENS_UI_WRITTEN_H

#include "ui/model/ui_profile.h"

/* Prints `before`, the profile's first screen and where the profile is, `path`, on standard error: standard output may
 * be the program's own. */
void ui_written_print(const UiProfile *profile, const char *path, const char *before);

#endif
