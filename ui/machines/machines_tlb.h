/* SPDX-License-Identifier: GPL-2.0-or-later
 * machines_tlb.h: the TLBs of the computer on which the analyser runs. */
#pragma once

#include "machine/mach_config.h"

/* Reads the first-level and the second-level data TLB for pages of 4 KB from cpuid. Field `n` is 0: unknown. */
void machines_tlbs(mach_entries *first, mach_entries *second);
