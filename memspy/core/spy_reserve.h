/* spy_reserve.h: reserves memory for the end of recording.
 *
 * A program with a limited address space can use all of it. The core then ends the run without a profile as soon as it
 * needs memory. So if there is a limit, the tool reserves some memory. When the core or the tool can get no more
 * memory, the reserve is released, and recording ends.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Reserves memory if the address space is limited. When the reserve is first needed, calls `when_used`, which must not
 * allocate memory. */
void spy_reserve_start(void (*when_used)(void));

/* Call before the program limits its address space. */
void spy_reserve_before_limit(void);

Bool spy_reserve_is_used(void);
