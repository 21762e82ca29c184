/* put_sharing.h: the lines of a profile that processors shared, and which code used them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "ui/model/ui_profile.h"

void put_sharing_start(void);
void put_sharing_end(void);

void put_hot_line(UiHotLine line);

/* A use of the last hot line. */
void put_use(UiUse use);

/* The lines that are not among the hot ones. */
void put_other_lines(UiSharing sharing);

/* Writes all of that. */
void put_sharing(void);
