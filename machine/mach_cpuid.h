/* mach_cpuid.h: reads the host processor's cpuid: its caches, and whether it supports the vector instructions used
 * here, and rdtscp. The caches come from leaf 4 (Intel), from leaf 0x8000001d (AMD, same form), or, if both are missing, from
 * leaves 0x80000005 and 0x80000006.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "machine/mach_config.h"

/* Sets the I1, D1, L2 and last level of *machine to the caches of the host processor. An absent cache gets the size 0.
 * The numbers of sets are possibly not powers of two. Returns false, and leaves *machine unchanged, if the processor
 * has no cpuid instruction or does not report its D1. */
bool mach_cpuid_caches(mach_config *machine);

/* Returns whether the processor and the operating system support 256-bit vectors, and whether the processor has the
 * instructions used with them (AVX2, BMI, BMI2). */
bool mach_cpuid_is_wide(void);

/* Returns whether the processor has the instruction rdtscp. Some virtual machines hide it. */
bool mach_cpuid_has_rdtscp(void);
