/* ui_sharing.h: the lines of memory that processors shared most, and how.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_SHARING_H
#define UI_UI_SHARING_H

#include "ui/screens/ui_screen.h"

/* Appends the `n` hottest shared lines, each with its uses. */
void ui_sharing(const UiScreen *screen, const UiView *view, uint32_t n, GString *out);

#endif
