/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_phases.h: prints the phases of a run that was sampled by phase. */
#pragma once

#include "ui/screens/screen.h"

/* Appends a line for each simulated interval, sorted by phase. If the sequence of phases is known, also appends the run
 * as a strip of phases. The profile must be of a run that was sampled by phase. */
void screen_phases(const Screen *screen, const Profile *profile, GString *out);
