/* spy_counter_file.h: the file of --samples (docs/samples-format.md). SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef MEMSPY_SPY_COUNTER_FILE_H
#define MEMSPY_SPY_COUNTER_FILE_H

#include "memspy/core/spy_valgrind.h"

/* What stands behind the name of a profile in that of the file beside it. */
#define SPY_SAMPLES_SUFFIX ".samples"

/* Writes the samples so far to a file of that name. What is recorded has been drained before. False: it could not be
 * written, and a message says so. */
Bool spy_counter_write(const HChar *name);

/* Tells, when the run is over, of samples that were lost with their threads. Without --samples there are none. */
void spy_counter_say_lost(void);

#endif
