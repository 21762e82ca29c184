/* mach_cpuid.c: see mach_cpuid.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "machine/mach_cpuid.h"

#ifdef __x86_64__

#include <cpuid.h>

enum { DATA = 1, CODE = 2, UNIFIED = 3 };

/* Reads the cache with number `index` from a cpuid leaf. Returns false if there are no more caches. */
static bool cache(unsigned leaf, unsigned index, unsigned *type, unsigned *level, mach_geometry *geometry) {
  unsigned a, b, c, d;
  if (!__get_cpuid_count(leaf, index, &a, &b, &c, &d) || (a & 31) == 0) return false;
  *type = a & 31;
  *level = a >> 5 & 7;
  const unsigned line = (b & 0xfff) + 1, ways = (b >> 22) + 1;
  *geometry = (mach_geometry){((uint64_t)c + 1) * ways * line, ways, line};
  return true;
}

static void read_listed(unsigned leaf, mach_config *found) {
  unsigned type, level;
  mach_geometry geometry;
  for (unsigned i = 0; i < 16 && cache(leaf, i, &type, &level, &geometry); i++) {
    if (type == CODE && level == 1) found->i1 = geometry;
    if (type != DATA && type != UNIFIED) continue;
    if (level == 1) found->d1 = geometry;
    if (level == 2) found->l2 = geometry;
    if (level >= 3) found->ll = geometry;
  }
}

/* Returns the first-level cache that a register of leaf 0x80000005 describes. */
static mach_geometry first_level(unsigned r) {
  const uint32_t ways = r >> 16 & 0xff, line = r & 0xff;
  const uint64_t size = (uint64_t)(r >> 24) << 10;
  if (ways == 0 || line == 0) return (mach_geometry){0};
  return (mach_geometry){size, ways == 0xff ? (uint32_t)(size / line) : ways, line};
}

/* Returns the number of ways for a code in leaf 0x80000006; 0: there is no cache. Code 9 refers to leaf 0x8000001d,
 * which is missing here, so it gives 16. */
static uint32_t ways_of_code(unsigned code) {
  static const uint8_t ways[15] = {0, 1, 2, 3, 4, 6, 8, 0, 16, 16, 32, 48, 64, 96, 128};
  return code < sizeof ways ? ways[code] : 0;
}

/* Returns the outer cache of `size` bytes that a register of leaf 0x80000006 describes. */
static mach_geometry outer_level(unsigned r, uint64_t size) {
  const uint32_t ways = ways_of_code(r >> 12 & 15), line = r & 0xff;
  return ways != 0 && line != 0 ? (mach_geometry){size, ways, line} : (mach_geometry){0};
}

/* Reads AMD's older leaves, for hypervisors that hide 0x8000001d. These leaves describe the last level of the whole
 * package. A core reaches only the last level of its own core complex, at most 32 MB in current processors. */
static void read_older(mach_config *found) {
  enum { COMPLEX = 32 << 20 };
  unsigned a, b, c, d;
  if (!__get_cpuid(0x80000005, &a, &b, &c, &d)) return;
  found->d1 = first_level(c);
  found->i1 = first_level(d);
  if (!__get_cpuid(0x80000006, &a, &b, &c, &d)) return;
  const uint64_t package = (uint64_t)(d >> 18) << 19;
  found->l2 = outer_level(c, (uint64_t)(c >> 16) << 10);
  found->ll = outer_level(d, package < COMPLEX ? package : COMPLEX);
}

bool mach_cpuid_caches(mach_config *machine) {
  mach_config found = *machine;
  found.i1 = found.d1 = found.l2 = found.ll = (mach_geometry){0};
  unsigned a, b, c, d;
  const bool amd = __get_cpuid(0, &a, &b, &c, &d) && b == signature_AMD_ebx;
  read_listed(amd ? 0x8000001d : 4, &found);
  if (amd && found.d1.size == 0) read_older(&found);
  if (found.d1.size == 0) return false;
  *machine = found;
  return true;
}

bool mach_cpuid_is_wide(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE) || !(c & bit_AVX)) return false;
  unsigned low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  if ((low & 6) != 6) return false; /* the system saves xmm and ymm */
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2) && (b & bit_BMI) && (b & bit_BMI2);
}

bool mach_cpuid_has_rdtscp(void) {
  unsigned a, b, c, d;
  return __get_cpuid(0x80000001, &a, &b, &c, &d) && d >> 27 & 1;
}

#else

bool mach_cpuid_caches(mach_config *machine) {
  (void)machine;
  return false;
}

bool mach_cpuid_is_wide(void) { return false; }

bool mach_cpuid_has_rdtscp(void) { return false; }

#endif
