/* coh_cpuid.h: what the cpuid instruction reports of the processor that this runs on: its caches, from leaf 4 of
 * Intel's, leaf 0x8000001d of AMD's, which have the same form, or where that is empty leaves 0x80000005 and 0x80000006;
 * and whether it has the vectors that are used here.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_CPUID_H
#define COHERENCE_COH_CPUID_H

#include "coherence/coh_config.h"

/* Sets I1, D1, L2 and last level of *machine; a cache that there is not gets the size 0. The number of sets may be no
 * power of two. False: the processor does not report its D1, or has no such instruction; *machine is left alone. */
bool coh_cpuid_caches(coh_config *machine);

/* Whether the processor has vectors of 256 bits and the instructions that go with them here (AVX2, BMI, BMI2), and the
 * system keeps them. */
bool coh_cpuid_is_wide(void);

#endif
