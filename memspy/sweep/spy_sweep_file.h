/* spy_sweep_file.h: writes the file of --sweep: JSON, as `memspy replay --sweep --json` (docs/sweep.schema.json).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* The suffix that is added to the name of a profile. */
#define SPY_SWEEP_SUFFIX ".sweep"

/* Writes the machines' counts to a file next to the profile `profile`. All records must have been drained. If the file
 * cannot be written, prints a message and returns False. Without --sweep, writes no file and returns True. */
Bool spy_sweep_write(const HChar *profile);

/* Removes the file. */
void spy_sweep_unlink(const HChar *profile);
