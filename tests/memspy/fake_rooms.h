/* fake_rooms.h: replaces the functions of other folders of the tool that the tested folders call: they do nothing.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "memspy/setup/spy_options.h"

/* The result of spy_options_get(). */
extern spy_options fake_options;
