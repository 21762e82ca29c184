/* spy_counter_file.h: writes the file of --samples (docs/samples-format.md).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* The suffix that is added to the name of a profile. */
#define SPY_SAMPLES_SUFFIX ".samples"

/* Writes the samples so far to a file. All recorded references must have been drained. If the file cannot be written,
 * prints a message and returns False. */
Bool spy_counter_write(const HChar *name);

/* At the end of the run, reports samples that were lost with their threads. */
void spy_counter_say_lost(void);
