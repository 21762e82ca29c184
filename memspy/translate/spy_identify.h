/* spy_identify.h: replaces the cpuid instruction in translated code. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* If the program sees the simulated machine: makes a statement that executes cpuid describe it, and the thread's
 * processor (memspy/machine/spy_cpuid.h). */
void spy_identify_replace(IRStmt *st);
