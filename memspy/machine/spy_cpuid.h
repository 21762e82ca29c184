/* spy_cpuid.h: answers the cpuid instruction.
 *
 * Vendor, model and features are those of the processor that Valgrind presents, since they determine which instructions
 * Valgrind can run. Processors and caches are those of the simulated machine, in the leaves and forms of that vendor:
 * Intel's 1, 2, 4, 0xb, 0x1f and 0x80000006, AMD's 1, 0x80000005, 0x80000006, 0x80000008, 0x8000001d and 0x8000001e. With
 * --machine-visible=no, all leaves are those of Valgrind, but without rdtscp on hosts that do not have it.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_platform.h"

/* VEX's function that executes the instruction on the guest's four registers, with the arguments that the function gets
 * after the guest state. Unused arguments have no effect. */
enum { SPY_CPUID_ARGUMENTS = 3 };
typedef struct {
  HWord function;
  HWord arguments[SPY_CPUID_ARGUMENTS];
} spy_cpuid_helper;

/* Executes the instruction for a processor, which is any number with --machine-visible=no. `guest` contains the operands, and gets the results. */
void spy_cpuid_execute(const spy_cpuid_helper *helper, spy_guest *guest, UInt processor);

/* Executes cpuid for a processor, as the program would. Returns False if no code with the instruction was translated so
 * far, since such code determines the processor that VEX presents. */
Bool spy_cpuid_ask(UInt leaf, UInt subleaf, UInt processor, spy_cpuid_words *words);

/* Records the function by which VEX executes the instruction. Call when code with the instruction is translated. */
void spy_cpuid_note(const spy_cpuid_helper *helper);
