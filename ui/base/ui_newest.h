/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_newest.h: finds the newest profile in the current folder. */
#pragma once

/* Returns the name of the profile in the current folder that was written last, among the files with names of the form
 * memspy.out.*; NULL: there is none. Owned by the caller. */
char *ui_newest_profile(void);
