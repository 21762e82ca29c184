/* spy_representatives.h: reads the file of --sample-phases. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_phases.h"
#include "memspy/core/spy_valgrind.h"

/* Reads the file `name` into *all, which stays valid. An invalid line ends the run with a message that names the file
 * and the line. If the file is unreadable, returns False and sets *wrong to the reason. */
Bool spy_representatives_read(const HChar *name, bin_representatives *all, const HChar **wrong);
