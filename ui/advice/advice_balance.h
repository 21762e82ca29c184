/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_balance.h: the rules about the division of the work between processors. Only the files of ui/advice use this
 * header. */
#pragma once

#include <glib.h>

#include "ui/profile/profile.h"

/* Adds the findings about the division of the work to an array of AdviceFinding. */
void advice_balance(const Profile *profile, GPtrArray *findings);
