/* put_sharing.h: the lines of a profile that processors shared, and which code used them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "ui/profile/profile.h"

void put_sharing_start(void);
void put_sharing_end(void);

void put_hot_line(ProfileHotLine line);

/* A use of the last hot line. */
void put_use(ProfileUse use);

/* The lines that are not among the hot ones. */
void put_other_lines(ProfileSharing sharing);

/* Writes all of that. */
void put_sharing(void);
