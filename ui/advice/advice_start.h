/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_start.h: the time of the dynamic linker, which starts the program. Only the files of ui/advice use this
 * header. */
#pragma once

#include "ui/profile/profile.h"

/* Returns the dynamic linker's stall. */
double advice_start_stall(const Profile *profile);

/* Returns the dynamic linker's cycles by processor. The linker runs on a rank's first processor, before other threads
 * start. The caller frees the array. */
double *advice_start_cycles(const Profile *profile);
