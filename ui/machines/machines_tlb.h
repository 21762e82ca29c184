/* SPDX-License-Identifier: GPL-2.0-or-later
 * machines_tlb.h: the TLBs of the computer on which the analyser runs. */
#pragma once

#include "machine/mach_config.h"

/* Reads the data TLBs for pages of 4 KB from the processor's cpuid; n 0: unknown. */
void machines_tlbs(mach_entries *first, mach_entries *second);
