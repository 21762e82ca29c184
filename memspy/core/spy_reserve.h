/* spy_reserve.h: reserves memory for the end of recording.
 *
 * If the address space is limited, a program can use all of it. When the core then needs memory, it ends the run
 * without a profile. So if there is a limit, the tool reserves some memory. When the core or the tool can get no more
 * memory, the tool releases the reserve and ends recording.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Reserves memory if the address space is limited. When the reserve is first needed, calls `when_used`, which must not
 * allocate memory. */
void spy_reserve_start(void (*when_used)(void));

/* Call before the program limits its address space. */
void spy_reserve_before_limit(void);

Bool spy_reserve_is_used(void);
