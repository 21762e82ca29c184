/* put_sharing.h: the cache lines of a profile that processors shared, and the code that used them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "ui/profile/profile.h"

void put_sharing_start(void);
void put_sharing_end(void);

void put_hot_line(ProfileHotLine line);

/* Adds a use of the last hot line. */
void put_use(ProfileUse use);

/* Sets the counts of all lines other than the hot ones. */
void put_other_lines(ProfileSharing sharing);

/* Writes the records of all lines and uses. */
void put_sharing(void);
