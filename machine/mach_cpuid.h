/* mach_cpuid.h: reads the host processor's cpuid: its caches, from leaf 4 (Intel), leaf 0x8000001d (AMD, same form) or,
 * if these are missing, leaves 0x80000005 and 0x80000006; and whether it supports the vectors used here.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "machine/mach_config.h"

/* Sets I1, D1, L2 and last level of *machine; an absent cache gets the size 0. The number of sets need not be a power
 * of two. Returns false, with *machine unchanged, if the processor does not report its D1 or lacks cpuid. */
bool mach_cpuid_caches(mach_config *machine);

/* Returns whether the processor and the system support 256-bit vectors and the instructions used with them (AVX2, BMI,
 * BMI2).
 */
bool mach_cpuid_is_wide(void);
