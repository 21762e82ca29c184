/* ui_find.h: the variable that a bin is called by: what its kind, its receivers and its call path tell.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_FIND_H
#define UI_UI_FIND_H

#include "ui/names/ui_finder.h"

/* What there is to find of a bin; strings belong to the finder. And which bins that depends on. */
extern const UiFind ui_find;

#endif
