/* spy_cpuinfo.h: makes the text of /proc/cpuinfo. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

/* Appends a paragraph for each simulated processor, with the results of cpuid (spy_cpuid.h). If no code with cpuid was
 * translated yet, vendor, model and features are those of the host's first processor. */
void spy_append_cpuinfo(XArray *text);
