/* spy_identify.h: replaces the cpuid instruction in translated code. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Changes a statement that executes cpuid, if the program sees the simulated machine: cpuid then describes this machine
 * and the thread's processor (memspy/machine/spy_cpuid.h). */
void spy_identify_replace(IRStmt *st);
