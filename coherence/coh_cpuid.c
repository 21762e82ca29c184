/* coh_cpuid.c: see coh_cpuid.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_cpuid.h"

#ifdef __x86_64__

#include <cpuid.h>

enum { DATA = 1, CODE = 2, UNIFIED = 3 };

/* Cache number `index` of a leaf. False: there are no more. */
static bool cache(unsigned leaf, unsigned index, unsigned *type, unsigned *level, coh_geometry *geometry) {
  unsigned a, b, c, d;
  if (!__get_cpuid_count(leaf, index, &a, &b, &c, &d) || (a & 31) == 0) return false;
  *type = a & 31;
  *level = a >> 5 & 7;
  const unsigned line = (b & 0xfff) + 1, ways = (b >> 22) + 1;
  *geometry = (coh_geometry){((uint64_t)c + 1) * ways * line, ways, line};
  return true;
}

bool coh_cpuid_caches(coh_config *machine) {
  coh_config found = *machine;
  found.i1 = found.d1 = found.l2 = found.ll = (coh_geometry){0};
  unsigned a, b, c, d;
  const bool amd = __get_cpuid(0, &a, &b, &c, &d) && b == signature_AMD_ebx;
  unsigned type, level;
  coh_geometry geometry;
  for (unsigned i = 0; i < 16 && cache(amd ? 0x8000001d : 4, i, &type, &level, &geometry); i++) {
    if (type == CODE && level == 1) found.i1 = geometry;
    if (type != DATA && type != UNIFIED) continue;
    if (level == 1) found.d1 = geometry;
    if (level == 2) found.l2 = geometry;
    if (level >= 3) found.ll = geometry;
  }
  if (found.d1.size == 0) return false;
  *machine = found;
  return true;
}

#else

bool coh_cpuid_caches(coh_config *machine) {
  (void)machine;
  return false;
}

#endif
