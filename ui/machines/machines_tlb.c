/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/machines/machines_tlb.h"

#ifdef __x86_64__

#include <cpuid.h>

enum {
  AMD_TLB = (int)0x80000005, /* register EBX of the leaf describes the first-level TLBs of 4 KB pages */
  AMD_L2_TLB = (int)0x80000006,
  AMD_FEATURES =
      (int)0x80000021, /* bit 14 of register EAX: the sizes of second-level TLBs are in units of 32 entries */
  ZEN_5 = 0x1a,        /* family */
  INTEL_TLB = 0x18     /* in this leaf, each subleaf describes one TLB */
};

/* Returns a TLB that can be simulated. It has the entries and ways of the processor's TLB, or slightly fewer entries
 * and more ways, so that the number of sets is a power of two. */
static mach_entries entries_of(unsigned n, unsigned ways) {
  if (n == 0 || ways == 0) return (mach_entries){0};
  if (ways > n) ways = n;
  unsigned sets = n / ways;
  while (sets & (sets - 1)) sets &= sets - 1;
  return (mach_entries){n / sets * sets, n / sets};
}

/* Returns the number of ways for AMD's code in the description of a second level (AMD64 Architecture Programmer's
 * Manual, volume 3, appendix E). */
static unsigned amd_ways(unsigned code, unsigned n) {
  static const unsigned char ways[16] = {0, 1, 2, 3, 4, 6, 8, 0, 16, 0, 32, 48, 64, 96, 128, 0};
  return code == 15 ? n : ways[code];
}

/* Returns the unit of the number of entries of a second-level TLB. Virtual machines can hide the bit, so this function
 * takes the unit from the family, too. */
static unsigned unit_of_amd_l2(void) {
  unsigned a, b, c, d;
  if (__get_cpuid((unsigned)AMD_FEATURES, &a, &b, &c, &d) && a >> 14 & 1) return 32;
  return __get_cpuid(1, &a, &b, &c, &d) && (a >> 8 & 0xf) == 0xf && 0xf + (a >> 20 & 0xff) >= ZEN_5 ? 32 : 1;
}

static void read_amd(mach_entries *first, mach_entries *second) {
  unsigned a, b, c, d;
  if (__get_cpuid((unsigned)AMD_TLB, &a, &b, &c, &d)) {
    const unsigned n = b >> 16 & 0xff, ways = b >> 24;
    *first = entries_of(n, ways == 0xff ? n : ways);
  }
  if (__get_cpuid((unsigned)AMD_L2_TLB, &a, &b, &c, &d)) {
    const unsigned n = (b >> 16 & 0xfff) * unit_of_amd_l2();
    *second = entries_of(n, amd_ways(b >> 28, n));
  }
}

/* Reads a TLB from leaf 18H of cpuid, which Intel's processors have (Software Developer's Manual, volume 2A, CPUID). */
static void read_intel_row(unsigned b, unsigned c, unsigned d, mach_entries *first, mach_entries *second) {
  const unsigned type = d & 0x1f, level = d >> 5 & 7, ways = b >> 16;
  const bool data = type == 1 || type == 3 || type == 4, pages_of_4k = b & 1;
  if (data && pages_of_4k && level == 1 && first->n == 0) *first = entries_of(ways * c, ways);
  if (data && pages_of_4k && level == 2) *second = entries_of(ways * c, ways);
}

void machines_tlbs(mach_entries *first, mach_entries *second) {
  unsigned a, b, c, d, last = 0;
  *first = *second = (mach_entries){0};
  for (unsigned i = 0; i <= last && __get_cpuid_count(INTEL_TLB, i, &a, &b, &c, &d); i++) {
    if (i == 0) last = a < 64 ? a : 0;
    read_intel_row(b, c, d, first, second);
  }
  if (first->n == 0) read_amd(first, second);
  if (first->n == 0 || second->n < first->n) *second = (mach_entries){0};
}

#else

void machines_tlbs(mach_entries *first, mach_entries *second) { *first = *second = (mach_entries){0}; }

#endif
