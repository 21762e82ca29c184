/* spy_jumps.h: makes recording blocks of a sampled run jump to recording blocks.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Changes the targets of a finished block's jumps to their aliases (sample/spy_alias.h), so that the following code
 * records, too. */
void spy_jumps_stay(IRSB *block);
