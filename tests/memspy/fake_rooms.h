/* fake_rooms.h: rooms of the tool that stand above or beside those that are tested, as far as these ask them: nothing
 * is to be done there.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "memspy/setup/spy_options.h"

/* What spy_options_get() returns. */
extern spy_options fake_options;
