/* SPDX-License-Identifier: GPL-2.0-or-later
 * machines_tlb.h: reads the TLBs of the computer on which the analyser runs. */
#pragma once

#include "machine/mach_config.h"

/* Reads the first-level and the second-level data TLB for pages of 4 KB from cpuid. If a TLB is unknown, its field `n`
 * is 0. */
void machines_tlbs(mach_entries *first, mach_entries *second);
